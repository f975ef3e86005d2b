// The past of the words of one memory: the accesses that a later one may race with, and what releases left there.
// Room: common/simulator/races. Only the race detector looks inside.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/races/knowledge.hpp"

namespace scan::simulator {

/// SPIR-V scopes, from narrow to wide.
enum class MemoryScope : std::uint8_t { invocation, subgroup, workgroup, device };

inline constexpr std::uint32_t kMaxDispatches = (1U << 28) - 1;  // of one device: PastAccess::sort holds them

/// One access, as it is remembered.
struct PastAccess {
  std::uint32_t invocation = 0;  // its number in the dispatch
  std::uint32_t clock = 0;       // the invocation's, at the access
  std::uint32_t instruction = 0;
  std::uint32_t sort =
      0;  // 28 bits of dispatch (0: there was no access), scope of an atomic, is it one, does it store

  static constexpr std::uint32_t sort_of(std::uint32_t dispatch, MemoryScope scope, bool is_atomic,
                                         bool stores) {
    return dispatch << 4 | static_cast<std::uint32_t>(scope) << 2 | std::uint32_t{is_atomic} << 1 |
           std::uint32_t{stores};
  }
  std::uint32_t dispatch() const { return sort >> 4; }
  MemoryScope scope() const { return static_cast<MemoryScope>(sort >> 2 & 3); }
  bool is_atomic() const { return (sort & 2) != 0; }
  bool stores() const { return (sort & 1) != 0; }
};

/// Accesses to one word by several invocations, none of which comes after all others: of each invocation the last.
struct PastAccesses {
  std::vector<PastAccess> all;
  std::size_t size_when_pruned = 0;
  std::uint32_t latest_clock = 0;
  std::uint32_t workgroup = 0;  // of all, where they share one and a dispatch
  bool one_workgroup = true;
  bool all_of_device_scope = true;

  void add(const PastAccess& access, std::uint32_t workgroup_of_access);
  void clear();

 private:
  void prune();
};

/// What one release, or several of one subgroup, left at a word for those who acquire it.
struct Message {
  std::uint32_t origin = 0;     // the invocation that released
  std::uint32_t below = 0;      // the bound on the origin's clock that the message carries
  bool is_chain = false;        // several invocations released
  MemoryScope spread{};         // of a chain: the narrowest scope that holds all of its origins
  MemoryScope scope{};          // who may take it in
  bool orders_buffers = false;  // else shared memory
  KnowledgePtr knowledge;
};

/// What a word has besides once atomics have touched it.
struct AtomicPast {
  PastAccesses accesses;
  std::vector<Message> messages;
  std::uint32_t dispatch = 0, workgroup = 0;  // the last writer's of the messages
};

struct WordPast {
  PastAccess write;           // the last plain one
  PastAccess read;            // a plain one since
  std::uint32_t reads = 0;    // all of them, where they are several: 1 + index into AccessHistory::reads_
  std::uint32_t atomics = 0;  // 1 + index into AccessHistory::atomics_; 0: none yet
};

/// The shared memory of a workgroup, or one buffer. A history of shared memory may serve one workgroup after the other,
/// without a reset: what is left of another workgroup or an earlier dispatch counts as nothing.
class AccessHistory {
 public:
  AccessHistory(std::size_t num_words, bool is_shared)
      : pages_((num_words + kPageWords - 1) / kPageWords), is_shared_(is_shared) {}

  bool is_shared() const { return is_shared_; }
  /// Forgets everything: the words were written by the host, after it waited.
  void clear();

 private:
  friend class RaceDetector;
  static constexpr std::size_t kPageWords = 1024;

  WordPast& word(std::uint32_t index) {
    std::unique_ptr<WordPast[]>& page = pages_[index / kPageWords];
    if (!page) page = std::make_unique<WordPast[]>(kPageWords);
    return page[index % kPageWords];
  }
  PastAccesses& reads_of(WordPast& word);
  void forget_reads(WordPast& word);
  AtomicPast& atomics_of(WordPast& word);

  std::vector<std::unique_ptr<WordPast[]>> pages_;  // made at the first access
  std::vector<PastAccesses> reads_;
  std::vector<std::uint32_t> free_reads_;  // of reads_, as WordPast::reads counts
  std::vector<AtomicPast> atomics_;
  bool is_shared_;
};

}  // namespace scan::simulator
