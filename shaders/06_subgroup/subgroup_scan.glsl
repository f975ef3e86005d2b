// A workgroup scan out of subgroup scans: each subgroup scans its values, and the first one scans the subgroups' aggregates.
// Chapter 06. Any subgroup width, and more subgroups than a subgroup has lanes; the workgroup is a multiple of the width.
// SPDX-License-Identifier: MIT
#include "lib/subgroup.glsl"
#include "lib/workgroup_scan.glsl"

shared Element subgroup_prefixes[WORKGROUP_SIZE];  // one a subgroup; a subgroup may have a single lane

// Scans the subgroups' aggregates in place, as many at a time as there are lanes, with a carry from one time to the next.
void scan_subgroup_aggregates() {
  Element carry = identity();
  for (uint first = 0; first < gl_NumSubgroups; first += gl_SubgroupSize) {
    const uint subgroup = first + gl_SubgroupInvocationID;
    const bool has_subgroup = subgroup < gl_NumSubgroups;
    const Element aggregate = has_subgroup ? subgroup_prefixes[subgroup] : identity();
    const Element inclusive_prefix = combine(carry, subgroup_inclusive_scan(aggregate));
    if (has_subgroup) subgroup_prefixes[subgroup] = inclusive_prefix;
    carry = subgroup_last(inclusive_prefix);
  }
}

// Everything before this subgroup, given the aggregate of each (in its last lane); and the aggregate of the workgroup.
Element exclusive_prefix_of_subgroup(Element subgroup_aggregate) {
  if (gl_SubgroupInvocationID == gl_SubgroupSize - 1) subgroup_prefixes[gl_SubgroupID] = subgroup_aggregate;
  barrier();  // every subgroup's aggregate is stored; the first subgroup reads them
  if (gl_SubgroupID == 0) scan_subgroup_aggregates();
  barrier();  // the prefixes are written; every subgroup reads the one before its own
  return gl_SubgroupID > 0 ? subgroup_prefixes[gl_SubgroupID - 1] : identity();
}

WorkgroupScan scan_workgroup(Element value) {
  const Element within = subgroup_inclusive_scan(value);
  const Element before = exclusive_prefix_of_subgroup(within);
  return WorkgroupScan(combine(before, subgroup_exclusive(within)), combine(before, within));
}
