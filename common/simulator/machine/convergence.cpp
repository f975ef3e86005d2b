// Who waits for whom: subgroup operations for the lanes that come to the same instance, barriers for the whole workgroup.
// Room: common/simulator/machine. Source: the SPIR-V specification, sections 2.2.5 (control flow) and 3.49.21 (barriers),
// and the extension SPV_KHR_maximal_reconvergence.
//
// A subgroup operation runs once no lane of the subgroup can go on. Of the places where lanes wait the earliest one in the
// order of the source comes first, so that a lane in a branch or a loop goes before those that wait behind it.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/machine/machine.hpp"

namespace scan::simulator {

// Less than 0 where the left one is earlier: in an earlier round of a loop around both, or at an earlier step.
int Machine::compare_positions(const Lane& left, const Lane& right) const {
  const std::vector<std::uint32_t>& left_nest = program_.nests[program_.nest_of_step[left.step]];
  const std::vector<std::uint32_t>& right_nest = program_.nests[program_.nest_of_step[right.step]];
  for (std::size_t i = 0; i < std::min(left_nest.size(), right_nest.size()); ++i) {
    if (left_nest[i] != right_nest[i]) break;
    const std::uint32_t left_round = left.rounds[left_nest[i]], right_round = right.rounds[right_nest[i]];
    if (left_round != right_round) return left_round < right_round ? -1 : 1;
  }
  if (left.step == right.step) return 0;
  return left.step < right.step ? -1 : 1;
}

// After a lane has run: whoever waited for it may go on.
void Machine::settle(Workgroup& group, Lane& lane) {
  if (lane.state == LaneState::runnable) return;
  if (lane.state == LaneState::ended) {
    ++group.num_ended;
    ++changes_;
  }
  --group.num_runnable;
  if (--group.runnable_of_subgroup[lane.who.subgroup] == 0) resolve_subgroup(group, lane.who.subgroup);
  if (group.num_runnable == 0 && group.num_ended < workgroup_size_) pass_workgroup_barrier(group);
}

void Machine::resolve_subgroup(Workgroup& group, std::uint32_t subgroup) {
  const std::uint32_t begin = subgroup * settings_.subgroup_width;
  const std::uint32_t end = std::min(begin + settings_.subgroup_width, workgroup_size_);
  waiting_.clear();
  for (std::uint32_t local = begin; local < end; ++local) {
    Lane& lane = group.lanes[local];
    if (lane.state != LaneState::at_subgroup_step) continue;
    const int order = waiting_.empty() ? 0 : compare_positions(lane, *waiting_.front());
    if (order > 0) continue;
    if (order < 0) waiting_.clear();
    waiting_.push_back(&lane);
  }
  if (waiting_.empty()) return;
  const Step& step = program_.steps[waiting_.front()->step];
  if (step.code == Code::subgroup) {
    run_subgroup_step(group, step);
  } else {
    std::vector<std::uint32_t> locals;
    for (const Lane* lane : waiting_) locals.push_back(lane->who.local);
    races_.subgroup_barrier(group.number, locals, program_.barriers[step.a]);
  }
  for (Lane* lane : waiting_) {
    ++lane->step;
    lane->state = LaneState::runnable;
    lane->spin.is_stuck = false;  // what it met here may take it elsewhere; else the next round shows
  }
  const auto num_resumed = static_cast<std::uint32_t>(waiting_.size());
  group.num_runnable += num_resumed;
  group.runnable_of_subgroup[subgroup] += num_resumed;
}

void Machine::run_subgroup_step(Workgroup& group, const Step& step) {
  const SubgroupStep& operation = program_.subgroup_steps[step.a];
  const std::uint32_t width = settings_.subgroup_width;
  SubgroupCall call = operation.call;
  call.subgroup_width = width;
  const auto lane_number = [&](const Lane& lane) {
    return lane.who.local % width;
  };
  for (const Lane* lane : waiting_) call.active.set(lane_number(*lane));

  // A ballot is a vector as one operand; other vectors are operated on component by component.
  const bool takes_ballot = operation.takes_ballot;
  const bool gives_ballot = call.opcode == spv::OpGroupNonUniformBallot;
  const std::size_t num_calls =
      takes_ballot || gives_ballot ? 1 : std::max<std::size_t>(operation.first.size(), 1);
  const std::size_t first_stride = takes_ballot ? kBallotWords : 1,
                    result_stride = gives_ballot ? kBallotWords : 1;
  first_.assign(width * first_stride, {});
  second_.assign(width, {});
  results_.assign(width * result_stride, {});
  SubgroupCost cost;
  for (std::size_t component = 0; component < num_calls; ++component) {
    for (const Lane* lane : waiting_) {
      for (std::size_t i = 0; i < first_stride && !operation.first.empty(); ++i)
        first_[lane_number(*lane) * first_stride + i] = lane->cells[operation.first[component + i]];
      if (operation.has_second) second_[lane_number(*lane)] = lane->cells[operation.second];
    }
    LaneMask undefined;
    const SubgroupCost of_component = subgroup_operation(call, first_, second_, results_, undefined);
    cost.work += of_component.work;
    cost.depth = std::max(cost.depth, of_component.depth);
    const bool adds_up = call.opcode == spv::OpGroupNonUniformAllEqual && component > 0;
    for (Lane* lane : waiting_) {
      for (std::size_t i = 0; i < result_stride; ++i) {
        LaneValue& result = lane->cells[operation.result[adds_up ? 0 : component + i]];
        const LaneValue& value = results_[lane_number(*lane) * result_stride + i];
        result = adds_up ? LaneValue{result.bits & value.bits, std::max(result.data_depth, value.data_depth)}
                         : value;
        tally_.deepest = std::max(tally_.deepest, result.data_depth);
      }
    }
  }
  tally_.work += cost.work;
  if (recorder_ != nullptr) record_subgroup(group, step, cost);
}

void Machine::pass_workgroup_barrier(Workgroup& group) {
  Lane& first = group.lanes.front();
  const bool all_are_here = std::all_of(group.lanes.begin(), group.lanes.end(), [&](const Lane& lane) {
    return lane.state == LaneState::at_barrier && compare_positions(lane, first) == 0;
  });
  if (!all_are_here) {
    report_divergent(group);
    is_over_ = true;
    return;
  }
  const Step& step = program_.steps[first.step];
  races_.workgroup_barrier(group.number, program_.barriers[step.a]);
  if (recorder_ != nullptr) record_interval(group, &step);
  ++group.interval;
  ++changes_;
  for (Lane& lane : group.lanes) {
    ++lane.step;
    lane.state = LaneState::runnable;
    ++lane.barriers;
  }
  tally_.barriers = std::max(tally_.barriers, first.barriers);
  group.num_runnable = workgroup_size_;
  const std::uint32_t width = settings_.subgroup_width;
  std::fill(group.runnable_of_subgroup.begin(), group.runnable_of_subgroup.end(), width);
  if (workgroup_size_ % width != 0) group.runnable_of_subgroup.back() = workgroup_size_ % width;
}

// Equal for lanes of a subgroup that come to a step in the same rounds of the loops around it.
std::uint64_t Machine::instance_of(const Lane& lane, std::uint32_t step) const {
  std::uint64_t hash = step;
  for (const std::uint32_t loop : program_.nests[program_.nest_of_step[step]]) {
    hash = (hash ^ lane.rounds[loop]) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace scan::simulator
