// Reduces one value an invocation to the workgroup's aggregate: by a tree in shared memory, by raking, or by subgroups.
// Chapter 09. Any workgroup size; by subgroups, a multiple of their width. The result is valid in the invocation at place 0.
// SPDX-License-Identifier: MIT
#if REDUCTION == REDUCTION_TREE

#include "lib/workgroup_scan.glsl"

shared Element tree[WORKGROUP_SIZE];

Element reduce_workgroup(Element value) {
  const uint me = gl_LocalInvocationID.x;
  tree[me] = value;
  barrier();  // every value is stored; the first level reads its neighbour
  for (uint stride = 1; stride < WORKGROUP_SIZE; stride *= 2) {
    if (me % (2 * stride) == 0 && me + stride < WORKGROUP_SIZE) tree[me] = combine(tree[me], tree[me + stride]);
    barrier();  // this level is written; the next level, or the caller, reads it
  }
  return tree[0];
}

#elif REDUCTION == REDUCTION_RAKING

#include "05_raking/raking.glsl"

Element reduce_workgroup(Element value) {
  const uint me = gl_LocalInvocationID.x;
  rake_aggregates(me, value);
  Element aggregate = identity();
  if (me == 0) {
    for (uint raker = 0; raker < NUM_RAKERS; ++raker) aggregate = combine(aggregate, run_prefixes[raker]);
  }
  return aggregate;
}

#elif REDUCTION == REDUCTION_SUBGROUP

#include "lib/subgroup.glsl"
#include "lib/workgroup_scan.glsl"

shared Element subgroup_aggregates[WORKGROUP_SIZE];  // one a subgroup; a subgroup may have a single lane

// A scan's last lane rather than subgroupAdd(): it serves every operator and type, and keeps their order.
Element subgroup_reduce(Element value) { return subgroup_last(subgroup_inclusive_scan(value)); }

// The same for the aggregates of the subgroups, of which there may be more than lanes.
Element reduce_subgroup_aggregates() {
  Element aggregate = identity();
  for (uint first = 0; first < gl_NumSubgroups; first += gl_SubgroupSize) {
    const uint subgroup = first + gl_SubgroupInvocationID;
    const Element value = subgroup < gl_NumSubgroups ? subgroup_aggregates[subgroup] : identity();
    aggregate = combine(aggregate, subgroup_reduce(value));
  }
  return aggregate;
}

Element reduce_workgroup(Element value) {
  const Element subgroup_aggregate = subgroup_reduce(value);
  if (gl_SubgroupInvocationID == 0) subgroup_aggregates[gl_SubgroupID] = subgroup_aggregate;
  barrier();  // every subgroup's aggregate is stored; the first subgroup reads them
  Element aggregate = identity();
  if (gl_SubgroupID == 0) aggregate = reduce_subgroup_aggregates();
  return aggregate;
}

#endif
