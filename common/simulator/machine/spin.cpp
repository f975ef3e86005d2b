// Loops that go round without anything changing: who spins lets others run, and what can never end is found out.
// Room: common/simulator/machine. Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20, 1980
// (how a cycle is found with one snapshot).
//
// A lane is stuck when its frame at the end of a round is the one it had at the end of an earlier round, and memory has not
// changed in between: what it does next depends on nothing else, so as long as memory stays it repeats itself for ever. In
// a loop with subgroup operations it also depends on the lanes that it meets there: then all of them must be.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/machine/machine.hpp"

namespace scan::simulator {
namespace {

// Rounds without a change of memory before a loop is watched, and before its lane lets others run.
constexpr std::uint32_t kPatience = 1024, kPatienceWithAtomics = 16;

bool equal(const std::vector<LaneValue>& snapshot, const LaneValue* cells) {
  for (std::size_t i = 0; i < snapshot.size(); ++i) {
    if (snapshot[i].bits != cells[i].bits) return false;
  }
  return true;
}

}  // namespace

// Called every so many rounds, at the end of one. Says whether the lane should let others run.
bool Machine::come_round(Lane& lane, std::uint32_t step, std::uint32_t number) {
  const Loop& loop = program_.loops[number];
  SpinWatch& spin = lane.spin;
  spin.rounds_left = 1;
  if (tally_.instructions > settings_.budget) return true;
  const bool is_quiet = spin.seen_changes == changes_ && spin.step != 0;
  if (!is_quiet || (spin.step != step && takes_over(lane, step))) {
    spin.seen_changes = changes_;
    spin.step = step;
    spin.is_stuck = false;
    spin.quiet_rounds = spin.rounds_elsewhere = 0;
    spin.next_snapshot = 1;
    spin.snapshot.clear();
    if (!is_quiet) spin.rounds_left = loop.has_atomics ? kPatienceWithAtomics : kPatience;
    return false;
  }
  if (spin.step == step) {
    ++spin.quiet_rounds;
    spin.rounds_elsewhere = 0;
    if (!spin.snapshot.empty() && equal(spin.snapshot, lane.cells)) {
      spin.is_stuck = true;
    } else if (spin.quiet_rounds >= spin.next_snapshot) {
      spin.is_stuck = false;
      spin.snapshot.assign(lane.cells, lane.cells + program_.frame.size());
      spin.next_snapshot = spin.quiet_rounds * 2;
    }
  }
  lane.is_tired = loop.reads_memory || spin.is_stuck;
  return lane.is_tired;
}

// Of loops within loops the outer one is watched, for it may be the one that repeats; but not for ever, if it is never
// seen again.
bool Machine::takes_over(Lane& lane, std::uint32_t step) const {
  SpinWatch& spin = lane.spin;
  const auto depth_of = [&](std::uint32_t at) {
    return program_.nests[program_.nest_of_step[at]].size();
  };
  if (depth_of(step) < depth_of(spin.step)) return true;
  if (++spin.rounds_elsewhere <= spin.most_rounds_elsewhere) return false;
  spin.most_rounds_elsewhere *= 2;
  return true;
}

bool Machine::is_stuck(const Workgroup& group, const Lane& lane) const {
  const SpinWatch& spin = lane.spin;
  if (!spin.is_stuck || spin.seen_changes != changes_) return false;
  const Loop& loop = program_.loops[program_.steps[spin.step].a];
  if (!loop.waits_for_subgroup) return true;
  const auto goes_on = [&](const Lane& other) {
    const bool is_known = other.spin.is_stuck && other.spin.seen_changes == changes_;
    const bool is_out = other.state == LaneState::ended || other.state == LaneState::at_barrier;
    return !is_known && !is_out;
  };
  const std::uint32_t width = settings_.subgroup_width;
  const std::uint32_t begin = lane.who.subgroup * width;
  const std::uint32_t end = std::min(begin + width, workgroup_size_);
  return std::none_of(group.lanes.begin() + begin, group.lanes.begin() + end, goes_on);
}

// No invocation on the machine can go on, or all that can are stuck.
void Machine::conclude_stalled() {
  const Lane* endless = nullptr;
  for (const auto& group : groups_) {
    for (const Lane& lane : group->lanes) {
      if (lane.state != LaneState::runnable || !lane.spin.is_stuck) continue;
      if (program_.loops[program_.steps[lane.spin.step].a].reads_memory) {
        report_stalled(*group, lane);
        is_over_ = true;
        return;
      }
      endless = &lane;
    }
  }
  is_over_ = true;
  if (endless != nullptr) report_endless(*endless);
}

}  // namespace scan::simulator
