#version 450
// The doctor's self-test: an integer subgroup reduction in a branch, in a shape that a driver compiles wrongly.
// Room: the doctor (common/harness/self_test.hpp); docs/driver-faults.md tells the story.
// SPDX-License-Identifier: MIT
//
// A single pass in miniature, without its local scan: guarded loads, a look-back over two windows, guarded stores. What the
// look-back finds is known before, so every element is:
//
//   items_out[i] = items_in[i] + the value of every lane's state
//
// The GLSL is right. With REDUCE_BY_SCAN all is the same but the reduction: that is the control.
//
// A change that seems to have nothing to do with the fault can make it go away: one window in place of two, the first subgroup
// in place of the last, a ticket and a local scan besides. docs/driver-faults.md has the list. So whoever changes a line here
// asks the doctor, on a device with the fault, whether it still shows.
#extension GL_GOOGLE_include_directive : require
#define USES_SUBGROUPS
#include "lib/prelude.glsl"
#include "lib/grid.glsl"
#include "lib/item_vectors.glsl"
#include "lib/subgroup.glsl"

// As in a look-back: what the tiles before have published, one a lane. The host has filled in all of them.
layout(std430, binding = BINDING_TILE_PREFIXES) buffer TileStates { uint tile_states[]; };

const uint STATUS_SHIFT = 30;  // above the value
const uint STATUS_INVALID = 0;
const uint STATUS_PREFIX = 2;
const uint VALUE_MASK = (1u << STATUS_SHIFT) - 1;
const uint MAX_ROUNDS = 1000;

shared uint prefix_of_tile;

#ifndef NUM_VECTORS
#define NUM_VECTORS 8
#endif

// Written out, so that every vector and every test has registers of its own whatever the driver does with loops.
#if NUM_VECTORS == 7
#define FOR_EVERY_VECTOR(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6)
#elif NUM_VECTORS == 8
#define FOR_EVERY_VECTOR(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#elif NUM_VECTORS == 12
#define FOR_EVERY_VECTOR(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
#endif

// The one line that comes out wrong, and the control.
#ifdef REDUCE_BY_SCAN
uint reduce_lanes(uint value) { return subgroup_last(subgroup_inclusive_scan(value)); }
#else
uint reduce_lanes(uint value) { return subgroupAdd(value); }
#endif

// The same or in two forms: by a branch, and by bits, without one.
#ifdef OR_BY_BITS
#define EITHER(one, other) (uint(one) | uint(other)) != 0
#else
#define EITHER(one, other) one || other
#endif

// Before the first tile there is a prefix of nothing.
uint ask_for_state(int tile) { return tile >= 0 ? atomicOr(tile_states[uint(tile)], 0) : STATUS_PREFIX << STATUS_SHIFT; }

// The tiles before `tile`, a window of one a lane at a time, as far as the last prefix. No lane ever waits: the host has
// published all of the first window as aggregates, and the second lies before the first tile.
uint look_back(uint tile) {
  uint end = tile;
  uint prefix = 0;
  while (true) {
    const int tile_of_lane = int(end + gl_SubgroupInvocationID) - int(gl_SubgroupSize);
    uint state = 0;
    bool is_needed = true;
    bool has_prefix = false;
    uint round = 0;
    while (true) {
      state = ask_for_state(tile_of_lane);
      const uint status = state >> STATUS_SHIFT;
      const uvec4 prefixes = subgroupBallot(status == STATUS_PREFIX);
      has_prefix = prefixes != uvec4(0);
      is_needed = gl_SubgroupInvocationID >= (has_prefix ? subgroupBallotFindMSB(prefixes) : 0u);
      if (EITHER(subgroupBallot(is_needed && status == STATUS_INVALID) == uvec4(0), has_prefix)) break;
      if (++round >= MAX_ROUNDS) break;
    }
    prefix += reduce_lanes(is_needed ? state & VALUE_MASK : 0u);
    if (has_prefix) break;
    end -= gl_SubgroupSize;
  }
  return prefix;
}

uvec4 held[NUM_VECTORS];
uint num_padded() { return (parameters.num_items + 3) / 4 * 4; }  // the host pads the last vector with zeros
uint vector_of(uint i) { return (group_index() * NUM_VECTORS + i) * WORKGROUP_SIZE + gl_LocalInvocationID.x; }

// A vector is loaded and stored as a whole where all its items are there, else item by item, as far as they go. Such tests are
// kept from the loads to the stores, and one of them was taken for the compiler's own: whether every lane is active.
#define LOAD(i) load_vector(vector_of(i), held[i]);
void load_vector(uint vector, out uvec4 into) {
  into = uvec4(0);
  if (vector * 4 + 4 <= parameters.num_items) into = item_vectors_in[vector];
  else {
    if (vector * 4 + 0 < num_padded()) into.x = item_vectors_in[vector].x;
    if (vector * 4 + 1 < num_padded()) into.y = item_vectors_in[vector].y;
    if (vector * 4 + 2 < num_padded()) into.z = item_vectors_in[vector].z;
    if (vector * 4 + 3 < num_padded()) into.w = item_vectors_in[vector].w;
  }
}
void load_tile() { FOR_EVERY_VECTOR(LOAD) }

#define STORE(i) store_vector(vector_of(i), held[i] + prefix);
void store_vector(uint vector, uvec4 from) {
  if (vector * 4 + 4 <= parameters.num_items) item_vectors_out[vector] = from;
  else {
    if (vector * 4 + 0 < num_padded()) item_vectors_out[vector].x = from.x;
    if (vector * 4 + 1 < num_padded()) item_vectors_out[vector].y = from.y;
    if (vector * 4 + 2 < num_padded()) item_vectors_out[vector].z = from.z;
    if (vector * 4 + 3 < num_padded()) item_vectors_out[vector].w = from.w;
  }
}
void store_tile(uint prefix) { FOR_EVERY_VECTOR(STORE) }

bool is_last_lane() { return gl_SubgroupInvocationID == gl_SubgroupSize - 1; }
bool is_looker() { return gl_SubgroupID == gl_NumSubgroups - 1; }  // as in chapter 11

void main() {
  load_tile();
  if (is_looker()) {
    // The tile's number is the width, so one full window is before it. The driver cannot know that the shift leaves nothing.
    const uint prefix_of_tiles_before = look_back(gl_SubgroupSize + (parameters.num_tiles >> 31));
    if (is_last_lane()) prefix_of_tile = prefix_of_tiles_before;
  }
  barrier();  // the looker stored the prefix; all read it
  store_tile(prefix_of_tile);
}
