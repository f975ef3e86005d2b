// One invocation's steps, one after the other, until it has to wait.
// Room: common/simulator/machine.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/machine/machine.hpp"

namespace scan::simulator {
namespace {

bool touches_memory(Code code) {
  return code == Code::load_shared || code == Code::store_shared || code == Code::load_buffer ||
         code == Code::store_buffer || code == Code::atomic;
}

std::uint32_t low(Bits bits) {
  return static_cast<std::uint32_t>(bits);
}

}  // namespace

// Steps are counted for `max_steps` and the others of the last two parameters looked at only where kWatched.
template <bool kWatched>
void Machine::interpret(Workgroup& group, Lane& lane, std::uint64_t max_steps, bool at_accesses) {
  const Step* const steps = program_.steps.data();
  LaneValue* const cells = lane.cells;
  std::uint32_t at = lane.step;
  std::uint64_t num_steps = 0;
  for (;;) {
    const Step& step = steps[at];
    if constexpr (kWatched) {
      const bool stops = num_steps >= max_steps ||
                         (at_accesses && num_steps > 0 && touches_memory(step.code) && random_() % 2 == 0);
      if (stops) {
        lane.step = at;
        return;
      }
      ++num_steps;
      if (traced_) follow_sources(group, lane, step);
    }
    const LaneValue& a = cells[step.a];
    const LaneValue& b = cells[step.b];
    LaneValue& d = cells[step.d];
    const auto largest = [&] {
      return std::max(a.data_depth, b.data_depth);
    };
    // Of two operands: an application of the operator where both carry data.
    const auto combined = [&](bool counts, Bits bits) -> LaneValue {
      std::uint32_t depth = std::max(a.data_depth, b.data_depth);
      if (counts && a.data_depth != 0 && b.data_depth != 0) {
        ++depth;
        ++tally_.work;
        tally_.deepest = std::max(tally_.deepest, depth);
        if constexpr (kWatched) {
          if (recorder_ != nullptr) record_combine(group, lane, step, {bits, depth});
        }
      }
      return {bits, depth};
    };
    switch (step.code) {
      case Code::block:
        ++tally_.stretches[step.a];
        tally_.instructions += weights_[step.a];
        break;
      case Code::move: d = a; break;
      case Code::scalar: {
        const LaneValue& c = cells[step.c];
        const std::uint32_t depth = std::max(largest(), c.data_depth);
        d = {step.apply(a.bits, b.bits, c.bits, 0), depth};
        break;
      }
      case Code::scalar_plain: d = {step.apply(a.bits, b.bits, cells[step.c].bits, 0), 0}; break;
      case Code::scalar_combines: {
        const LaneValue& c = cells[step.c];
        const std::uint32_t third = c.data_depth;
        LaneValue result = combined(true, step.apply(a.bits, b.bits, c.bits, 0));
        result.data_depth = std::max(result.data_depth, third);
        d = result;
        break;
      }
      case Code::scalar_long: {
        const std::vector<Slot>& slots = program_.lists[step.a];
        std::uint32_t depth = 0;
        for (const Slot slot : slots) depth = std::max(depth, cells[slot].data_depth);
        d = {step.apply(cells[slots[0]].bits, cells[slots[1]].bits, cells[slots[2]].bits,
                        cells[slots[3]].bits),
             depth};
        break;
      }
      case Code::select: d = a.bits != 0 ? b : cells[step.c]; break;
      case Code::add_u32: d = combined(step.count != 0, low(a.bits + b.bits)); break;
      case Code::subtract_u32: d = {low(a.bits - b.bits), largest()}; break;
      case Code::multiply_u32: d = combined(step.count != 0, low(a.bits * b.bits)); break;
      case Code::less_u32: d = {a.bits < b.bits, 0}; break;
      case Code::at_least_u32: d = {a.bits >= b.bits, 0}; break;
      case Code::greater_u32: d = {a.bits > b.bits, 0}; break;
      case Code::equal_u32: d = {a.bits == b.bits, 0}; break;
      case Code::not_equal_u32: d = {a.bits != b.bits, 0}; break;
      case Code::logical_and: d = {a.bits & b.bits, 0}; break;
      case Code::apply_operator: d = combined(true, cells[step.c].bits); break;
      case Code::apply_operators: apply_operators<kWatched>(group, lane, step); break;
      case Code::load_local: load_local(lane, step); break;
      case Code::store_local: store_local(lane, step); break;
      case Code::load_shared: load<kWatched>(*group.shared, group, lane, step); break;
      case Code::load_buffer: load<kWatched>(*sites_[step.a].memory, group, lane, step); break;
      case Code::store_shared: store<kWatched>(*group.shared, group, lane, step); break;
      case Code::store_buffer: store<kWatched>(*sites_[step.a].memory, group, lane, step); break;
      case Code::load_parameter: load_parameter(lane, step); break;
      case Code::atomic:
        if (atomic<kWatched>(group, lane, step) && group.is_starved && !group.is_held) {
          group.is_held = true;
          lane.step = at + 1;
          return;
        }
        break;
      case Code::array_length: d = {array_length(step), 0}; break;
      case Code::jump: at = step.a; continue;
      case Code::branch: at = a.bits != 0 ? step.b : step.c; continue;
      case Code::choose: at = chosen(step, a.bits); continue;
      case Code::enter_loop: lane.rounds[step.a] = 0; break;
      case Code::next_loop:
        ++lane.rounds[step.a];
        if (--lane.spin.rounds_left == 0 && come_round(lane, at, step.a)) {
          lane.step = at + 1;
          return;
        }
        break;
      case Code::memory_barrier: races_.fence(lane.who, program_.barriers[step.a]); break;
      case Code::subgroup:
      case Code::subgroup_barrier:
        lane.step = at;
        lane.state = LaneState::at_subgroup_step;
        return;
      case Code::workgroup_barrier:
        lane.step = at;
        lane.state = LaneState::at_barrier;
        return;
      case Code::end:
        lane.step = at;
        lane.state = LaneState::ended;
        return;
    }
    ++at;
  }
}

std::uint32_t Machine::chosen(const Step& step, Bits selector) const {
  const Switch& choice = program_.switches[step.b];
  for (const auto& [bits, target] : choice.cases) {
    if (bits == selector) return target;
  }
  return choice.otherwise;
}

template <bool kWatched>
void Machine::apply_operators(Workgroup& group, Lane& lane, const Step& step) {
  const OperatorCall& call = program_.operator_calls[step.a];
  LaneValue* const cells = lane.cells;
  const auto deepest = [&](const std::vector<Slot>& slots) {
    std::uint32_t depth = 0;
    for (const Slot slot : slots) depth = std::max(depth, cells[slot].data_depth);
    return depth;
  };
  const auto apply = [&](std::uint32_t earlier, std::uint32_t later) {
    std::uint32_t depth = std::max(earlier, later);
    if (earlier == 0 || later == 0) return depth;
    ++depth;
    ++tally_.work;
    tally_.deepest = std::max(tally_.deepest, depth);
    return depth;
  };
  const std::uint32_t earlier_depth = deepest(call.earlier), later_depth = deepest(call.later);
  if (!call.by_component) {
    const std::uint32_t depth = apply(earlier_depth, later_depth);
    for (std::size_t i = 0; i < call.result.size(); ++i)
      cells[call.result[i]] = {cells[call.computed[i]].bits, depth};
  } else {
    for (std::size_t i = 0; i < call.result.size(); ++i) {
      cells[call.result[i]] = {cells[call.computed[i]].bits,
                               apply(cells[call.earlier[i]].data_depth, cells[call.later[i]].data_depth)};
    }
  }
  if constexpr (kWatched) {
    if (recorder_ != nullptr) record_combines(group, lane, step, call);
  }
}

template void Machine::interpret<false>(Workgroup&, Lane&, std::uint64_t, bool);
template void Machine::interpret<true>(Workgroup&, Lane&, std::uint64_t, bool);

}  // namespace scan::simulator
