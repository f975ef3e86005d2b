#version 450
// First dispatch of scan-then-propagate, on every level: each workgroup scans its tile and writes the tile's aggregate.
// Chapter 08.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/scan_tile.glsl"
#include "lib/tile_aggregates.glsl"

// The last level has one tile, and nobody above who would want its aggregate.
void publish_aggregate(Tile tile, Element aggregate) {
  const bool is_wanted = tile.num_items > 0 && parameters.num_tiles > 1;
  if (is_wanted && place() == WORKGROUP_SIZE - 1) tile_aggregates[tile.index] = aggregate;
}

void main() {
  const Tile tile = this_tile();
  load_tile(tile);
  const Element aggregate = scan_tile(identity());
  store_tile(tile);
  publish_aggregate(tile, aggregate);
}
