#version 450
// One tile in blocked order: GRAIN items an invocation, scanned in registers around a workgroup scan of the aggregates.
// Chapter 07.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/local_scan.glsl"
#include "07_thread_grain/blocked.glsl"

void main() {
  const Tile tile = this_tile();
  load_tile(tile);
  scan_tile(identity());
  store_tile(tile);
}
