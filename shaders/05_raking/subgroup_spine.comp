#version 450
// Raking by one subgroup, whatever its width: each lane rakes a run, and one subgroup scan takes the spine's place.
// Chapter 05.
// SPDX-License-Identifier: MIT
//
// The lanes of the raking subgroup hand each other nothing through shared memory, so no barrier stands between its steps.
#extension GL_GOOGLE_include_directive : require
#define USES_SUBGROUPS
#include "lib/prelude.glsl"
#include "lib/subgroup.glsl"
#include "lib/workgroup_scan.glsl"

shared Element values[WORKGROUP_SIZE];

WorkgroupScan scan_workgroup(Element value) {
  const uint me = gl_LocalInvocationID.x;
  values[me] = value;
  barrier();  // every value is stored; the raking subgroup reads them
  if (gl_SubgroupID == 0) {
    const uint run_items = (WORKGROUP_SIZE + gl_SubgroupSize - 1) / gl_SubgroupSize;
    const uint first = min(gl_SubgroupInvocationID * run_items, WORKGROUP_SIZE);
    const uint last = min(first + run_items, WORKGROUP_SIZE);
    Element aggregate = identity();
    for (uint i = first; i < last; ++i) aggregate = combine(aggregate, values[i]);
    Element prefix = subgroup_exclusive(subgroup_inclusive_scan(aggregate));
    for (uint i = first; i < last; ++i) {
      const Element raked = values[i];
      values[i] = prefix;
      prefix = combine(prefix, raked);
    }
  }
  barrier();  // the runs are scanned; every invocation reads its own value's prefix
  const Element exclusive_prefix = values[me];
  return WorkgroupScan(exclusive_prefix, combine(exclusive_prefix, value));
}

#include "lib/scan_one_tile.glsl"
