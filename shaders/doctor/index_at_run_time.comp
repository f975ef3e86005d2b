#version 450
// A self-test of the doctor: an array of 64-bit items with an index that is known only when the shader runs.
// Room: the doctor (common/harness/array_test.hpp); docs/driver-faults.md tells the story.
// SPDX-License-Identifier: MIT
//
// Each invocation holds NUM_HELD items that follow each other, and stores them again:
//
//   items_out[first + i] = items_in[first + (i + shift) % NUM_HELD]
//
// The shift comes from a buffer. So no index of the second loop is a constant, even if it is written out, and a compiler has little
// choice but to have the array in memory. With HOLD_HALVES an item is held as two numbers of 32 bits: that is the control.
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/items.glsl"

layout(std430, binding = BINDING_TILE_PREFIXES) readonly buffer Shift { uint shift; };

#ifndef NUM_HELD
#define NUM_HELD 8
#endif

#ifdef HOLD_HALVES
#define Held uvec2
Held held_of(Element item) { return unpackUint2x32(item); }
Element item_of(Held halves) { return packUint2x32(halves); }
#else
#define Held Element
Held held_of(Element item) { return item; }
Element item_of(Held item) { return item; }
#endif

Held held[NUM_HELD];

void main() {
  const uint first = gl_LocalInvocationID.x * NUM_HELD;
  for (uint i = 0; i < NUM_HELD; ++i) held[i] = held_of(items_in[first + i]);
  for (uint i = 0; i < NUM_HELD; ++i) items_out[first + i] = item_of(held[(i + shift) % NUM_HELD]);
}
