// Values that move between lanes: broadcasts, shuffles, and the two within quads.
// Room: common/simulator/operations.
// SPDX-License-Identifier: MIT
#include "simulator/operations/lanes.hpp"

namespace scan::simulator {
namespace {

constexpr std::uint32_t kQuadLanes = 4;

// The lane that `lane` takes its value from; it may be past the subgroup. In 64 bits: no sum wraps into it again, and
// a delta larger than the lane wraps far out of it.
std::uint64_t source_of(const SubgroupCall& call, std::uint32_t lane, Bits operand) {
  switch (call.opcode) {
    case spv::OpGroupNonUniformBroadcastFirst: return first_lane(call);
    case spv::OpGroupNonUniformShuffleXor: return lane ^ operand;
    case spv::OpGroupNonUniformShuffleUp: return lane - operand;
    case spv::OpGroupNonUniformShuffleDown: return lane + operand;
    case spv::OpGroupNonUniformQuadBroadcast: return lane / kQuadLanes * kQuadLanes + operand;
    // Direction 0 is horizontal, 1 vertical, 2 diagonal.
    case spv::OpGroupNonUniformQuadSwap: return lane ^ (call.direction + 1);
    default: return operand;
  }
}

}  // namespace

void shuffle(const SubgroupCall& call, std::span<const LaneValue> first, std::span<const LaneValue> second,
             std::span<LaneValue> results, LaneMask& undefined) {
  for_active(call, [&](std::uint32_t lane) {
    const Bits operand = lane < second.size() ? second[lane].bits : 0;
    const std::uint64_t source = source_of(call, lane, operand);
    const bool takes_part = source < call.subgroup_width && call.active[source];
    if (!takes_part) undefined.set(lane);
    results[lane] = takes_part ? first[source] : LaneValue{};
  });
}

}  // namespace scan::simulator
