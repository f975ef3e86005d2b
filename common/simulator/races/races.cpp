// Dispatches, and who knows what in them.
// Room: common/simulator/races.
// SPDX-License-Identifier: MIT
#include "simulator/races/races.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scan/errors.hpp"
#include "simulator/races/state.hpp"

namespace scan::simulator {

RaceDetector::RaceDetector() : state_(std::make_unique<State>()) {}
RaceDetector::~RaceDetector() = default;
RaceDetector::RaceDetector(RaceDetector&&) noexcept = default;
RaceDetector& RaceDetector::operator=(RaceDetector&&) noexcept = default;

void RaceDetector::begin_dispatch(std::uint32_t num_workgroups, std::uint32_t workgroup_size,
                                  std::uint32_t subgroup_width) {
  State& state = *state_;
  if (state.dispatch == kMaxDispatches) {
    throw LimitError(
        fmt::format("the simulated device has run {} dispatches and allows no more", kMaxDispatches));
  }
  const State::Shape shape{.workgroup_size = workgroup_size,
                           .workgroup_shift = static_cast<std::uint32_t>(std::bit_width(workgroup_size - 1)),
                           .subgroup_width = subgroup_width};
  const std::uint64_t numbers = std::uint64_t{num_workgroups} << shape.workgroup_shift;
  if (numbers > UINT32_MAX) {
    throw LimitError(fmt::format("{} workgroups of {} invocations are asked; the simulator allows {}",
                                 num_workgroups, workgroup_size, UINT32_MAX >> shape.workgroup_shift));
  }
  ++state.dispatch;
  state.shape = shape;
  state.shapes.push_back(shape);
  state.bases.assign(num_workgroups, {});
  state.own.assign(numbers, 0);
  state.invocation_orders.clear();
  state.workgroup_orders.clear();
  state.workgroup_orders.resize(num_workgroups);
}

void RaceDetector::dispatch_barrier() {
  state_->first_live_dispatch = state_->dispatch + 1;
  state_->shapes.clear();
}

const KnowledgePtr& RaceDetector::State::known_by(std::uint32_t number, std::uint32_t workgroup,
                                                  std::size_t storage) const {
  static const KnowledgePtr nothing;
  if (own[number] != 0) {
    const KnowledgePtr& known = invocation_orders[own[number] - 1][storage].known;
    if (known) return known;
  }
  return workgroup_orders[workgroup] ? (*workgroup_orders[workgroup])[storage].known : nothing;
}

WorkgroupOrder& RaceDetector::State::workgroup_order(std::uint32_t workgroup, std::size_t storage) {
  auto& orders = workgroup_orders[workgroup];
  if (!orders) orders = std::make_unique<std::array<WorkgroupOrder, 2>>();
  return (*orders)[storage];
}

InvocationOrder& RaceDetector::State::invocation_order(std::uint32_t number, std::uint32_t workgroup,
                                                       std::size_t storage) {
  if (own[number] == 0) {
    invocation_orders.emplace_back();
    own[number] = static_cast<std::uint32_t>(invocation_orders.size());
  }
  InvocationOrder& order = invocation_orders[own[number] - 1][storage];
  if (!order.is_listed) {
    order.is_listed = true;
    workgroup_order(workgroup, storage).special.push_back(invocation(number).local);
  }
  return order;
}

MemoryScope RaceDetector::State::scope_of(std::uint32_t first, std::uint32_t second) const {
  if (first == second) return MemoryScope::invocation;
  const Invocation one = invocation(first), other = invocation(second);
  if (one.workgroup != other.workgroup) return MemoryScope::device;
  return one.subgroup == other.subgroup ? MemoryScope::subgroup : MemoryScope::workgroup;
}

}  // namespace scan::simulator
