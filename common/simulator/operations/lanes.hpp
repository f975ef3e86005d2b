// The families of subgroup operations, and how they go over the lanes that take part.
// Room: common/simulator/operations. Only subgroup*.cpp include it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "simulator/operations/subgroup.hpp"

namespace scan::simulator {

enum class SubgroupFamily { none, vote, ballot, shuffle, arithmetic };

SubgroupFamily family_of(spv::Op opcode);

template <typename Visit>
void for_active(const SubgroupCall& call, Visit visit) {
  for (std::uint32_t lane = 0; lane < call.subgroup_width; ++lane) {
    if (call.active[lane]) visit(lane);
  }
}

/// The first lane that takes part, or the subgroup's width where none does.
inline std::uint32_t first_lane(const SubgroupCall& call) {
  std::uint32_t lane = 0;
  while (lane < call.subgroup_width && !call.active[lane]) ++lane;
  return lane;
}

void ballot(const SubgroupCall& call, std::span<const LaneValue> first, std::span<const LaneValue> second,
            std::span<LaneValue> results);
void shuffle(const SubgroupCall& call, std::span<const LaneValue> first, std::span<const LaneValue> second,
             std::span<LaneValue> results, LaneMask& undefined);
SubgroupCost arithmetic(const SubgroupCall& call, std::span<const LaneValue> first,
                        std::span<LaneValue> results);

}  // namespace scan::simulator
