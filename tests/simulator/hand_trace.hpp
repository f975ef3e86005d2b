// Traces written by hand: invocations that load, combine and store sums, as the tests of the pictures need them.
// Room: tests.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "simulator/trace.hpp"

namespace scan::test {

/// A value and the words that went into it.
struct TracedValue {
  std::uint64_t number = 0;
  std::vector<simulator::WordOf> sources;
};

/// Runs one workgroup's accesses in the order of the calls, and keeps the trace.
class HandTrace {
 public:
  HandTrace(std::string kernel, std::uint32_t workgroup_size, std::uint32_t subgroup_width);

  /// `items` are in memory already; shared memory has none.
  std::uint32_t add_array(const std::string& name, bool is_shared, std::uint32_t num_elements,
                          const std::vector<std::uint64_t>& items = {});

  TracedValue load(std::uint32_t invocation, std::uint32_t array, std::uint32_t index, std::uint32_t line);
  void store(std::uint32_t invocation, std::uint32_t array, std::uint32_t index, const TracedValue& value,
             std::uint32_t line);
  TracedValue combine(std::uint32_t invocation, const TracedValue& earlier, const TracedValue& later,
                      std::uint32_t line);
  /// Of lanes side by side, from `first` on; returns what each lane gets.
  std::vector<TracedValue> inclusive_scan(std::uint32_t first, const std::vector<TracedValue>& values,
                                          std::uint32_t line);
  /// Each lane gets the value of the one before it; the first one gets none.
  std::vector<TracedValue> shuffle_up(std::uint32_t first, const std::vector<TracedValue>& values,
                                      std::uint32_t line);
  void barrier(std::uint32_t line);

  /// The last event, to be marked.
  simulator::Event& last_event() { return trace.intervals.back().events.back(); }

  simulator::Trace trace;

 private:
  simulator::Event& add(simulator::EventKind kind, std::uint32_t invocation, std::uint32_t line);

  std::string file_;
  std::vector<std::map<std::uint32_t, std::uint64_t>> memory_;
};

/// The shaders of chapters 03 to 06, retold: what their traces look like.
simulator::Trace double_buffered_trace(std::uint32_t size);
/// In one array, without the barrier after reading: subgroup after subgroup of four, the lanes of each at once.
simulator::Trace race_in_place_trace(std::uint32_t size);
/// An unused word after every four, as if there were four banks.
simulator::Trace padded_tree_trace(std::uint32_t size);
/// Rakers with a run of four each, which the lanes of one subgroup scan.
simulator::Trace subgroup_raking_trace(std::uint32_t size);

}  // namespace scan::test
