// What is traced of vectors that are loaded and stored whole: each component by itself.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include <string>
#include <tuple>
#include <vector>

#include "simulator/machine_world.hpp"

namespace scan::simulator::test {
namespace {

using Seen = std::tuple<EventKind, std::uint32_t, std::string>;  // element, value

/// The one interval of a shader without a barrier, two invocations of which work on a buffer of vectors.
Interval interval_of(const std::string& vector, const std::string& body, std::vector<std::uint32_t> words) {
  World world;
  world.words = std::move(words);
  world.trace = true;
  const Outcome outcome = world.run(
      "#version 450\n#extension GL_ARB_gpu_shader_int64 : require\nlayout(local_size_x = 2) in;\n"
      "layout(std430, binding = 0) buffer Words { " +
      vector + " words[]; };\nvoid main() {\n  const uint me = gl_LocalInvocationID.x;\n" + body + "\n}\n");
  REQUIRE(outcome.traces.size() == 1);
  REQUIRE(outcome.traces.front().intervals.size() == 1);
  return outcome.traces.front().intervals.front();
}

std::vector<Event> events_of(const Interval& interval, std::uint32_t invocation) {
  std::vector<Event> events;
  for (const Event& event : interval.events) {
    if (event.invocation == invocation) events.push_back(event);
  }
  return events;
}

std::vector<Seen> seen(const std::vector<Event>& events) {
  std::vector<Seen> all;
  for (const Event& event : events) all.emplace_back(event.kind, event.word.index, event.value);
  return all;
}

}  // namespace

TEST_CASE("each component of a vector is loaded and stored by itself, with its own value and source") {
  const Interval interval =
      interval_of("uvec4", "  const uvec4 four = words[me];\n  words[2 + me] = four.wzyx;",
                  {10, 11, 12, 13, 14, 15, 16, 17, 0, 0, 0, 0, 0, 0, 0, 0});
  const std::vector<Event> events = events_of(interval, 1);
  using enum EventKind;
  CHECK(seen(events) == std::vector<Seen>{{load, 4, "14"},
                                          {load, 5, "15"},
                                          {load, 6, "16"},
                                          {load, 7, "17"},
                                          {store, 12, "17"},
                                          {store, 13, "16"},
                                          {store, 14, "15"},
                                          {store, 15, "14"}});
  REQUIRE(events.size() == 8);
  for (std::uint32_t i = 0; i < 4; ++i) {
    CHECK(events[i].step == 0);
    CHECK(events[4 + i].step == 1);
    CHECK(events[4 + i].sources == std::vector<WordOf>{{0, 7 - i}});
  }
}

TEST_CASE("a component of 64 bits is one element") {
  const Interval interval = interval_of("u64vec2", "  words[2 + me] = words[me];",
                                        {1, 0, 2, 0, 3, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  using enum EventKind;
  CHECK(
      seen(events_of(interval, 1)) ==
      std::vector<Seen>{{load, 2, "4294967299"}, {load, 3, "4"}, {store, 6, "4294967299"}, {store, 7, "4"}});
}

TEST_CASE("of a vector, only the component that another invocation wrote is raced with") {
  const Interval interval = interval_of(
      "uvec4", "  if (me == 0) words[0].y = 5;\n  else words[1] = words[0];", {1, 2, 3, 4, 0, 0, 0, 0});
  std::vector<bool> races;
  for (const Event& event : events_of(interval, 1)) races.push_back(event.race);
  CHECK(races == std::vector<bool>{false, true, false, false, false, false, false, false});
}

TEST_CASE("a trace changes nothing that is counted of vectors") {
  World world;
  world.count = true;
  const std::string glsl =
      "#version 450\nlayout(local_size_x = 8) in;\nlayout(std430, binding = 0) buffer Words { uvec4 words[]; "
      "};\n"
      "shared uvec4 values[8];\nvoid main() {\n  const uint me = gl_LocalInvocationID.x;\n"
      "  values[me] = words[me];\n  barrier();\n  words[8 + me] = values[7 - me] + values[me];\n}\n";
  const DispatchCounters counted = world.run(glsl).dispatches.front();
  world.trace = true;
  const DispatchCounters traced = world.run(glsl).dispatches.front();
  CHECK(counted.total == traced.total);
  CHECK(counted.by_line == traced.by_line);
  CHECK(traced.total.bytes_read == 8 * 16);
  CHECK(traced.total.shared_reads == 2 * 8 * 4);
}

}  // namespace scan::simulator::test
