#version 450
// Hillis–Steele in one array: a second barrier a step keeps the writes behind the reads.
// Chapter 03.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/workgroup_scan.glsl"

shared Element values[WORKGROUP_SIZE];

WorkgroupScan scan_workgroup(Element value) {
  const uint me = gl_LocalInvocationID.x;
  values[me] = value;
  barrier();  // every invocation wrote its value; the first step reads its neighbour's
  for (uint distance = 1; distance < WORKGROUP_SIZE; distance *= 2) {
    const Element earlier = me >= distance ? values[me - distance] : identity();
    barrier();  // every invocation has read; now the values may be overwritten
    if (me >= distance) values[me] = combine(earlier, values[me]);
    barrier();  // every invocation wrote; the next step reads
  }
  return WorkgroupScan(me > 0 ? values[me - 1] : identity(), values[me]);
}

#include "lib/scan_one_tile.glsl"
