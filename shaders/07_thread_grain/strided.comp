#version 450
// One tile in subgroup-strided order: neighbouring lanes touch neighbouring memory.
// Chapter 07.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#define USES_SUBGROUPS
#include "lib/prelude.glsl"
#include "07_thread_grain/strided.glsl"

void main() {
  const Tile tile = this_tile();
  load_tile(tile);
  scan_tile(identity());
  store_tile(tile);
}
