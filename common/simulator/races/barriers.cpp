// What barriers of workgroups and subgroups order: by themselves, or by the fences around them.
// Room: common/simulator/races.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "simulator/races/state.hpp"

namespace scan::simulator {
namespace {

/// As a release and an acquire in one, for the storage class.
bool is_ordering(const Semantics& semantics, std::size_t storage, MemoryScope at_least) {
  return orders(semantics, storage) && semantics.acquire && semantics.release && semantics.scope >= at_least;
}

/// One half of a barrier's fence: what comes before the invocations meet, and what comes after.
Semantics release_of(Semantics semantics) {
  semantics.acquire = false;
  return semantics;
}
Semantics acquire_of(Semantics semantics) {
  semantics.release = false;
  return semantics;
}

}  // namespace

void RaceDetector::State::fence_lanes(std::uint32_t workgroup, std::span<const std::uint32_t> lanes,
                                      std::size_t storage, const Semantics& semantics) {
  for (const std::uint32_t local : lanes)
    fence((workgroup << shape.workgroup_shift) | local, workgroup, storage, semantics);
}

void RaceDetector::State::ordering_barrier(std::uint32_t workgroup, std::size_t storage,
                                           const Semantics& semantics) {
  std::uint32_t& base = bases[workgroup][storage];
  const bool is_wide = semantics.scope == MemoryScope::device;
  if (!workgroup_orders[workgroup] && !is_wide) {
    ++base;  // nobody knows of other workgroups: passing the barrier says it all
    return;
  }
  WorkgroupOrder& order = workgroup_order(workgroup, storage);
  std::uint32_t latest = base;
  KnowledgePtr known = join(order.known, order.pending, shape.workgroup_shift);
  order.pending = nullptr;
  for (const std::uint32_t local : order.special) {
    const std::uint32_t number = (workgroup << shape.workgroup_shift) | local;
    acquire_fence(number, workgroup, storage, semantics);
    InvocationOrder& own_order = invocation_orders[own[number] - 1][storage];
    known = join(known, own_order.known, shape.workgroup_shift);
    latest = std::max(latest, own_order.clock);
    own_order.known = nullptr;
    own_order.is_listed = false;
  }
  // Who has taken something in that no fence has made good yet keeps it.
  std::erase_if(order.special, [&](std::uint32_t local) {
    InvocationOrder& own_order =
        invocation_orders[own[(workgroup << shape.workgroup_shift) | local] - 1][storage];
    own_order.is_listed = std::any_of(
        own_order.pending.begin(), own_order.pending.end(), [](const ByScope<KnowledgePtr>& pending) {
          return std::any_of(pending.begin(), pending.end(),
                             [](const KnowledgePtr& one) { return one != nullptr; });
        });
    return !own_order.is_listed;
  });
  base = latest + 1;
  order.known = std::move(known);
  order.has_new_fence = false;
  if (!is_wide) return;
  // It is a release fence too. Within the workgroup, everybody has passed it.
  const std::size_t sorts = semantics.shared_memory && semantics.buffers ? 2 : 1;
  for (std::size_t fences = 0; fences < sorts; ++fences) {
    order.released[fences][index_of(MemoryScope::device)] = {order.known, base, 0, true};
  }
}

void RaceDetector::State::meeting_barrier(std::uint32_t workgroup, std::size_t storage) {
  if (!workgroup_orders[workgroup]) return;
  WorkgroupOrder& order = workgroup_order(workgroup, storage);
  if (!order.has_new_fence) return;
  order.has_new_fence = false;

  Knowledge past;  // the invocations' own, up to their fences
  std::uint32_t lowest = UINT32_MAX, num_fences = 0;
  KnowledgePtr known = order.pending;
  std::vector<std::uint32_t> locals = order.special;
  std::sort(locals.begin(), locals.end());
  for (const std::uint32_t local : locals) {
    const std::uint32_t number = (workgroup << shape.workgroup_shift) | local;
    const Released& fence =
        invocation_orders[own[number] - 1][storage].released[kAnyFence][index_of(MemoryScope::workgroup)];
    if (!fence.exists) continue;
    known = join(known, fence.known, shape.workgroup_shift);
    past.invocations.push_back({number, fence.below});
    lowest = std::min(lowest, fence.below);
    ++num_fences;
  }
  if (num_fences == shape.workgroup_size) {
    past.workgroups.push_back({workgroup, lowest});
    std::erase_if(past.invocations, [&](const ClockBound& bound) { return bound.below <= lowest; });
  }
  order.pending = join(known, std::make_shared<const Knowledge>(std::move(past)), shape.workgroup_shift);
}

void RaceDetector::workgroup_barrier(std::uint32_t workgroup, const Semantics& semantics) {
  State& state = *state_;
  for (const std::size_t storage : {kShared, kBuffers}) {
    if (is_ordering(semantics, storage, MemoryScope::workgroup)) {
      state.ordering_barrier(workgroup, storage, semantics);
      continue;
    }
    std::vector<std::uint32_t> lanes;
    if (orders(semantics, storage)) {
      lanes.resize(state.shape.workgroup_size);
      std::iota(lanes.begin(), lanes.end(), 0U);
    }
    if (semantics.release) state.fence_lanes(workgroup, lanes, storage, release_of(semantics));
    state.meeting_barrier(workgroup, storage);
    if (semantics.acquire) state.fence_lanes(workgroup, lanes, storage, acquire_of(semantics));
  }
}

void RaceDetector::State::ordering_barrier(std::uint32_t workgroup, std::span<const std::uint32_t> lanes,
                                           std::size_t storage, const Semantics& semantics) {
  KnowledgePtr known;
  Knowledge past;
  for (const std::uint32_t local : lanes) {
    const std::uint32_t number = (workgroup << shape.workgroup_shift) | local;
    acquire_fence(number, workgroup, storage, semantics);
    known = join(known, known_by(number, workgroup, storage), shape.workgroup_shift);
    past.invocations.push_back({number, clock_of(number, workgroup, storage) + 1});
  }
  std::sort(past.invocations.begin(), past.invocations.end(),
            [](const ClockBound& first, const ClockBound& second) { return first.of < second.of; });
  known = join(known, std::make_shared<const Knowledge>(std::move(past)), shape.workgroup_shift);
  for (const std::uint32_t local : lanes) {
    const std::uint32_t number = (workgroup << shape.workgroup_shift) | local;
    invocation_order(number, workgroup, storage).known = known;
    release_fence(number, workgroup, storage, semantics);  // its clock goes on
  }
}

void RaceDetector::State::meeting_barrier(std::uint32_t workgroup, std::span<const std::uint32_t> lanes,
                                          std::size_t storage) {
  KnowledgePtr met;
  for (const std::uint32_t local : lanes) {
    const std::uint32_t number = (workgroup << shape.workgroup_shift) | local;
    const Released* const last = last_release(number, workgroup, storage, kAnyFence, MemoryScope::subgroup);
    if (last) met = join(met, knowledge_of(*last, number, workgroup), shape.workgroup_shift);
  }
  if (!met) return;
  for (const std::uint32_t local : lanes) {
    const std::uint32_t number = (workgroup << shape.workgroup_shift) | local;
    KnowledgePtr& pending =
        invocation_order(number, workgroup, storage).pending[kAnyFence][index_of(MemoryScope::subgroup)];
    pending = join(pending, met, shape.workgroup_shift);
  }
}

void RaceDetector::subgroup_barrier(std::uint32_t workgroup, std::span<const std::uint32_t> lanes,
                                    const Semantics& semantics) {
  State& state = *state_;
  for (const std::size_t storage : {kShared, kBuffers}) {
    if (is_ordering(semantics, storage, MemoryScope::subgroup)) {
      state.ordering_barrier(workgroup, lanes, storage, semantics);
      continue;
    }
    if (semantics.release) state.fence_lanes(workgroup, lanes, storage, release_of(semantics));
    state.meeting_barrier(workgroup, lanes, storage);
    if (semantics.acquire) state.fence_lanes(workgroup, lanes, storage, acquire_of(semantics));
  }
}

}  // namespace scan::simulator
