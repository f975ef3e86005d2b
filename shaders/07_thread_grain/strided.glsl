// A tile in subgroup-strided order: the lanes of a subgroup hold items that lie side by side, row after row.
// Chapter 07. Any subgroup width. With VECTOR_LOADS a lane's cell of a row is 16 bytes, which is four items, or two of 64 bits;
// GRAIN is a multiple of that then.
// SPDX-License-Identifier: MIT
//
//   items    | 0  1  2  3 | 4  5  6  7 | … row 0, then row 1 …     VECTOR_LOADS, so a cell is 4 items
//   lane     |     0      |     1      | …  0, 1, … again          one access of a subgroup is one piece of memory
#include "lib/items.glsl"
#include "lib/item_vectors.glsl"
#include "lib/tile.glsl"
#define SUBGROUP_SCAN_BY_SHUFFLES  // the built-in scan is slower on some devices: chapter 11 tells how to compare
#include "06_subgroup/subgroup_scan.glsl"

#ifdef VECTOR_LOADS
const uint CELL_ITEMS = VECTOR_ITEMS;
#else
const uint CELL_ITEMS = 1;
#endif
const uint NUM_ROWS = GRAIN / CELL_ITEMS;

Element held[GRAIN];  // row after row

#include "07_thread_grain/thread.glsl"

// The subgroup's first row, among those of the tile.
uint first_row() { return gl_SubgroupID * NUM_ROWS; }

// The number within the tile of this lane's cell in a row of the subgroup.
uint cell_of(uint row) { return (first_row() + row) * gl_SubgroupSize + gl_SubgroupInvocationID; }

// The number of the first cell behind those of the subgroup.
uint end_of_cells() { return (first_row() + NUM_ROWS) * gl_SubgroupSize; }

void load_cell(Tile tile, uint row) {
  const uint cell = tile.first_item / CELL_ITEMS + cell_of(row);
#ifdef VECTOR_LOADS
  const ElementVector items_of_cell = item_vectors_in[cell];
  UNROLL for (uint i = 0; i < CELL_ITEMS; ++i) held[row * CELL_ITEMS + i] = items_of_cell[i];
#else
  held[row] = items_in[cell];
#endif
}

void store_cell(Tile tile, uint row) {
  const uint cell = tile.first_item / CELL_ITEMS + cell_of(row);
#ifdef VECTOR_LOADS
  ElementVector items_of_cell;
  UNROLL for (uint i = 0; i < CELL_ITEMS; ++i) items_of_cell[i] = held[row * CELL_ITEMS + i];
  item_vectors_out[cell] = items_of_cell;
#else
  items_out[cell] = held[row];
#endif
}

// Where the items end, a cell of the tile may be cut. The cells before it are whole, those after it are empty:
//
//   items    | 0  1  2  3 | 4  5  6  7 | 8  9  .  . | .  .  .  . |      10 items: the third cell is cut
bool cuts_a_cell(Tile tile) { return tile.num_items % CELL_ITEMS != 0; }
bool is_cut(Tile tile, uint row) { return cell_of(row) == tile.num_items / CELL_ITEMS; }
bool is_whole(Tile tile, uint row) { return (cell_of(row) + 1) * CELL_ITEMS <= tile.num_items; }

// Whether the subgroup's cells are whole, all of them. Uniform over the subgroup: so it asks once, and then for no cell.
bool has_whole_cells(Tile tile) { return ALWAYS_CHECKED == 0 && end_of_cells() * CELL_ITEMS <= tile.num_items; }

// Whether this lane has the cut cell: one lane of the last tile, if any.
bool has_cut_cell(Tile tile) {
  bool has = false;
  UNROLL for (uint row = 0; row < NUM_ROWS; ++row) has = has || is_cut(tile, row);
  return has;
}

// The cut cell, item by item: once for the lane, and not in each of its rows. Nobody but this lane runs the code, so all of it has to
// be fetched first, and the less there is the better. A load beyond the end becomes one of the last item, so that none waits for a
// condition. (A tile with a cut cell has a last item.)
void load_cut_cell(Tile tile) {
  const uint first = tile.num_items / CELL_ITEMS * CELL_ITEMS;
  UNROLL for (uint i = 0; i < CELL_ITEMS; ++i) {
    const Element loaded = items_in[tile.first_item + min(first + i, tile.num_items - 1)];
    const Element item = first + i < tile.num_items ? loaded : identity();
    UNROLL for (uint row = 0; row < NUM_ROWS; ++row) {
      if (is_cut(tile, row)) held[row * CELL_ITEMS + i] = item;
    }
  }
}

