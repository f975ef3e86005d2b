// What atomics and fences order: releases leave knowledge at words, acquires take it in.
// Room: common/simulator/races.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/races/state.hpp"

namespace scan::simulator {
namespace {

/// Of the two sorts of fences, those that a fence with these semantics is.
std::size_t last_sort(const Semantics& semantics) {
  return semantics.shared_memory && semantics.buffers ? kFenceOfBoth : kAnyFence;
}

}  // namespace

void RaceDetector::State::learn(std::uint32_t number, std::uint32_t workgroup, std::size_t storage,
                                const KnowledgePtr& knowledge) {
  if (!knowledge) return;
  const KnowledgePtr& known = known_by(number, workgroup, storage);
  KnowledgePtr both = join(known, knowledge, shape.workgroup_shift);
  if (both != known) invocation_order(number, workgroup, storage).known = std::move(both);
}

KnowledgePtr RaceDetector::State::knowledge_of(const Released& released, std::uint32_t number,
                                               std::uint32_t workgroup) const {
  Knowledge own_past;
  if (released.base > 0) own_past.workgroups.push_back({workgroup, released.base});
  if (released.below > released.base) own_past.invocations.push_back({number, released.below});
  return join(released.known, std::make_shared<const Knowledge>(std::move(own_past)), shape.workgroup_shift);
}

KnowledgePtr RaceDetector::State::release(std::uint32_t number, std::uint32_t workgroup,
                                          std::size_t storage) {
  InvocationOrder& order = invocation_order(number, workgroup, storage);
  const std::uint32_t base = bases[workgroup][storage];
  order.clock = std::max(base, order.clock) + 1;
  return knowledge_of({known_by(number, workgroup, storage), base, order.clock, true}, number, workgroup);
}

const Released* RaceDetector::State::last_release(std::uint32_t number, std::uint32_t workgroup,
                                                  std::size_t storage, std::size_t fences,
                                                  MemoryScope scope) const {
  const Released* last = nullptr;
  if (workgroup_orders[workgroup]) {
    const Released& barrier = (*workgroup_orders[workgroup])[storage].released[fences][index_of(scope)];
    if (barrier.exists) last = &barrier;
  }
  if (own[number] != 0) {
    const Released& fence = invocation_orders[own[number] - 1][storage].released[fences][index_of(scope)];
    if (fence.exists && (!last || fence.base >= last->base)) last = &fence;
  }
  return last;
}

void RaceDetector::State::acquire_fence(std::uint32_t number, std::uint32_t workgroup, std::size_t storage,
                                        const Semantics& semantics) {
  if (own[number] != 0) {
    InvocationOrder& order = invocation_orders[own[number] - 1][storage];
    for (std::size_t fences = kAnyFence; fences <= last_sort(semantics); ++fences) {
      for (std::size_t scope = 0; scope <= index_of(semantics.scope); ++scope) {
        if (const KnowledgePtr taken = std::move(order.pending[fences][scope])) {
          order.pending[fences][scope] = nullptr;
          learn(number, workgroup, storage, taken);
        }
      }
    }
  }
  if (semantics.scope >= MemoryScope::workgroup && workgroup_orders[workgroup]) {
    learn(number, workgroup, storage, (*workgroup_orders[workgroup])[storage].pending);
  }
}

void RaceDetector::State::release_fence(std::uint32_t number, std::uint32_t workgroup, std::size_t storage,
                                        const Semantics& semantics) {
  if (semantics.scope == MemoryScope::invocation) return;
  InvocationOrder& order = invocation_order(number, workgroup, storage);
  const std::uint32_t base = bases[workgroup][storage];
  order.clock = std::max(base, order.clock) + 1;
  const Released released{known_by(number, workgroup, storage), base, order.clock, true};
  for (std::size_t fences = kAnyFence; fences <= last_sort(semantics); ++fences) {
    for (std::size_t scope = 1; scope <= index_of(semantics.scope); ++scope) {
      order.released[fences][scope] = released;
    }
  }
  if (semantics.scope >= MemoryScope::workgroup) workgroup_order(workgroup, storage).has_new_fence = true;
}

void RaceDetector::State::fence(std::uint32_t number, std::uint32_t workgroup, std::size_t storage,
                                const Semantics& semantics) {
  if (!orders(semantics, storage)) return;
  if (semantics.acquire) acquire_fence(number, workgroup, storage, semantics);
  if (semantics.release) release_fence(number, workgroup, storage, semantics);
}

void RaceDetector::fence(const Invocation& who, const Semantics& semantics) {
  for (const std::size_t storage : {kShared, kBuffers}) {
    state_->fence(state_->number_of(who), who.workgroup, storage, semantics);
  }
}

/// An atomic read: what releases left at the word is known at once, or after a fence.
void RaceDetector::State::take_in(AtomicPast& past, std::uint32_t number, std::uint32_t workgroup,
                                  std::size_t carrier, const Semantics& semantics) {
  // The newest first: mostly it has taken the others in, and they are old then.
  for (auto newest = past.messages.rbegin(); newest != past.messages.rend(); ++newest) {
    const Message& message = *newest;
    const std::size_t storage = message.orders_buffers ? kBuffers : kShared;
    MemoryScope between = scope_of(number, message.origin);
    if (message.is_chain) between = std::max(between, message.spread);
    if (between > message.scope || between > semantics.scope) continue;
    const KnowledgePtr& known = known_by(number, workgroup, storage);
    const bool is_old =
        !message.is_chain && known &&
        known->holds(message.origin >> shape.workgroup_shift, message.origin, message.below - 1);
    if (is_old || (!message.is_chain && message.origin == number)) continue;
    if (semantics.acquire && orders(semantics, storage)) {
      learn(number, workgroup, storage, message.knowledge);
    } else {
      const std::size_t fences = carrier == storage ? kAnyFence : kFenceOfBoth;
      KnowledgePtr& pending = invocation_order(number, workgroup, storage).pending[fences][index_of(between)];
      pending = join(pending, message.knowledge, shape.workgroup_shift);
    }
  }
}

/// An atomic write: it is a release itself, or carries on what fences before it released.
void RaceDetector::State::leave(AtomicPast& past, std::uint32_t number, std::uint32_t workgroup,
                                std::size_t carrier, const Semantics& semantics) {
  const auto add = [&](std::size_t storage, MemoryScope scope, std::uint32_t below, KnowledgePtr knowledge) {
    const bool is_buffers = storage == kBuffers;
    for (Message& message : past.messages) {
      const MemoryScope spread = std::max(message.spread, scope_of(message.origin, number));
      if (message.scope != scope || message.orders_buffers != is_buffers || spread > MemoryScope::subgroup)
        continue;
      message.is_chain = message.is_chain || message.origin != number;
      message.spread = spread;
      message.below = std::max(message.below, below);
      message.knowledge = join(message.knowledge, knowledge, shape.workgroup_shift);
      std::swap(message, past.messages.back());
      return;
    }
    past.messages.push_back({.origin = number,
                             .below = below,
                             .scope = scope,
                             .orders_buffers = is_buffers,
                             .knowledge = std::move(knowledge)});
  };
  for (const std::size_t storage : {kShared, kBuffers}) {
    if (semantics.release && orders(semantics, storage)) {
      KnowledgePtr knowledge = release(number, workgroup, storage);
      add(storage, semantics.scope, clock_of(number, workgroup, storage), std::move(knowledge));
      continue;
    }
    const std::size_t fences = carrier == storage ? kAnyFence : kFenceOfBoth;
    const Released* wider = nullptr;
    for (std::size_t scope = index_of(semantics.scope); scope > 0; --scope) {
      const auto memory_scope = static_cast<MemoryScope>(scope);
      const Released* const last = last_release(number, workgroup, storage, fences, memory_scope);
      const bool is_news = last && (!wider || last->base != wider->base || last->below != wider->below);
      if (is_news) {
        add(storage, memory_scope, std::max(last->base, last->below), knowledge_of(*last, number, workgroup));
      }
      wider = last;
    }
  }
}

}  // namespace scan::simulator
