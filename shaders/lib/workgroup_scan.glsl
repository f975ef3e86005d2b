// What a workgroup scan gives back. Each algorithm of chapters 03 to 06 defines `WorkgroupScan scan_workgroup(Element value)`.
// Room: shaders/lib. Every invocation of the workgroup calls it, once; the last one's inclusive_prefix is the aggregate of all.
// It has a barrier of the whole workgroup, whatever the algorithm: chapter 11 counts on that.
// SPDX-License-Identifier: MIT
struct WorkgroupScan {
  Element exclusive_prefix;  // all values of the invocations before this one
  Element inclusive_prefix;  // the same and this invocation's own
};

// This invocation's place in the order of the scan. Subgroup algorithms go by lanes: their order is the one that counts.
uint place() {
#ifdef USES_SUBGROUPS
  return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
#else
  return gl_LocalInvocationID.x;
#endif
}
