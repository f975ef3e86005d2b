#version 450
// Second of two dispatches: each workgroup reduces the aggregates of the tiles before its own, then scans its tile.
// Chapter 11. The first dispatch is the upsweep of chapter 09. An invocation takes one aggregate: so there are no more tiles than
// a workgroup has invocations.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/scan_tile.glsl"

layout(std430, binding = BINDING_TILE_AGGREGATES) readonly buffer TileAggregates { Element tile_aggregates[]; };

shared Element prefix_of_workgroup;

// A scan rather than a reduction: scan_workgroup() is there, in the algorithm that the host chose, and keeps the order.
Element reduce_aggregates_before(Tile tile) {
  const bool is_before = place() < min(tile.index, parameters.num_tiles);
  const WorkgroupScan scanned = scan_workgroup(is_before ? tile_aggregates[place()] : identity());
  if (place() == WORKGROUP_SIZE - 1) prefix_of_workgroup = scanned.inclusive_prefix;
  barrier();  // the last invocation stored the prefix; all read it, and the scan of the tile uses this scan's shared memory
  return prefix_of_workgroup;
}

void main() {
  const Tile tile = this_tile();
  load_tile(tile);
  const Element tile_prefix = reduce_aggregates_before(tile);
  scan_tile_alone();
  add_to_tile(tile_prefix);
  store_tile(tile);
}
