#version 450
// Last dispatch of scan-then-propagate, level by level downwards: one prefix is added to all items of a tile.
// Chapter 08. In place: the host defines IN_PLACE.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/items.glsl"
#include "lib/item_vectors.glsl"
#include "lib/tile.glsl"
#include "lib/tile_prefixes.glsl"

void add_to_vectors(Tile tile, Element prefix) {
  for (uint i = 0; i < GRAIN / VECTOR_ITEMS; ++i) {
    const uint vector = tile.first_item / VECTOR_ITEMS + i * WORKGROUP_SIZE + gl_LocalInvocationID.x;
    ElementVector scanned = item_vectors_in[vector];
    UNROLL for (uint k = 0; k < VECTOR_ITEMS; ++k) scanned[k] = combine(prefix, scanned[k]);
    item_vectors_out[vector] = scanned;
  }
}

void add_to_items(Tile tile, Element prefix) {
  for (uint i = gl_LocalInvocationID.x; i < tile.num_items; i += WORKGROUP_SIZE) {
    items_out[tile.first_item + i] = combine(prefix, items_in[tile.first_item + i]);
  }
}

void main() {
  const Tile tile = this_tile();
  if (tile.num_items > 0) {
    const Element prefix = tile_prefixes[tile.index];
    if (GRAIN % VECTOR_ITEMS == 0 && is_full(tile)) {
      add_to_vectors(tile, prefix);
    } else {
      add_to_items(tile, prefix);
    }
  }
}
