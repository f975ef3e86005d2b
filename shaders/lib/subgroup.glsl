// Scans and shifts within a subgroup of any width, for every element type and operator.
// Room: shaders/lib. All lanes of the subgroup are active and call together; the host asks for full subgroups.
// SPDX-License-Identifier: MIT

#if ELEMENT_TYPE == ELEMENT_UINT64

// Subgroup operations on 64-bit integers are an extension of their own; two shuffles of 32 bits work everywhere.
Element shuffle_up(Element value, uint delta) {
  const uvec2 halves = unpackUint2x32(value);
  return packUint2x32(uvec2(subgroupShuffleUp(halves.x, delta), subgroupShuffleUp(halves.y, delta)));
}
Element shuffle(Element value, uint lane) {
  const uvec2 halves = unpackUint2x32(value);
  return packUint2x32(uvec2(subgroupShuffle(halves.x, lane), subgroupShuffle(halves.y, lane)));
}

#else

Element shuffle_up(Element value, uint delta) { return subgroupShuffleUp(value, delta); }
Element shuffle(Element value, uint lane) { return subgroupShuffle(value, lane); }

#endif

#if OPERATOR == OPERATOR_SUM && ELEMENT_TYPE != ELEMENT_UINT64 && !defined(SUBGROUP_SCAN_BY_SHUFFLES)

Element subgroup_inclusive_scan(Element value) { return subgroupInclusiveAdd(value); }

#else

// Hillis and Steele's steps, in registers: no array and no barrier. Seven reach across 128 lanes, the most that there are.
Element subgroup_inclusive_scan(Element value) {
  UNROLL for (uint i = 0; i < 7; ++i) {
    const uint distance = 1u << i;
    if (distance < gl_SubgroupSize) {
      const Element earlier = shuffle_up(value, distance);
      if (gl_SubgroupInvocationID >= distance) value = combine(earlier, value);
    }
  }
  return value;
}

#endif

// From inclusive to exclusive: each lane takes the prefix of the lane before it, the first the identity.
Element subgroup_exclusive(Element inclusive_prefix) {
  const Element earlier = shuffle_up(inclusive_prefix, 1);
  return gl_SubgroupInvocationID > 0 ? earlier : identity();
}

// The value of the last lane: of an inclusive scan, the aggregate.
Element subgroup_last(Element value) { return shuffle(value, gl_SubgroupSize - 1); }
