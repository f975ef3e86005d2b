// Joins and looks up what invocations know of each other.
// Room: common/simulator/races.
// SPDX-License-Identifier: MIT
#include "simulator/races/knowledge.hpp"

#include <algorithm>
#include <span>

namespace scan::simulator {
namespace {

std::uint32_t bound_of(std::span<const ClockBound> bounds, std::uint32_t key) {
  const auto found =
      std::lower_bound(bounds.begin(), bounds.end(), key,
                       [](const ClockBound& bound, std::uint32_t wanted) { return bound.of < wanted; });
  return found != bounds.end() && found->of == key ? found->below : 0;
}

/// Both lists in one, with the further bound of each.
std::vector<ClockBound> merge(std::span<const ClockBound> first, std::span<const ClockBound> second) {
  std::vector<ClockBound> merged;
  merged.reserve(first.size() + second.size());
  auto left = first.begin(), right = second.begin();
  while (left != first.end() && right != second.end()) {
    if (left->of == right->of) {
      merged.push_back({left->of, std::max(left->below, right->below)});
      ++left, ++right;
    } else {
      merged.push_back(left->of < right->of ? *left++ : *right++);
    }
  }
  merged.insert(merged.end(), left, first.end());
  merged.insert(merged.end(), right, second.end());
  return merged;
}

}  // namespace

bool Knowledge::holds(std::uint32_t workgroup, std::uint32_t invocation, std::uint32_t clock) const {
  return clock < bound_of(workgroups, workgroup) || clock < bound_of(invocations, invocation);
}

KnowledgePtr join(const KnowledgePtr& first, const KnowledgePtr& second, std::uint32_t workgroup_shift) {
  if (!second || first == second) return first;
  if (!first) return second;
  Knowledge both{.workgroups = merge(first->workgroups, second->workgroups),
                 .invocations = merge(first->invocations, second->invocations)};
  auto workgroup = both.workgroups.begin();
  std::erase_if(both.invocations, [&](const ClockBound& bound) {
    const std::uint32_t number = bound.of >> workgroup_shift;
    while (workgroup != both.workgroups.end() && workgroup->of < number) ++workgroup;
    return workgroup != both.workgroups.end() && workgroup->of == number && bound.below <= workgroup->below;
  });
  if (both == *first) return first;
  if (both == *second) return second;
  return std::make_shared<const Knowledge>(std::move(both));
}

}  // namespace scan::simulator
