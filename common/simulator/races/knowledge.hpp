// What one invocation knows of the others: up to which clock their accesses come before its own next one.
// Room: common/simulator/races.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace scan::simulator {

/// All accesses with a clock below this one are known.
struct ClockBound {
  std::uint32_t of = 0;  // a workgroup, or an invocation by its number in the dispatch
  std::uint32_t below = 0;
  bool operator==(const ClockBound&) const = default;
};

/// Never changed once made, so that messages, workgroups and invocations can share it. Both lists are sorted, and an
/// invocation is listed only where it is known further than its workgroup.
struct Knowledge {
  std::vector<ClockBound> workgroups;   // holds for each invocation of the workgroup
  std::vector<ClockBound> invocations;  // whose number is workgroup << workgroup_shift | local
  bool operator==(const Knowledge&) const = default;

  bool holds(std::uint32_t workgroup, std::uint32_t invocation, std::uint32_t clock) const;
};

/// Null is knowledge of nothing.
using KnowledgePtr = std::shared_ptr<const Knowledge>;

/// Everything that either knows. Gives back one of the two where it has it all.
KnowledgePtr join(const KnowledgePtr& first, const KnowledgePtr& second, std::uint32_t workgroup_shift);

}  // namespace scan::simulator
