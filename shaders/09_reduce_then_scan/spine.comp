#version 450
// Spine of reduce-then-scan: one workgroup scans the last level, which is one tile.
// Chapter 09.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/scan_tile.glsl"

void main() {
  const Tile tile = this_tile();
  load_tile(tile);
  scan_tile(identity());
  store_tile(tile);
}
