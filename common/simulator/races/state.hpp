// What the race detector keeps of a dispatch: clocks, barriers passed, and who knows what of whom.
// Room: common/simulator/races. Only the files of this folder read it.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <deque>
#include <vector>

#include "simulator/races/races.hpp"

namespace scan::simulator {

/// Index of a storage class; each has clocks and knowledge of its own.
inline constexpr std::size_t kShared = 0, kBuffers = 1;

/// How a release fence and an acquire fence find each other. At an atomic of another storage class than the one that is
/// ordered, both fences must name the atomic's class too.
inline constexpr std::size_t kAnyFence = 0, kFenceOfBoth = 1;

template <class T>
using ByScope = std::array<T, 4>;  // index: MemoryScope

constexpr std::size_t index_of(MemoryScope scope) {
  return static_cast<std::size_t>(scope);
}

/// A release fence (or a barrier as one) that later atomic writes carry on: what was known there.
struct Released {
  KnowledgePtr known;
  std::uint32_t base = 0;  // of the workgroup
  std::uint32_t below =
      0;  // bound on the invocation's own clock; 0: of a barrier, where the base says it all
  bool exists = false;
};
using ReleasedFences = std::array<ByScope<Released>, 2>;  // index: kAnyFence or kFenceOfBoth

/// What one invocation has of its own since the workgroup's last barrier, for one storage class.
struct InvocationOrder {
  std::uint32_t clock = 0;
  KnowledgePtr known;  // includes the workgroup's; null: just the workgroup's
  ReleasedFences released;
  /// Taken in by relaxed atomics, good once an acquire fence of the scope follows.
  std::array<ByScope<KnowledgePtr>, 2> pending;
  bool is_listed = false;  // in WorkgroupOrder::special
};

struct WorkgroupOrder {
  KnowledgePtr known;                  // by all of its invocations, since the last barrier
  ReleasedFences released;             // by barriers
  KnowledgePtr pending;                // from fences before a barrier that does not order the class itself
  std::vector<std::uint32_t> special;  // local numbers of invocations with an order of their own
  bool has_new_fence = false;
};

struct RaceDetector::State {
  struct Shape {
    std::uint32_t workgroup_size = 1, workgroup_shift = 0, subgroup_width = 1;
  };

  std::uint32_t dispatch = 0;                       // the current one; counted from 1
  std::uint32_t first_live_dispatch = 1;            // those before come before everything now
  std::vector<Shape> shapes;                        // of live dispatches
  Shape shape;                                      // of the current one
  std::vector<std::array<std::uint32_t, 2>> bases;  // by workgroup and class
  std::vector<std::uint32_t> own;  // by invocation: 1 + index into invocation_orders; 0: none
  std::deque<std::array<InvocationOrder, 2>> invocation_orders;
  std::vector<std::unique_ptr<std::array<WorkgroupOrder, 2>>> workgroup_orders;  // null: nothing special

  std::uint32_t number_of(const Invocation& who) const {
    return (who.workgroup << shape.workgroup_shift) | who.local;
  }
  Invocation invocation(std::uint32_t number, const Shape& of) const {
    const std::uint32_t local = number & ((1U << of.workgroup_shift) - 1);
    return {number >> of.workgroup_shift, local / of.subgroup_width, local};
  }
  Invocation invocation(std::uint32_t number) const { return invocation(number, shape); }

  std::uint32_t clock_of(std::uint32_t number, std::uint32_t workgroup, std::size_t storage) const {
    const std::uint32_t base = bases[workgroup][storage];
    if (own[number] == 0) return base;
    return std::max(base, invocation_orders[own[number] - 1][storage].clock);
  }
  const KnowledgePtr& known_by(std::uint32_t number, std::uint32_t workgroup, std::size_t storage) const;
  WorkgroupOrder& workgroup_order(std::uint32_t workgroup, std::size_t storage);
  InvocationOrder& invocation_order(std::uint32_t number, std::uint32_t workgroup, std::size_t storage);

  /// Whether an access still counts: of shared memory, only where it was of this workgroup.
  bool is_live(const PastAccess& past, std::uint32_t workgroup, bool is_shared) const {
    if (!is_shared) return past.dispatch() >= first_live_dispatch;
    return past.dispatch() == dispatch && past.invocation >> shape.workgroup_shift == workgroup;
  }
  /// Whether it comes before what invocation `number` does now.
  bool comes_before(const PastAccess& past, std::uint32_t number, std::uint32_t workgroup,
                    std::size_t storage) const;

  /// The narrowest scope with an instance that holds both.
  MemoryScope scope_of(std::uint32_t first, std::uint32_t second) const;

  void learn(std::uint32_t number, std::uint32_t workgroup, std::size_t storage,
             const KnowledgePtr& knowledge);
  /// What invocation `number` did before now, and what it knows: for those that acquire it. Its clock goes on.
  KnowledgePtr release(std::uint32_t number, std::uint32_t workgroup, std::size_t storage);
  KnowledgePtr knowledge_of(const Released& released, std::uint32_t number, std::uint32_t workgroup) const;
  /// The last release fence of invocation `number` of at least this scope, its own or a barrier; null: none.
  const Released* last_release(std::uint32_t number, std::uint32_t workgroup, std::size_t storage,
                               std::size_t fences, MemoryScope scope) const;

  void acquire_fence(std::uint32_t number, std::uint32_t workgroup, std::size_t storage,
                     const Semantics& semantics);
  void release_fence(std::uint32_t number, std::uint32_t workgroup, std::size_t storage,
                     const Semantics& semantics);
  void fence(std::uint32_t number, std::uint32_t workgroup, std::size_t storage, const Semantics& semantics);
  /// Of each lane of `lanes`, numbers within the workgroup.
  void fence_lanes(std::uint32_t workgroup, std::span<const std::uint32_t> lanes, std::size_t storage,
                   const Semantics& semantics);

  /// A barrier of the workgroup that orders the class; and one that only lets fences around it find each other.
  void ordering_barrier(std::uint32_t workgroup, std::size_t storage, const Semantics& semantics);
  void meeting_barrier(std::uint32_t workgroup, std::size_t storage);
  /// The same of lanes of one subgroup.
  void ordering_barrier(std::uint32_t workgroup, std::span<const std::uint32_t> lanes, std::size_t storage,
                        const Semantics& semantics);
  void meeting_barrier(std::uint32_t workgroup, std::span<const std::uint32_t> lanes, std::size_t storage);

  void take_in(AtomicPast& past, std::uint32_t number, std::uint32_t workgroup, std::size_t carrier,
               const Semantics& semantics);
  void leave(AtomicPast& past, std::uint32_t number, std::uint32_t workgroup, std::size_t carrier,
             const Semantics& semantics);
};

constexpr bool orders(const Semantics& semantics, std::size_t storage) {
  return storage == kShared ? semantics.shared_memory : semantics.buffers;
}

}  // namespace scan::simulator
