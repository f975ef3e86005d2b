// The trace of one dispatch: what each invocation did to shared memory and buffers, barrier interval by barrier interval.
// Room: common/simulator. docs/simulator.md has the schema of its JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulator/finding.hpp"

namespace scan::simulator {

/// More items than this are not traced: the files would be of no use to a reader.
inline constexpr std::uint64_t kMaxTracedInvocations = 256;
inline constexpr std::uint32_t kTraceVersion = 1;

enum class EventKind { load, store, atomic, combine, subgroup };

/// Where a value came from, for the arrows of a picture: a word of an array.
struct WordOf {
  std::uint32_t array = 0;  // index into Trace::arrays
  std::uint32_t index = 0;  // element
  bool operator==(const WordOf&) const = default;
};

struct Event {
  EventKind kind = EventKind::load;
  std::uint32_t workgroup = 0, invocation = 0;  // invocation: local
  std::uint32_t step = 0;  // order within the interval, from 0; what happens at once in lockstep has one step
  WordOf word;             // load, store, atomic
  std::string name;        // subgroup: the operation, as in GLSL: "subgroupInclusiveAdd"
  std::string value;       // the result or what was stored, as the source would print it
  /// store, combine, subgroup: the words of shared memory and buffers whose values went in, earliest operand first.
  std::vector<WordOf> sources;
  /// subgroup: the lanes (local numbers) whose values went into this one's result.
  std::vector<std::uint32_t> lanes;
  SourcePlace place;
  std::uint32_t conflict_degree =
      0;              // loads and stores of shared memory: of the access that this one is part of
  bool race = false;  // this access is the later one of a race
};

struct Array {
  std::string name;  // as in the source: "values", "items_in"
  bool is_shared = false;
  std::uint32_t num_elements = 0;
  std::uint32_t element_bytes = 4;
  std::string element_type;  // "uint", "int", "uint64_t", "float"
};

/// From one workgroup barrier to the next, of one workgroup.
struct Interval {
  std::uint32_t workgroup = 0;
  std::uint32_t number = 0;
  std::vector<Event> events;  // in the order in which they happened
  /// The elements of each array after the interval, by index into Trace::arrays: "" where one was never written, no
  /// elements at all for a buffer. Empty where a fault cut the interval off.
  std::vector<std::vector<std::string>> shared_after;
  std::optional<SourcePlace> barrier;  // that ended it; none at the end of the shader
  std::vector<std::uint32_t> idle;  // invocations without a load, store, combine or subgroup operation in it
};

struct Trace {
  std::string kernel;  // "03_hillis_steele/double_buffered"
  std::uint32_t num_items = 0;
  std::uint32_t num_workgroups = 0, workgroup_size = 0, subgroup_width = 0;
  std::string schedule;
  std::vector<Array> arrays;
  std::vector<Interval> intervals;  // by workgroup, then by number
  std::vector<Finding> findings;
};

/// One JSON object, schema version kTraceVersion.
std::string to_json(const Trace& trace);
/// Throws Error for text that is no such object, or of another version.
Trace trace_from_json(const std::string& text);

/// An SVG picture: rows are steps, columns are words of shared memory, arrows are who combined what. Idle lanes are
/// grey, bank conflicts marked, a race in red. It follows the reader's light or dark colours.
std::string draw(const Trace& trace);

}  // namespace scan::simulator
