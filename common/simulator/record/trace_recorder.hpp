// Keeps the events of a dispatch, and makes the intervals of its trace of them.
// Room: common/simulator/record, for recorder.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simulator/record/recorder.hpp"
#include "simulator/record/trace_steps.hpp"

namespace scan::simulator {

/// A scalar as the source would print it; of a vector type, its first component.
std::string text_of(Bits bits, const std::string& element_type);

class TraceRecorder {
 public:
  /// Events of a dispatch that are kept; a loop that polls for ever must not fill the memory of the host.
  static constexpr std::size_t kMostEvents = 1 << 18;

  TraceRecorder(std::vector<SourcePlace> places, std::vector<Array> arrays, std::uint32_t workgroup_size);

  void memory(const Moment& moment, const MemoryEvent& memory, std::span<const WordOf> sources,
              std::uint32_t access_number);
  void combine(const Moment& moment, const LaneValue& result, std::span<const WordOf> sources);
  void subgroup(const Moment& moment, const std::string& name, const LaneValue& result,
                std::span<const WordOf> sources, std::span<const std::uint32_t> lanes);

  using SharedBits = std::vector<std::vector<std::optional<std::uint64_t>>>;
  /// `degrees` has the conflict degree of each access of the interval, by its number.
  void end_interval(std::uint32_t workgroup, const SourcePlace* barrier, const SharedBits& shared,
                    std::span<const std::uint32_t> degrees);
  /// Workgroups with events that no barrier and no end has followed.
  std::vector<std::uint32_t> unfinished() const;

  const std::vector<Array>& arrays() const { return arrays_; }
  /// By workgroup, then by number.
  std::vector<Interval> intervals() const;

 private:
  struct OpenInterval {
    std::uint32_t number = 0;
    std::vector<Event> events;
    std::vector<StepMark> marks;                               // of each event
    std::vector<std::optional<std::uint32_t>> access_numbers;  // of each event, where it is one of memory
  };

  void keep(const Moment& moment, Event event, std::optional<std::uint32_t> access_number);
  const std::string& type_of(std::span<const WordOf> sources) const;

  std::vector<SourcePlace> places_;
  std::vector<Array> arrays_;
  std::uint32_t workgroup_size_;
  std::size_t num_events_ = 0;
  std::map<std::uint32_t, OpenInterval> open_;  // by workgroup
  std::vector<Interval> ended_;
};

}  // namespace scan::simulator
