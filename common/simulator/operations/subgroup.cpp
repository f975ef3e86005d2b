// Dispatches a subgroup operation to its family: votes here, the others in the files beside it.
// Room: common/simulator/operations.
// SPDX-License-Identifier: MIT
#include "simulator/operations/subgroup.hpp"

#include <algorithm>

#include "simulator/operations/lanes.hpp"
#include "simulator/operations/typed.hpp"

namespace scan::simulator {
namespace {

bool equal(const SubgroupCall& call, Bits a, Bits b) {
  if (!call.is_float) return a == b;
  return call.width == 64 ? from_bits<double>(a) == from_bits<double>(b)
                          : from_bits<float>(a) == from_bits<float>(b);
}

void vote(const SubgroupCall& call, std::span<const LaneValue> first, std::span<LaneValue> results) {
  const std::uint32_t leader = first_lane(call);
  if (call.opcode == spv::OpGroupNonUniformElect) {
    for_active(call, [&](std::uint32_t lane) { results[lane] = {.bits = lane == leader}; });
    return;
  }
  LaneValue all{.bits = 1}, any, all_equal{.bits = 1};
  for_active(call, [&](std::uint32_t lane) {
    const LaneValue& value = first[lane];
    all.bits &= value.bits;
    any.bits |= value.bits;
    all_equal.bits &= equal(call, value.bits, first[leader].bits) ? 1 : 0;
    for (LaneValue* const result : {&all, &any, &all_equal})
      result->data_depth = std::max(result->data_depth, value.data_depth);
  });
  const LaneValue result = call.opcode == spv::OpGroupNonUniformAll   ? all
                           : call.opcode == spv::OpGroupNonUniformAny ? any
                                                                      : all_equal;
  for_active(call, [&](std::uint32_t lane) { results[lane] = result; });
}

}  // namespace

SubgroupFamily family_of(spv::Op opcode) {
  switch (opcode) {
    case spv::OpGroupNonUniformElect:
    case spv::OpGroupNonUniformAll:
    case spv::OpGroupNonUniformAny:
    case spv::OpGroupNonUniformAllEqual: return SubgroupFamily::vote;
    case spv::OpGroupNonUniformBallot:
    case spv::OpGroupNonUniformInverseBallot:
    case spv::OpGroupNonUniformBallotBitExtract:
    case spv::OpGroupNonUniformBallotBitCount:
    case spv::OpGroupNonUniformBallotFindLSB:
    case spv::OpGroupNonUniformBallotFindMSB: return SubgroupFamily::ballot;
    case spv::OpGroupNonUniformBroadcast:
    case spv::OpGroupNonUniformBroadcastFirst:
    case spv::OpGroupNonUniformShuffle:
    case spv::OpGroupNonUniformShuffleXor:
    case spv::OpGroupNonUniformShuffleUp:
    case spv::OpGroupNonUniformShuffleDown:
    case spv::OpGroupNonUniformQuadBroadcast:
    case spv::OpGroupNonUniformQuadSwap: return SubgroupFamily::shuffle;
    case spv::OpGroupNonUniformIAdd:
    case spv::OpGroupNonUniformFAdd:
    case spv::OpGroupNonUniformIMul:
    case spv::OpGroupNonUniformFMul:
    case spv::OpGroupNonUniformSMin:
    case spv::OpGroupNonUniformUMin:
    case spv::OpGroupNonUniformFMin:
    case spv::OpGroupNonUniformSMax:
    case spv::OpGroupNonUniformUMax:
    case spv::OpGroupNonUniformFMax:
    case spv::OpGroupNonUniformBitwiseAnd:
    case spv::OpGroupNonUniformBitwiseOr:
    case spv::OpGroupNonUniformBitwiseXor:
    case spv::OpGroupNonUniformLogicalAnd:
    case spv::OpGroupNonUniformLogicalOr:
    case spv::OpGroupNonUniformLogicalXor: return SubgroupFamily::arithmetic;
    default: return SubgroupFamily::none;
  }
}

bool is_subgroup_operation(spv::Op opcode) {
  return family_of(opcode) != SubgroupFamily::none;
}

SubgroupCost subgroup_operation(const SubgroupCall& call, std::span<const LaneValue> first,
                                std::span<const LaneValue> second, std::span<LaneValue> results,
                                LaneMask& undefined) {
  switch (family_of(call.opcode)) {
    case SubgroupFamily::vote: vote(call, first, results); break;
    case SubgroupFamily::ballot: ballot(call, first, second, results); break;
    case SubgroupFamily::shuffle: shuffle(call, first, second, results, undefined); break;
    case SubgroupFamily::arithmetic: return arithmetic(call, first, results);
    case SubgroupFamily::none: break;
  }
  return {};
}

}  // namespace scan::simulator
