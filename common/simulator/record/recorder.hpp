// Takes down what happens in a dispatch, and makes counters and a trace of it. The machine calls it; it asks nothing back.
// Room: common/simulator/record.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simulator/counters.hpp"
#include "simulator/operations/subgroup.hpp"
#include "simulator/races/races.hpp"
#include "simulator/trace.hpp"

namespace scan::simulator {

/// One dynamic instance of an instruction, at one invocation. Lanes of a subgroup that execute the same instance (the
/// same instruction, in the same rounds of the loops around it) have equal `instance`: they make one subgroup-wide access.
struct Moment {
  Invocation who;
  std::uint32_t instruction = 0;  // index into the places that begin() was given
  std::uint64_t instance = 0;  // hash of the rounds of all enclosing loops, and of the times it came by since
};

/// An access of one invocation. A vector that is moved whole is an event for each component: the first has the bytes of
/// all; the others, asked for only where a trace is kept, have 0 and come right after it.
struct MemoryEvent {
  AccessKind kind = AccessKind::read;
  bool is_store = false;    // of an atomic: whether it wrote; other kinds say it themselves
  bool is_shared = false;   // else a storage buffer
  std::uint32_t array = 0;  // index into the arrays that begin() was given
  std::uint32_t element =
      0;  // of the array: the number of the scalar, also where the array is one of vectors
  std::uint64_t address = 0;  // bytes: within shared memory, or within the buffer
  std::uint32_t bytes = 4;    // 4 or 8 for a scalar, up to 32 for the first component of a vector
  LaneValue value;
  bool race = false;
};

class Recorder {
 public:
  /// `places` has the source place of each instruction number. With `traced`, a trace is kept as well.
  void begin(DispatchCounters head, std::vector<SourcePlace> places, std::vector<Array> arrays, bool traced);

  void memory(const Moment& moment, const MemoryEvent& event, std::span<const WordOf> sources);
  /// An application of the operator to data: one unit of work. `sources` as in Event.
  void combine(const Moment& moment, const LaneValue& result, std::span<const WordOf> sources);
  /// Lane by lane, for those that take part; `cost` is the whole call's and given to the first lane only.
  void subgroup(const Moment& moment, const std::string& name, const LaneValue& result,
                std::span<const WordOf> sources, std::span<const std::uint32_t> lanes,
                const SubgroupCost& cost);
  /// A round of a loop that polled and found nothing new.
  void spin(const Moment& moment);
  /// All invocations of a workgroup passed a barrier, or (without a place) ended. `shared` are the bits of each element
  /// of each array, by index into the arrays that begin() was given (no elements for a buffer), nothing where it was
  /// never written; only asked for where a trace is kept.
  void end_interval(std::uint32_t workgroup, const SourcePlace* barrier, std::uint32_t barrier_instruction,
                    const std::vector<std::vector<std::optional<std::uint64_t>>>& shared);

  /// `executed` has how often each instruction was executed, by all invocations.
  DispatchCounters counters(std::span<const std::uint64_t> executed) const;
  Trace trace(const std::vector<Finding>& findings, std::uint32_t num_items, std::string schedule) const;

  Recorder();
  ~Recorder();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace scan::simulator
