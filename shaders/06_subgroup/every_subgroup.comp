#version 450
// One barrier: every subgroup reduces the aggregates before its own, all of them doing the same work at the same time.
// Chapter 06.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#define USES_SUBGROUPS
#include "lib/prelude.glsl"
#include "lib/subgroup.glsl"
#include "lib/workgroup_scan.glsl"

shared Element subgroup_aggregates[WORKGROUP_SIZE];  // one a subgroup; a subgroup may have a single lane

// The aggregate of subgroups 0 to gl_SubgroupID - 1, as many at a time as there are lanes.
Element reduce_earlier_subgroups() {
  Element prefix = identity();
  for (uint first = 0; first < gl_SubgroupID; first += gl_SubgroupSize) {
    const uint subgroup = first + gl_SubgroupInvocationID;
    const Element aggregate = subgroup < gl_SubgroupID ? subgroup_aggregates[subgroup] : identity();
    prefix = combine(prefix, subgroup_last(subgroup_inclusive_scan(aggregate)));
  }
  return prefix;
}

WorkgroupScan scan_workgroup(Element value) {
  const Element within = subgroup_inclusive_scan(value);
  if (gl_SubgroupInvocationID == gl_SubgroupSize - 1) subgroup_aggregates[gl_SubgroupID] = within;
  barrier();  // every subgroup's aggregate is stored; the later subgroups read them
  const Element before = reduce_earlier_subgroups();
  return WorkgroupScan(combine(before, subgroup_exclusive(within)), combine(before, within));
}

#include "lib/scan_one_tile.glsl"
