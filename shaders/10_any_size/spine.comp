#version 450
// Spine of one window: the scan starts from the carry of the windows before, and leaves the carry for the next.
// Chapter 10. The carry comes in one word and goes out in another: no invocation reads what another one overwrites.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/scan_tile.glsl"

layout(std430, binding = BINDING_CARRY_IN) readonly buffer CarryIn { Element carry_in; };
layout(std430, binding = BINDING_CARRY_OUT) writeonly buffer CarryOut { Element carry_out; };

void main() {
  const Tile tile = this_tile();
  load_tile(tile);
  const Element aggregate = scan_tile(carry_in);
  store_tile(tile);
  if (place() == WORKGROUP_SIZE - 1) carry_out = combine(carry_in, aggregate);
}
