// Finds races by happens-before: who touched a word, and whether anything orders the next access after that.
// Room: common/simulator/races. Source: the Vulkan memory model (Vulkan specification, appendix B, and its formal
// Alloy model); Flanagan and Freund, "FastTrack: efficient and precise dynamic race detection", PLDI 2009.
// SPDX-License-Identifier: MIT
//
// Happens-before is kept for shared memory and for buffers apart: an edge orders only the storage classes in its
// semantics. Each invocation has a clock for both, which goes on at each release; each workgroup has a base, which every
// clock has passed at the last barrier. What an invocation knows of others travels with releases, as bounds on clocks.
//
// A race is found under every schedule that makes both accesses, unless synchronization that took place on this schedule
// happened to order them (another order of the same atomics might not). What is simpler here than in the model:
// - Every release makes available and every acquire makes visible, as if buffers were `coherent` and private to nobody.
// - Atomics order nothing between two dispatches: only dispatch_barrier() does.
// - Fences of subgroup scope do not pair up through a workgroup's barrier.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "simulator/races/access_history.hpp"

namespace scan::simulator {

/// Numbers of one invocation within its dispatch.
struct Invocation {
  std::uint32_t workgroup = 0;  // counted along x, then y, then z
  std::uint32_t subgroup = 0;   // within the workgroup: local / subgroup width
  std::uint32_t local = 0;      // within the workgroup
};

enum class AccessKind : std::uint8_t { read, write, atomic };

/// SPIR-V memory semantics, of an atomic, a memory barrier or a control barrier.
struct Semantics {
  MemoryScope scope = MemoryScope::invocation;
  bool acquire = false, release = false;
  bool shared_memory = false, buffers = false;  // the storage classes that it orders
};

struct Access {
  AccessKind kind = AccessKind::read;
  MemoryScope scope = MemoryScope::device;  // of an atomic: wide enough for the other side, or it is a race
  std::uint32_t instruction = 0;            // the caller's number, for the report
  bool stores = true;                       // of an atomic: not for a load
};

/// Two accesses to one word that nothing orders; at least one writes, not both are atomic (of a scope that holds both).
struct Race {
  Invocation earlier_who, later_who;
  Access earlier, later;
  std::uint32_t earlier_dispatch = 0;  // how many dispatches ago; 0: the same one
};

/// Lives as long as its device: between dispatches that no barrier separates, accesses to buffers race too.
class RaceDetector {
 public:
  RaceDetector();
  ~RaceDetector();
  RaceDetector(RaceDetector&&) noexcept;
  RaceDetector& operator=(RaceDetector&&) noexcept;

  /// A dispatch starts. Its invocations come after everything before the last dispatch_barrier(). Throws LimitError for
  /// more invocations than 32 bits can number (a workgroup counts as the next power of two).
  void begin_dispatch(std::uint32_t num_workgroups, std::uint32_t workgroup_size,
                      std::uint32_t subgroup_width);
  /// A barrier between dispatches (or the host waited): what came before is visible to what comes after.
  void dispatch_barrier();

  /// A plain read or write of one 32-bit word; a scalar of 64 bits is two. The word is within the history.
  std::optional<Race> access(AccessHistory& history, std::uint32_t word, const Invocation& who,
                             AccessKind kind, std::uint32_t instruction);
  /// An atomic operation on one word: the access itself, and what it orders. An acquire takes in what was left at the
  /// word, before the access; a release leaves there what `who` knows, the access too. A relaxed one counts between fences.
  std::optional<Race> atomic(AccessHistory& history, std::uint32_t word, const Invocation& who,
                             const Semantics& semantics, bool reads, bool writes, std::uint32_t instruction);

  /// OpMemoryBarrier.
  void fence(const Invocation& who, const Semantics& semantics);
  /// OpControlBarrier of a workgroup, which all of its invocations have reached.
  void workgroup_barrier(std::uint32_t workgroup, const Semantics& semantics);
  /// OpControlBarrier of a subgroup, which those of its lanes in `lanes` (local numbers) have reached.
  void subgroup_barrier(std::uint32_t workgroup, std::span<const std::uint32_t> lanes,
                        const Semantics& semantics);

 private:
  struct State;
  struct Check;
  static std::optional<Race> check(AccessHistory& history, WordPast& word, const Check& check);
  static void remember_read(AccessHistory& history, WordPast& word, const Check& check,
                            const PastAccess& record);

  std::unique_ptr<State> state_;
};

}  // namespace scan::simulator
