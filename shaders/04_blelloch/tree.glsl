// Blelloch's work-efficient scan: an upsweep that reduces along a tree, and a downsweep that hands prefixes back down it.
// Chapter 04. The workgroup is a power of two. With PADDED the tree's slots are spread over the banks of shared memory.
// SPDX-License-Identifier: MIT
//
//   upsweep    a  ab   c  abcd     each right child takes its left sibling's aggregate before its own
//   clear      a  ab   c  -        the root's prefix is the identity
//   downsweep  a  -    c  ab       the left child gets the parent's prefix,
//              -  a   ab  abc      the right child that prefix and the left child's aggregate
#include "lib/workgroup_scan.glsl"

#ifdef PADDED
shared Element tree[WORKGROUP_SIZE + WORKGROUP_SIZE / NUM_BANKS];
uint slot(uint index) { return index + index / NUM_BANKS; }  // one unused word after every 32
#else
shared Element tree[WORKGROUP_SIZE];
uint slot(uint index) { return index; }
#endif

void upsweep(uint me) {
  for (uint stride = 1; stride < WORKGROUP_SIZE; stride *= 2) {
    const uint right = (me + 1) * 2 * stride - 1;
    if (right < WORKGROUP_SIZE) tree[slot(right)] = combine(tree[slot(right - stride)], tree[slot(right)]);
    barrier();  // this level is written; the next level, or the clearing of the root, reads it
  }
}

void downsweep(uint me) {
  for (uint stride = WORKGROUP_SIZE / 2; stride > 0; stride /= 2) {
    const uint right = (me + 1) * 2 * stride - 1;
    if (right < WORKGROUP_SIZE) {
      const Element left_aggregate = tree[slot(right - stride)];
      const Element parent_prefix = tree[slot(right)];
      tree[slot(right - stride)] = parent_prefix;
      tree[slot(right)] = combine(parent_prefix, left_aggregate);
    }
    barrier();  // this level's prefixes are written; the level below, or the caller, reads them
  }
}

WorkgroupScan scan_workgroup(Element value) {
  const uint me = gl_LocalInvocationID.x;
  tree[slot(me)] = value;
  barrier();  // every leaf is written; the upsweep reads its neighbour
  upsweep(me);
  if (me == 0) tree[slot(WORKGROUP_SIZE - 1)] = identity();
  barrier();  // the root is cleared; the downsweep reads it
  downsweep(me);
  const Element exclusive_prefix = tree[slot(me)];
  return WorkgroupScan(exclusive_prefix, combine(exclusive_prefix, value));
}
