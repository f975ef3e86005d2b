// Holds an access against the past of its word, and adds it to that past.
// Room: common/simulator/races. It is called for every word that a shader touches: the common cases return early.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/races/state.hpp"

namespace scan::simulator {

/// The access at hand.
struct RaceDetector::Check {
  const State& state;
  const Invocation& who;
  const Access& access;
  std::uint32_t number;
  std::size_t storage;
  bool is_shared;

  bool is_live(const PastAccess& past) const { return state.is_live(past, who.workgroup, is_shared); }
  bool is_own(const PastAccess& past) const {
    return past.invocation == number && past.dispatch() == state.dispatch;
  }
  bool is_ordered(const PastAccess& past) const {
    return state.comes_before(past, number, who.workgroup, storage);
  }
  bool races(const PastAccess& past) const { return is_live(past) && !is_ordered(past); }

  /// All of them before the last barrier of their common workgroup, which is this one: no need to look at each.
  bool are_behind_barrier(const PastAccesses& past) const {
    return past.one_workgroup && past.workgroup == who.workgroup &&
           past.latest_clock < state.bases[who.workgroup][storage] &&
           past.all.back().dispatch() == state.dispatch;
  }
  const PastAccess* first_race(const PastAccesses& past) const {
    if (past.all.empty() || !is_live(past.all.back()) || are_behind_barrier(past)) return nullptr;
    const auto found =
        std::find_if(past.all.begin(), past.all.end(), [&](const PastAccess& one) { return races(one); });
    return found == past.all.end() ? nullptr : &*found;
  }

  /// Both atomic, and each in the scope of the other.
  bool exclude_each_other(const PastAccess& past) const {
    const MemoryScope between =
        past.dispatch() == state.dispatch ? state.scope_of(number, past.invocation) : MemoryScope::device;
    return between <= past.scope() && between <= access.scope;
  }
  const PastAccess* first_race_with_atomics(const PastAccesses& past) const {
    const bool is_atomic = access.kind == AccessKind::atomic;
    const bool writes = access.kind == AccessKind::write || (is_atomic && access.stores);
    if (past.all.empty() || !is_live(past.all.back()) || are_behind_barrier(past)) return nullptr;
    if (is_atomic && access.scope == MemoryScope::device && past.all_of_device_scope) return nullptr;
    const auto found = std::find_if(past.all.begin(), past.all.end(), [&](const PastAccess& one) {
      return (writes || one.stores()) && races(one) && !(is_atomic && exclude_each_other(one));
    });
    return found == past.all.end() ? nullptr : &*found;
  }

  PastAccess record() const {
    const bool is_atomic = access.kind == AccessKind::atomic;
    const bool stores = access.kind == AccessKind::write || (is_atomic && access.stores);
    return {number, state.clock_of(number, who.workgroup, storage), access.instruction,
            PastAccess::sort_of(state.dispatch, access.scope, is_atomic, stores)};
  }

