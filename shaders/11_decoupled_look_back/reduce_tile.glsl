// The aggregate of any tile, by the whole workgroup, without the registers that hold its own items.
// Chapter 11. In the very order of scan_tile_alone(), so that even a float comes out as where the tile's own workgroup publishes
// it: the words of a state may come from both.
// SPDX-License-Identifier: MIT
Element item_or_identity(Tile tile, uint item) {
  return item < tile.num_items ? items_in[tile.first_item + item] : identity();
}

#if LOCAL_SCAN == LOCAL_SUBGROUP

Element reduce_cell(Tile tile, uint cell) {
#ifdef VECTOR_LOADS
  if (is_full(tile)) {
    const ElementCell items_of_cell = item_cells_in[tile.first_item / CELL_ITEMS + cell];
    Element aggregate = items_of_cell[0];
    UNROLL for (uint i = 1; i < CELL_ITEMS; ++i) aggregate = combine(aggregate, items_of_cell[i]);
    return aggregate;
  }
#endif
  Element aggregate = item_or_identity(tile, cell * CELL_ITEMS);
  UNROLL for (uint i = 1; i < CELL_ITEMS; ++i) {
    aggregate = combine(aggregate, item_or_identity(tile, cell * CELL_ITEMS + i));
  }
  return aggregate;
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
  const uint first = place() * GRAIN;
  Element aggregate = item_or_identity(tile, first);
  for (uint i = 1; i < GRAIN; ++i) aggregate = combine(aggregate, item_or_identity(tile, first + i));
  return scan_workgroup(aggregate).inclusive_prefix;
}

#endif
