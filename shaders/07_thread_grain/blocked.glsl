// A tile in blocked order: each invocation holds GRAIN items that follow each other.
// Chapter 07. Needs scan_workgroup(). With VECTOR_LOADS a full tile moves 16 bytes an access; GRAIN is a multiple of
// VECTOR_ITEMS then.
// SPDX-License-Identifier: MIT
//
//   items        | 0  1  2  3 | 4  5  6  7 | 8  9 10 11 | …      GRAIN = 4
//   invocation   |     0      |     1      |     2      | …
#include "lib/items.glsl"
#include "lib/item_vectors.glsl"
#include "lib/tile.glsl"

Element held[GRAIN];  // an array of constant size and constant indices: registers

void load_tile(Tile tile) {
  const uint first = place() * GRAIN;  // within the tile
  if (is_full(tile)) {
#ifdef VECTOR_LOADS
    for (uint i = 0; i < GRAIN; i += VECTOR_ITEMS) {
      const ElementVector vector = item_vectors_in[(tile.first_item + first + i) / VECTOR_ITEMS];
      UNROLL for (uint k = 0; k < VECTOR_ITEMS; ++k) held[i + k] = vector[k];
    }
#else
    for (uint i = 0; i < GRAIN; ++i) held[i] = items_in[tile.first_item + first + i];
#endif
  } else {
    for (uint i = 0; i < GRAIN; ++i) {
      held[i] = first + i < tile.num_items ? items_in[tile.first_item + first + i] : identity();
    }
  }
}

#include "07_thread_grain/thread.glsl"

void store_tile(Tile tile) {
  const uint first = place() * GRAIN;
  if (is_full(tile)) {
#ifdef VECTOR_LOADS
    for (uint i = 0; i < GRAIN; i += VECTOR_ITEMS) {
      ElementVector vector;
      UNROLL for (uint k = 0; k < VECTOR_ITEMS; ++k) vector[k] = held[i + k];
      item_vectors_out[(tile.first_item + first + i) / VECTOR_ITEMS] = vector;
    }
#else
    for (uint i = 0; i < GRAIN; ++i) items_out[tile.first_item + first + i] = held[i];
#endif
  } else {
    for (uint i = 0; i < GRAIN; ++i) {
      if (first + i < tile.num_items) items_out[tile.first_item + first + i] = held[i];
    }
  }
}

// Scans what load_tile() brought, starting from `tile_prefix`. Returns, in the last invocation, the aggregate of the tile.
Element scan_tile(Element tile_prefix) {
#ifdef SCAN_THEN_ADD
  const WorkgroupScan scanned = scan_workgroup(thread_scan(identity()));
  thread_uniform_add(combine(tile_prefix, scanned.exclusive_prefix));
#else
  const WorkgroupScan scanned = scan_workgroup(thread_reduce());
  thread_scan(combine(tile_prefix, scanned.exclusive_prefix));
#endif
  return scanned.inclusive_prefix;
}

// Scans what load_tile() brought, as if nothing came before the tile. Returns, in the last invocation, the aggregate of the tile.
Element scan_tile_alone() { return scan_tile(identity()); }
void add_to_tile(Element tile_prefix) { thread_uniform_add(tile_prefix); }
