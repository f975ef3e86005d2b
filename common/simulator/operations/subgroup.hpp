// What subgroup operations compute, over all lanes that take part at once, and what their networks cost.
// Room: common/simulator/operations. Source: the SPIR-V specification, section 3.49.24 (non-uniform instructions);
// Hillis and Steele, Data parallel algorithms, 1986.
// SPDX-License-Identifier: MIT
#pragma once

#include <glslang/SPIRV/spirv.hpp>

#include <bitset>
#include <cstdint>
#include <span>

#include "simulator/operations/operations.hpp"
#include "simulator/settings.hpp"

namespace scan::simulator {

using LaneMask = std::bitset<kMaxSubgroupWidth>;

/// Words of a ballot: a uvec4, whatever the width.
inline constexpr std::uint32_t kBallotWords = 4;

/// A scalar as a lane holds it. data_depth is 0 for a value that carries no data from the items, otherwise
/// 1 + the longest chain of applications of the operator behind it.
struct LaneValue {
  Bits bits = 0;
  std::uint32_t data_depth = 0;
};

/// The operands of one scalar component of an instruction.
struct SubgroupCall {
  spv::Op opcode = spv::OpNop;
  spv::GroupOperation group_operation =
      spv::GroupOperationReduce;   // of arithmetic and of a ballot's bit count
  std::uint32_t cluster_size = 0;  // of clustered arithmetic
  std::uint32_t width = 32;        // bits of the value
  bool is_float = false;           // of OpGroupNonUniformAllEqual's value
  std::uint32_t direction = 0;     // of quad swap
  LaneMask active;                 // lanes that take part
  std::uint32_t subgroup_width = 32;
};

/// What a call cost: applications of the operator to data, and the longest chain of them. An application is counted where
/// both of its operands carry data; anything else moves its operand on for nothing. Lanes that take no part hold
/// identities, which carry no data.
///
/// A scan takes Hillis and Steele's steps of distance 1, 2, 4 … below the width: each lane that has one so far before it
/// combines with it. Where all w lanes carry data: work w log2 w - w + 1, depth log2 w. An exclusive scan is an inclusive
/// one shifted up by a lane, and costs the same. A reduction is a tree: work w - 1, depth log2 w; one by clusters of c:
/// work w / c * (c - 1), depth log2 c. Votes, ballots and shuffles cost nothing.
struct SubgroupCost {
  std::uint64_t work = 0;
  std::uint32_t depth = 0;
};

/// `first` and `second` are the operands of each lane (second: the lane, delta or mask of a shuffle, the index of a
/// broadcast or of a ballot's bit; unused otherwise), `results` has room for each lane; spans have subgroup_width
/// elements. A ballot is kBallotWords elements a lane, lane after lane: `results` of OpGroupNonUniformBallot, `first` of
/// what takes a ballot apart. Results of lanes that take no part are left alone. OpGroupNonUniformElect has no operand. Of
/// a vector's OpGroupNonUniformAllEqual, call once a component: all of them have to be equal.
///
/// A shuffle or broadcast from a lane that takes no part gives 0, and sets the bit of the lane that asked in `undefined`.
/// A result has the data_depth that its operands give it along the network above; what is moved keeps its own; a vote or
/// a ballot has the largest of what went into it.
///
/// Float operators are applied from lane 0 upwards, beginning with the identity, whatever the network: so does llvmpipe,
/// and rounding depends on it.
SubgroupCost subgroup_operation(const SubgroupCall& call, std::span<const LaneValue> first,
                                std::span<const LaneValue> second, std::span<LaneValue> results,
                                LaneMask& undefined);

/// Whether an opcode is a subgroup operation that is simulated.
bool is_subgroup_operation(spv::Op opcode);

}  // namespace scan::simulator
