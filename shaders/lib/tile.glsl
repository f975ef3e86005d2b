// The tile of a workgroup: which items it has. A spare group of the grid has a tile without items.
// Room: shaders/lib.
// SPDX-License-Identifier: MIT
#include "lib/grid.glsl"

const uint TILE_ITEMS = WORKGROUP_SIZE * GRAIN;

struct Tile {
  uint index;  // among those of the dispatch
  uint first_item;
  uint num_items;  // TILE_ITEMS, but for the last tile (at least 1) and for spare groups (0)
};

Tile tile_at(uint index) {
  if (index >= parameters.num_tiles) return Tile(index, 0, 0);
  const uint first_item = index * TILE_ITEMS;
  return Tile(index, first_item, min(parameters.num_items - first_item, TILE_ITEMS));
}

Tile this_tile() { return tile_at(group_index()); }

// Uniform over the workgroup: a full tile is loaded and stored without a bounds check for every item.
bool is_full(Tile tile) { return ALWAYS_CHECKED == 0 && tile.num_items == TILE_ITEMS; }
