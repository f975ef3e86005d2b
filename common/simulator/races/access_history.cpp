// Keeps the accesses that a later one may race with.
// Room: common/simulator/races.
// SPDX-License-Identifier: MIT
#include "simulator/races/access_history.hpp"

#include <algorithm>
#include <utility>

namespace scan::simulator {
namespace {

// Two of the same sort by one invocation: the later one comes after the earlier, and stands for it.
auto key_of(const PastAccess& access) {
  return std::pair(access.sort, access.invocation);
}

constexpr std::size_t kSmallestPruned = 64;

}  // namespace

void PastAccesses::add(const PastAccess& access, std::uint32_t workgroup_of_access) {
  if (all.empty()) workgroup = workgroup_of_access;
  const bool is_alike =
      all.empty() || (workgroup == workgroup_of_access && all.back().dispatch() == access.dispatch());
  one_workgroup = one_workgroup && is_alike;
  latest_clock = std::max(latest_clock, access.clock);
  all_of_device_scope = all_of_device_scope && access.scope() == MemoryScope::device;
  if (!all.empty() && all.back().invocation == access.invocation && all.back().sort == access.sort) {
    all.back() = access;
    return;
  }
  if (all.size() >= std::max(kSmallestPruned, 2 * size_when_pruned)) prune();
  all.push_back(access);
}

void PastAccesses::clear() {
  all.clear();
  size_when_pruned = 0;
  latest_clock = 0;
  one_workgroup = all_of_device_scope = true;
}

void PastAccesses::prune() {
  std::stable_sort(all.begin(), all.end(), [](const PastAccess& first, const PastAccess& second) {
    return key_of(first) < key_of(second);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_last = i + 1 == all.size() || key_of(all[i]) != key_of(all[i + 1]);
    if (is_last) all[kept++] = all[i];
  }
  all.resize(kept);
  size_when_pruned = kept;
}

PastAccesses& AccessHistory::reads_of(WordPast& word) {
  if (word.reads == 0 && free_reads_.empty()) {
    reads_.emplace_back();
    word.reads = static_cast<std::uint32_t>(reads_.size());
  } else if (word.reads == 0) {
    word.reads = free_reads_.back();
    free_reads_.pop_back();
  }
  return reads_[word.reads - 1];
}

void AccessHistory::forget_reads(WordPast& word) {
  word.read = {};
  if (word.reads == 0) return;
  reads_[word.reads - 1].clear();
  free_reads_.push_back(word.reads);
  word.reads = 0;
}

AtomicPast& AccessHistory::atomics_of(WordPast& word) {
  if (word.atomics == 0) {
    atomics_.emplace_back();
    word.atomics = static_cast<std::uint32_t>(atomics_.size());
  }
  return atomics_[word.atomics - 1];
}

void AccessHistory::clear() {
  for (std::unique_ptr<WordPast[]>& page : pages_) page.reset();
  reads_.clear();
  free_reads_.clear();
  atomics_.clear();
}

}  // namespace scan::simulator
