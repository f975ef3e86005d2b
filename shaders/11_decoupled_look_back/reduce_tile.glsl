// The aggregate of a tile that blocks, by the whole workgroup, without the registers that hold its own items.
// Chapter 11. Such a tile has another one behind it, and so it is full: nothing is checked. And it is reduced in the very order of
// scan_tile_alone(), so that even a float comes out as where the tile's own workgroup publishes it: the words of a state may
// come from both.
// SPDX-License-Identifier: MIT
#if LOCAL_SCAN == LOCAL_SUBGROUP

Element reduce_cell(Tile tile, uint cell) {
#ifdef VECTOR_LOADS
  const ElementVector items_of_cell = item_vectors_in[tile.first_item / CELL_ITEMS + cell];
  Element aggregate = items_of_cell[0];
  UNROLL for (uint i = 1; i < CELL_ITEMS; ++i) aggregate = combine(aggregate, items_of_cell[i]);
  return aggregate;
#else
  return items_in[tile.first_item + cell];
#endif
}

// The result is valid in the last subgroup.
Element reduce_tile(Tile tile) {
  Element carry = identity();
  UNROLL for (uint row = 0; row < NUM_ROWS; ++row) {
    carry = combine(carry, subgroup_last(subgroup_inclusive_scan(reduce_cell(tile, cell_of(row)))));
  }
  return combine(exclusive_prefix_of_subgroup(carry), carry);
}

#else

// The result is valid in the last invocation.
Element reduce_tile(Tile tile) {
  const uint first = tile.first_item + place() * GRAIN;
  Element aggregate = items_in[first];
  for (uint i = 1; i < GRAIN; ++i) aggregate = combine(aggregate, items_in[first + i]);
  return scan_workgroup(aggregate).inclusive_prefix;
}

#endif
