#version 450
// The doctor's self-test: an integer subgroup reduction in a branch, in the shape in which a driver compiles it wrongly.
// Room: the doctor (common/harness/self_test.hpp); docs/driver-faults.md tells the story.
// SPDX-License-Identifier: MIT
//
// The GLSL is right. It takes all of this for the fault to show:
//
//   load_tile()        guarded loads: each vector of this invocation is inside, or is not loaded    many tests stay in registers
//   wait_for_value()   a loop that ends on two ballots, joined by an or; its body never runs here
//   reduce_lanes()     an integer subgroupAdd() in a branch that is uniform: is every lane active?  a further test …
//   store_tile()       guarded stores, by the same tests as the loads                               … and the wrong one is taken
//
// Where the last vector of a lane is outside, the reduction is left out, and the mask of the lanes, 0xFFFFFFFF, is what remains.
// So only a tile that is not full can show it. With REDUCE_BY_SCAN all is the same but the reduction: that is the control.
//
//   items_out[i] = items_in[i] + the value of every lane's state
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
const uint VECTOR_ITEMS = 4;

#ifndef NUM_VECTORS
#define NUM_VECTORS 7  // the smallest that was ever compiled wrongly
#endif

uvec4 held[NUM_VECTORS];
shared uint aggregate_of_workgroup;

// Written out, so that every vector and every test has registers of its own whatever the driver does with loops.
#if NUM_VECTORS == 6
#define FOR_EVERY_VECTOR(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
#elif NUM_VECTORS == 7
#define FOR_EVERY_VECTOR(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6)
#elif NUM_VECTORS == 8
#define FOR_EVERY_VECTOR(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#endif

uint vector_of(uint i) {
  return (group_index() * NUM_VECTORS + i) * WORKGROUP_SIZE + gl_LocalInvocationID.x;
}

// The last vector that has an item is whole: the host pads it with zeros.
bool has_vector(uint i) { return vector_of(i) < (parameters.num_items + VECTOR_ITEMS - 1) / VECTOR_ITEMS; }

#define LOAD(i) held[i] = uvec4(0); if (has_vector(i)) held[i] = item_vectors_in[vector_of(i)];
void load_tile() { FOR_EVERY_VECTOR(LOAD) }

uint ask_for_state() { return atomicOr(tile_states[gl_SubgroupInvocationID], 0); }

bool has_ended(uint state) {
  const uint status = state >> STATUS_SHIFT;
  const bool some_prefix = subgroupBallot(status == STATUS_PREFIX) != uvec4(0);
  const bool none_invalid = subgroupBallot(status == STATUS_INVALID) == uvec4(0);
  return some_prefix || none_invalid;
}

uint wait_for_value() {
  uint state = ask_for_state();
  for (uint round = 0; round < MAX_ROUNDS && !has_ended(state); ++round) state = ask_for_state();
  return state & VALUE_MASK;
}

#ifdef REDUCE_BY_SCAN
uint reduce_lanes(uint value) { return subgroup_last(subgroup_inclusive_scan(value)); }
#else
uint reduce_lanes(uint value) { return subgroupAdd(value); }
#endif

void share_aggregate(uint aggregate) {
  if (gl_SubgroupInvocationID == 0) aggregate_of_workgroup = aggregate;
}

#define STORE(i) if (has_vector(i)) item_vectors_out[vector_of(i)] = held[i] + aggregate_of_workgroup;
void store_tile() { FOR_EVERY_VECTOR(STORE) }

void main() {
  load_tile();
#ifdef LOOP_BEFORE_BRANCH
  const uint value = wait_for_value();
  if (gl_SubgroupID == 0) share_aggregate(reduce_lanes(value));
#else
  if (gl_SubgroupID == 0) share_aggregate(reduce_lanes(wait_for_value()));
#endif
  barrier();  // the first subgroup stored the aggregate; all read it
  store_tile();
}
