// A tile in subgroup-strided order: the lanes of a subgroup hold items that lie side by side, row after row.
// Chapter 07. Any subgroup width. With VECTOR_LOADS a lane's cell of a row is four items; GRAIN is a multiple of 4 then.
// SPDX-License-Identifier: MIT
//
//   items    | 0  1  2  3 | 4  5  6  7 | … row 0, then row 1 …     VECTOR_LOADS, so a cell is 4 items
//   lane     |     0      |     1      | …  0, 1, … again          one access of a subgroup is one piece of memory
#include "lib/items.glsl"
#include "lib/item_vectors.glsl"
#include "lib/tile.glsl"
#include "06_subgroup/subgroup_scan.glsl"

#ifdef VECTOR_LOADS
const uint CELL_ITEMS = 4;
#else
const uint CELL_ITEMS = 1;
#endif
const uint NUM_ROWS = GRAIN / CELL_ITEMS;

Element held[GRAIN];  // row after row

#include "07_thread_grain/thread.glsl"

// The number within the tile of this lane's cell in a row.
uint cell_of(uint row) {
  return (gl_SubgroupID * NUM_ROWS + row) * gl_SubgroupSize + gl_SubgroupInvocationID;
}

void load_tile(Tile tile) {
  if (is_full(tile)) {
    for (uint row = 0; row < NUM_ROWS; ++row) {
      const uint cell = tile.first_item / CELL_ITEMS + cell_of(row);
#ifdef VECTOR_LOADS
      const ElementVector items_of_cell = item_vectors_in[cell];
      held[row * 4] = items_of_cell.x;
      held[row * 4 + 1] = items_of_cell.y;
      held[row * 4 + 2] = items_of_cell.z;
      held[row * 4 + 3] = items_of_cell.w;
#else
      held[row] = items_in[cell];
#endif
    }
  } else {
    for (uint row = 0; row < NUM_ROWS; ++row) {
      for (uint i = 0; i < CELL_ITEMS; ++i) {
        const uint item = cell_of(row) * CELL_ITEMS + i;
        held[row * CELL_ITEMS + i] = item < tile.num_items ? items_in[tile.first_item + item] : identity();
      }
    }
  }
}

void store_tile(Tile tile) {
  if (is_full(tile)) {
    for (uint row = 0; row < NUM_ROWS; ++row) {
      const uint cell = tile.first_item / CELL_ITEMS + cell_of(row);
#ifdef VECTOR_LOADS
      item_vectors_out[cell] = ElementVector(held[row * 4], held[row * 4 + 1], held[row * 4 + 2], held[row * 4 + 3]);
#else
      items_out[cell] = held[row];
#endif
    }
  } else {
    for (uint row = 0; row < NUM_ROWS; ++row) {
      for (uint i = 0; i < CELL_ITEMS; ++i) {
        const uint item = cell_of(row) * CELL_ITEMS + i;
        if (item < tile.num_items) items_out[tile.first_item + item] = held[row * CELL_ITEMS + i];
      }
    }
  }
}

// Turns the items of a cell into their scan, inclusive within the cell, and returns the cell's aggregate.
Element scan_cell(uint row) {
  const uint first = row * CELL_ITEMS;
  for (uint i = 1; i < CELL_ITEMS; ++i) held[first + i] = combine(held[first + i - 1], held[first + i]);
  return held[first + CELL_ITEMS - 1];
}

// Adds everything before the cell. For an exclusive scan each item takes the prefix of the one before it.
void finish_cell(uint row, Element prefix) {
  const uint first = row * CELL_ITEMS;
  if (EXCLUSIVE == 1) {
    for (uint i = CELL_ITEMS - 1; i > 0; --i) held[first + i] = combine(prefix, held[first + i - 1]);
    held[first] = prefix;
  } else {
    for (uint i = 0; i < CELL_ITEMS; ++i) held[first + i] = combine(prefix, held[first + i]);
  }
}

// Scans what load_tile() brought, starting from `tile_prefix`. Returns, in the last subgroup, the aggregate of the tile.
Element scan_tile(Element tile_prefix) {
  Element cell_prefixes[NUM_ROWS];  // what lies between the start of the subgroup's items and the cell
  Element carry = identity();       // the rows before
  for (uint row = 0; row < NUM_ROWS; ++row) {
    const Element within_row = subgroup_inclusive_scan(scan_cell(row));
    cell_prefixes[row] = combine(carry, subgroup_exclusive(within_row));
    carry = combine(carry, subgroup_last(within_row));
  }
  const Element before_subgroup = exclusive_prefix_of_subgroup(carry);
  const Element before = combine(tile_prefix, before_subgroup);
  for (uint row = 0; row < NUM_ROWS; ++row) finish_cell(row, combine(before, cell_prefixes[row]));
  return combine(before_subgroup, carry);
}
