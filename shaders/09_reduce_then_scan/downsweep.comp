#version 450
// Downsweep of reduce-then-scan, level by level: each workgroup scans its tile, starting from the prefix in hand.
// Chapter 09.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/scan_tile.glsl"
#include "lib/tile_prefixes.glsl"

// The last tile first: the upsweep read it last, so its items may still be in the cache. Spare groups stay spare.
Tile this_tile_from_the_end() {
  const uint group = group_index();
  return tile_at(group < parameters.num_tiles ? parameters.num_tiles - 1 - group : group);
}

void main() {
  const Tile tile = this_tile_from_the_end();
  load_tile(tile);
  scan_tile(tile.num_items > 0 ? tile_prefixes[tile.index] : identity());
  store_tile(tile);
}
