#version 450
// Blelloch's tree, two levels at a time: each invocation owns a subtree of four, and needs no barrier inside it.
// Chapter 04. The workgroup is a power of two.
// SPDX-License-Identifier: MIT
//
// A barrier may be left out where the same invocation wrote what is read next, and for no other reason. "The first 32
// invocations run in lock-step" is none: no specification promises it, and subgroups are 8 or 64 wide elsewhere.
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/workgroup_scan.glsl"

shared Element tree[WORKGROUP_SIZE + WORKGROUP_SIZE / NUM_BANKS];
uint slot(uint index) { return index + index / NUM_BANKS; }

// The slots of the four children of one subtree, first to last; their aggregates end at the last slot.
uvec4 children(uint subtree, uint stride) {
  const uint last = (subtree + 1) * 4 * stride - 1;
  return uvec4(slot(last - 3 * stride), slot(last - 2 * stride), slot(last - stride), slot(last));
}

void reduce_subtree(uvec4 child) {
  const Element first_two = combine(tree[child.x], tree[child.y]);
  tree[child.y] = first_two;
  tree[child.w] = combine(first_two, combine(tree[child.z], tree[child.w]));
}

void scan_subtree(uvec4 child, Element prefix) {
  const Element first = tree[child.x];
  const Element first_two = tree[child.y];
  const Element third = tree[child.z];
  tree[child.x] = prefix;
  tree[child.y] = combine(prefix, first);
  const Element prefix_of_third = combine(prefix, first_two);
  tree[child.z] = prefix_of_third;
  tree[child.w] = combine(prefix_of_third, third);
}

WorkgroupScan scan_workgroup(Element value) {
  const uint me = gl_LocalInvocationID.x;
  tree[slot(me)] = value;
  barrier();  // every leaf is written; the upsweep reads four

  // Upsweep: all whole levels of four but the topmost subtree.
  uint stride = 1;
  for (; stride * 4 < WORKGROUP_SIZE; stride *= 4) {
    if ((me + 1) * 4 * stride <= WORKGROUP_SIZE) reduce_subtree(children(me, stride));
    barrier();  // these two levels are written; the next two, or the top, read them
  }

  // The top has four children, or two, or in a workgroup of one invocation a single one. Invocation 0 alone reads and
  // writes them: up, the root's identity, and down again without a barrier.
  if (me == 0) {
    if (stride * 4 == WORKGROUP_SIZE) {
      reduce_subtree(children(0, stride));
      scan_subtree(children(0, stride), identity());
    } else if (stride * 2 == WORKGROUP_SIZE) {
      tree[slot(2 * stride - 1)] = tree[slot(stride - 1)];
      tree[slot(stride - 1)] = identity();
    } else {
      tree[slot(0)] = identity();
    }
  }
  barrier();  // the top's prefixes are written; the subtrees below read theirs

  // Downsweep: the same levels back.
  while (stride > 1) {
    stride /= 4;
    if ((me + 1) * 4 * stride <= WORKGROUP_SIZE) {
      const uvec4 child = children(me, stride);
      scan_subtree(child, tree[child.w]);
    }
    barrier();  // the prefixes of these two levels are written; the level below, or the caller, reads them
  }
  const Element exclusive_prefix = tree[slot(me)];
  return WorkgroupScan(exclusive_prefix, combine(exclusive_prefix, value));
}

#include "lib/scan_one_tile.glsl"