  Race race_with(const PastAccess& past) const {
    const AccessKind kind =
        past.is_atomic() ? AccessKind::atomic : (past.stores() ? AccessKind::write : AccessKind::read);
    return {.earlier_who =
                state.invocation(past.invocation, state.shapes[past.dispatch() - state.first_live_dispatch]),
            .later_who = who,
            .earlier = {.kind = kind,
                        .scope = past.scope(),
                        .instruction = past.instruction,
                        .stores = past.stores()},
            .later = access,
            .earlier_dispatch = state.dispatch - past.dispatch()};
  }
};

bool RaceDetector::State::comes_before(const PastAccess& past, std::uint32_t number, std::uint32_t workgroup,
                                       std::size_t storage) const {
  if (past.dispatch() != dispatch) return false;
  if (past.invocation == number) return true;
  const std::uint32_t past_workgroup = past.invocation >> shape.workgroup_shift;
  if (past_workgroup == workgroup && past.clock < bases[workgroup][storage]) return true;
  const KnowledgePtr& known = known_by(number, workgroup, storage);
  return known && known->holds(past_workgroup, past.invocation, past.clock);
}

void RaceDetector::remember_read(AccessHistory& history, WordPast& word, const Check& check,
                                 const PastAccess& record) {
  const bool are_several = word.reads != 0;
  const bool are_over =
      !check.is_live(word.read) ||
      (are_several ? check.are_behind_barrier(history.reads_[word.reads - 1]) : check.is_ordered(word.read));
  if (are_over) {
    history.forget_reads(word);
    word.read = record;
    return;
  }
  PastAccesses& reads = history.reads_of(word);
  if (!are_several) reads.add(word.read, word.read.invocation >> check.state.shape.workgroup_shift);
  reads.add(record, check.who.workgroup);
}

std::optional<Race> RaceDetector::check(AccessHistory& history, WordPast& word, const Check& check) {
  const bool is_atomic = check.access.kind == AccessKind::atomic;
  const bool writes = check.access.kind == AccessKind::write || (is_atomic && check.access.stores);
  const PastAccess* raced = check.races(word.write) ? &word.write : nullptr;
  if (!raced && writes) {
    if (check.races(word.read)) raced = &word.read;
    if (!raced && word.reads != 0) raced = check.first_race(history.reads_[word.reads - 1]);
  }
  if (!raced && word.atomics != 0) {
    raced = check.first_race_with_atomics(history.atomics_[word.atomics - 1].accesses);
  }
  if (!raced) return {};
  return check.race_with(*raced);
}

std::optional<Race> RaceDetector::access(AccessHistory& history, std::uint32_t index, const Invocation& who,
                                         AccessKind kind, std::uint32_t instruction) {
  const State& state = *state_;
  WordPast& word = history.word(index);
  const std::size_t storage = history.is_shared_ ? kShared : kBuffers;
  const std::uint32_t number = state.number_of(who);
  const bool writes = kind == AccessKind::write;
  const PastAccess record{number, state.clock_of(number, who.workgroup, storage), instruction,
                          PastAccess::sort_of(state.dispatch, MemoryScope::device, false, writes)};

  // What a look at the word settles: nobody, the same invocation, or the same workgroup before its last barrier.
  const std::uint32_t base = state.bases[who.workgroup][storage];
  const auto is_settled = [&](const PastAccess& past) {
    if (past.dispatch() != state.dispatch) return past.dispatch() < state.first_live_dispatch;
    return past.invocation == number ||
           (past.invocation >> state.shape.workgroup_shift == who.workgroup && past.clock < base);
  };
  const bool is_write_settled = is_settled(word.write) && word.atomics == 0;
  if (is_write_settled && word.reads == 0 && is_settled(word.read)) {
    (writes ? word.write : word.read) = record;
    if (writes) word.read = {};
    return {};
  }

  const Access access{.kind = kind, .instruction = instruction, .stores = writes};
  const Check now{state, who, access, number, storage, history.is_shared_};
  std::optional<Race> race;
  if (writes || !is_write_settled) race = check(history, word, now);
  if (!writes) {
    remember_read(history, word, now, record);
    return race;
  }
  word.write = record;
  history.forget_reads(word);
  if (word.atomics != 0) {
    history.atomics_[word.atomics - 1].accesses.clear();
    history.atomics_[word.atomics - 1].messages.clear();
  }
  return race;
}

std::optional<Race> RaceDetector::atomic(AccessHistory& history, std::uint32_t index, const Invocation& who,
                                         const Semantics& semantics, bool reads, bool writes,
                                         std::uint32_t instruction) {
  State& state = *state_;
  WordPast& word = history.word(index);
  AtomicPast& past = history.atomics_of(word);
  const Access access{AccessKind::atomic, semantics.scope, instruction, writes};
  const Check now{.state = state,
                  .who = who,
                  .access = access,
                  .number = state.number_of(who),
                  .storage = history.is_shared_ ? kShared : kBuffers,
                  .is_shared = history.is_shared_};
  const bool is_stale = past.dispatch != state.dispatch || (now.is_shared && past.workgroup != who.workgroup);
  if (is_stale) past.messages.clear();
  if (reads && !past.messages.empty()) {
    state.take_in(past, now.number, who.workgroup, now.storage, semantics);
  }

  std::optional<Race> race = check(history, word, now);
  if (!past.accesses.all.empty() && !now.is_live(past.accesses.all.back())) past.accesses.clear();
  past.accesses.add(now.record(), who.workgroup);

  if (!writes) return race;
  if (!reads) past.messages.clear();
  past.dispatch = state.dispatch;
  past.workgroup = who.workgroup;
  state.leave(past, now.number, who.workgroup, now.storage, semantics);
  return race;
}

}  // namespace scan::simulator