void store_cut_cell(Tile tile) {
  const uint first = tile.num_items / CELL_ITEMS * CELL_ITEMS;
  UNROLL for (uint i = 0; i < CELL_ITEMS; ++i) {
    Element item = identity();
    UNROLL for (uint row = 0; row < NUM_ROWS; ++row) {
      if (is_cut(tile, row)) item = held[row * CELL_ITEMS + i];
    }
    if (first + i < tile.num_items) items_out[tile.first_item + first + i] = item;
  }
}

void load_tile(Tile tile) {
  if (has_whole_cells(tile)) {
    UNROLL for (uint row = 0; row < NUM_ROWS; ++row) load_cell(tile, row);
  } else {
    UNROLL for (uint row = 0; row < NUM_ROWS; ++row) {
      UNROLL for (uint i = 0; i < CELL_ITEMS; ++i) held[row * CELL_ITEMS + i] = identity();
      if (is_whole(tile, row)) load_cell(tile, row);
    }
    if (cuts_a_cell(tile) && has_cut_cell(tile)) load_cut_cell(tile);
  }
}

void store_tile(Tile tile) {
  if (has_whole_cells(tile)) {
    UNROLL for (uint row = 0; row < NUM_ROWS; ++row) store_cell(tile, row);
  } else {
    UNROLL for (uint row = 0; row < NUM_ROWS; ++row) {
      if (is_whole(tile, row)) store_cell(tile, row);
    }
    if (cuts_a_cell(tile) && has_cut_cell(tile)) store_cut_cell(tile);
  }
}

// Turns the items of a cell into their scan, inclusive within the cell, and returns the cell's aggregate.
Element scan_cell(uint row) {
  const uint first = row * CELL_ITEMS;
  UNROLL for (uint i = 1; i < CELL_ITEMS; ++i) held[first + i] = combine(held[first + i - 1], held[first + i]);
  return held[first + CELL_ITEMS - 1];
}

// Adds everything before the cell. For an exclusive scan each item takes the prefix of the one before it.
void finish_cell(uint row, Element prefix) {
  const uint first = row * CELL_ITEMS;
  if (EXCLUSIVE == 1) {
    UNROLL for (uint i = 1; i < CELL_ITEMS; ++i) {  // the last item first
      const uint item = first + CELL_ITEMS - i;
      held[item] = combine(prefix, held[item - 1]);
    }
    held[first] = prefix;
  } else {
    UNROLL for (uint i = 0; i < CELL_ITEMS; ++i) held[first + i] = combine(prefix, held[first + i]);
  }
}

// Scans what load_tile() brought, starting from `tile_prefix`. Returns, in the last subgroup, the aggregate of the tile.
Element scan_tile(Element tile_prefix) {
  Element cell_prefixes[NUM_ROWS];  // what lies between the start of the subgroup's items and the cell
  Element carry = identity();       // the rows before
  UNROLL for (uint row = 0; row < NUM_ROWS; ++row) {
    const Element within_row = subgroup_inclusive_scan(scan_cell(row));
    cell_prefixes[row] = combine(carry, subgroup_exclusive(within_row));
    carry = combine(carry, subgroup_last(within_row));
  }
  const Element before_subgroup = exclusive_prefix_of_subgroup(carry);
  const Element before = combine(tile_prefix, before_subgroup);
  UNROLL for (uint row = 0; row < NUM_ROWS; ++row) finish_cell(row, combine(before, cell_prefixes[row]));
  return combine(before_subgroup, carry);
}

Element before_subgroup;  // of the tile

// Scans what load_tile() brought, as if nothing came before the tile. Returns, in the last subgroup, the aggregate of the tile.
// What is before the subgroup is added later, together with what is before the tile: no row has to be remembered till then.
Element scan_tile_alone() {
  Element carry = identity();  // the rows before
  UNROLL for (uint row = 0; row < NUM_ROWS; ++row) {
    const Element within_row = subgroup_inclusive_scan(scan_cell(row));
    finish_cell(row, combine(carry, subgroup_exclusive(within_row)));
    carry = combine(carry, subgroup_last(within_row));
  }
  before_subgroup = exclusive_prefix_of_subgroup(carry);
  return combine(before_subgroup, carry);
}

void add_to_tile(Element tile_prefix) { thread_uniform_add(combine(tile_prefix, before_subgroup)); }
