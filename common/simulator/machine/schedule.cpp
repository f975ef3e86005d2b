// Who runs next, by the schedule that was chosen.
// Room: common/simulator/machine.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "simulator/machine/machine.hpp"

namespace scan::simulator {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kLongestTurn = 64;  // steps, of a random schedule
constexpr std::uint32_t kTurns = 256;       // of lanes picked by chance, before another workgroup is

// Whether the step after it is always the next one, and nobody is waited for.
bool is_straight(Code code) {
  return code > Code::block && code < Code::jump;
}

}  // namespace

bool Machine::can_run(const Workgroup& group, const Lane& lane) const {
  return lane.state == LaneState::runnable && !is_stuck(group, lane);
}

bool Machine::may_run(const Workgroup& group) const {
  if (group.num_ended == workgroup_size_) return false;
  if (group.is_held) {
    const bool others_go_on = std::any_of(groups_.begin(), groups_.end(), [&](const auto& other) {
      return !other->is_held && other->num_ended < workgroup_size_;
    });
    if (others_go_on) return false;
  }
  return std::any_of(group.lanes.begin(), group.lanes.end(),
                     [&](const Lane& lane) { return can_run(group, lane); });
}

Workgroup* Machine::next_workgroup() {
  const std::size_t count = groups_.size();
  const bool by_chance = settings_.schedule == Schedule::random || settings_.schedule == Schedule::search;
  const bool backwards = settings_.schedule == Schedule::descending;
  const std::size_t first = by_chance ? random_() % count : next_group_ % count;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t which = (first + i) % count;
    Workgroup& group = *groups_[backwards ? count - 1 - which : which];
    if (!may_run(group)) continue;
    next_group_ = which + 1;
    return &group;
  }
  return nullptr;
}

void Machine::run_workgroup(Workgroup& group) {
  for (Lane& lane : group.lanes) lane.is_tired = false;
  switch (settings_.schedule) {
    case Schedule::ascending: return run_in_order(group, false);
    case Schedule::descending: return run_in_order(group, true);
    case Schedule::lockstep: return run_lockstep(group);
    case Schedule::random: return run_by_chance(group, false);
    case Schedule::search: return run_by_chance(group, true);
  }
}

void Machine::run_lane(Workgroup& group, Lane& lane, std::uint64_t max_steps, bool at_accesses) {
  if (recorder_ != nullptr || max_steps != kNoLimit) {
    interpret<true>(group, lane, max_steps, at_accesses);
  } else {
    interpret<false>(group, lane, max_steps, at_accesses);
  }
  if (tally_.instructions > settings_.budget) return report_budget(lane);
  settle(group, lane);
}

// Subgroup after subgroup, as far as each goes without the others.
void Machine::run_in_order(Workgroup& group, bool descending) {
  const std::uint32_t width = settings_.subgroup_width;
  const auto num_subgroups = static_cast<std::uint32_t>(group.runnable_of_subgroup.size());
  const bool was_held = group.is_held;
  for (std::uint32_t i = 0; i < num_subgroups; ++i) {
    const std::uint32_t subgroup = descending ? num_subgroups - 1 - i : i;
    const std::uint32_t begin = subgroup * width, end = std::min(begin + width, workgroup_size_);
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (std::uint32_t j = 0; j < end - begin; ++j) {
        Lane& lane = group.lanes[descending ? end - 1 - j : begin + j];
        if (lane.is_tired || !can_run(group, lane)) continue;
        const std::uint64_t interval = group.interval;
        run_lane(group, lane, kNoLimit, false);
        if (is_over_ || group.is_held != was_held) return;
        if (group.interval != interval) return;  // all passed a barrier: from the first invocation again
        goes_on = true;
      }
    }
  }
}

// The lanes at the earliest position make one step each, as if the subgroup had one program counter. Those that spin let
// others go first.
void Machine::run_lockstep(Workgroup& group) {
  const bool was_held = group.is_held;
  const std::uint64_t interval = group.interval;
  for (std::uint32_t subgroup = 0; subgroup < group.runnable_of_subgroup.size(); ++subgroup) {
    while (gather_earliest(group, subgroup)) {
      bool stay_together = true;
      while (stay_together) {
        stay_together = is_straight(program_.steps[together_.front()->step].code);
        for (Lane* lane : together_) {
          run_lane(group, *lane, 1, false);
          if (is_over_ || group.is_held != was_held) return;
        }
        if (group.interval != interval) return;
        // Lanes that have gone another way may wait where a stretch begins.
        stay_together = stay_together && program_.steps[together_.front()->step].code != Code::block;
      }
    }
  }
}

// The lanes of a subgroup that go next, all at one position; whether there are any.
bool Machine::gather_earliest(Workgroup& group, std::uint32_t subgroup) {
  const std::uint32_t begin = subgroup * settings_.subgroup_width;
  const std::uint32_t end = std::min(begin + settings_.subgroup_width, workgroup_size_);
  together_.clear();
  for (std::uint32_t local = begin; local < end; ++local) {
    Lane& lane = group.lanes[local];
    if (lane.is_tired || !can_run(group, lane)) continue;
    const int order = together_.empty() ? 0 : compare_positions(lane, *together_.front());
    if (order > 0) continue;
    if (order < 0) together_.clear();
    together_.push_back(&lane);
  }
  return !together_.empty();
}

void Machine::run_by_chance(Workgroup& group, bool at_accesses) {
  const bool was_held = group.is_held;
  together_.clear();
  for (Lane& lane : group.lanes) {
    if (can_run(group, lane)) together_.push_back(&lane);
  }
  for (std::uint32_t turn = 0; turn < kTurns && !together_.empty(); ++turn) {
    const std::size_t which = random_() % together_.size();
    Lane& lane = *together_[which];
    if (!can_run(group, lane)) {
      together_[which] = together_.back();
      together_.pop_back();
      continue;
    }
    run_lane(group, lane, at_accesses ? kNoLimit - 1 : 1 + random_() % kLongestTurn, at_accesses);
    if (is_over_ || group.is_held != was_held) return;
  }
}

}  // namespace scan::simulator
