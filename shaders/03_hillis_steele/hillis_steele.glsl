// The scan of Hillis and Steele: in step k every invocation adds the value 2^k places before its own.
// Chapter 03.
// SPDX-License-Identifier: MIT
//
//   values   a     b     c     d      one array is read while the other is written: reading and writing
//   step 1   a    ab    bc    cd      the same array between two barriers would be a race
//   step 2   a    ab   abc  abcd
#include "lib/workgroup_scan.glsl"

shared Element values[2 * WORKGROUP_SIZE];  // two arrays: [0, WORKGROUP_SIZE) and [WORKGROUP_SIZE, 2 * WORKGROUP_SIZE)

WorkgroupScan scan_workgroup(Element value) {
  const uint me = gl_LocalInvocationID.x;
  uint from = 0;
  values[me] = value;
  barrier();  // every invocation wrote its value; the first step reads its neighbour's
  for (uint distance = 1; distance < WORKGROUP_SIZE; distance *= 2) {
    const uint to = WORKGROUP_SIZE - from;
    Element mine = values[from + me];
    if (me >= distance) mine = combine(values[from + me - distance], mine);
    values[to + me] = mine;
    barrier();  // every invocation wrote `to`; the next step reads it, and overwrites `from`, which all have read
    from = to;
  }
  return WorkgroupScan(me > 0 ? values[from + me - 1] : identity(), values[from + me]);
}
