// A trace goes to JSON and back unchanged; what is no trace is refused by the path of what is wrong.
// Room: tests/simulator, for common/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/trace.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "scan/errors.hpp"
#include "simulator/record/trace_recorder.hpp"
#include "simulator/record/trace_steps.hpp"

namespace {

using namespace scan::simulator;

Trace small_trace() {
  Trace trace{.kernel = "03_hillis_steele/double_buffered",
              .num_items = 2,
              .num_workgroups = 1,
              .workgroup_size = 2,
              .subgroup_width = 2,
              .schedule = "ascending"};
  trace.arrays = {{.name = "values", .is_shared = true, .num_elements = 2, .element_type = "uint"},
                  {.name = "items_in", .num_elements = 2, .element_type = "uint"}};
  const SourcePlace line{"hillis_steele.glsl", 17};
  Interval interval{.barrier = SourcePlace{"hillis_steele.glsl", 21}, .idle = {0}};
  interval.events = {
      {.kind = EventKind::load, .invocation = 1, .word = {1, 1}, .value = "4", .place = line},
      {.kind = EventKind::combine, .invocation = 1, .step = 1, .value = "5", .sources = {{0, 0}, {1, 1}}},
      {.kind = EventKind::subgroup,
       .invocation = 1,
       .step = 2,
       .name = "subgroupAdd",
       .value = "9",
       .sources = {{1, 1}},
       .lanes = {0, 1}},
      {.kind = EventKind::atomic, .invocation = 1, .step = 3, .word = {1, 0}, .value = "1"},
      {.kind = EventKind::store,
       .invocation = 1,
       .step = 4,
       .word = {0, 1},
       .value = "9",
       .sources = {{1, 1}},
       .place = line,
       .conflict_degree = 2,
       .race = true}};
  interval.shared_after = {{"", "9"}, {}};
  trace.intervals = {interval, {.number = 1}};
  trace.findings = {{.fault = Fault::race, .place = line, .other = line, .message = "race: both"},
                    {.fault = Fault::divergent_barrier, .place = line, .message = "divergent"}};
  return trace;
}

/// The message for the small trace after a change to its JSON.
template <typename Change>
std::string refusal(Change change) {
  nlohmann::json json = nlohmann::json::parse(to_json(small_trace()));
  change(json);
  try {
    trace_from_json(json.dump());
  } catch (const scan::Error& error) {
    return error.what();
  }
  return "taken";
}

std::vector<std::uint32_t> steps(std::vector<StepMark> events) {
  return steps_of(events);
}

}  // namespace

TEST_CASE("trace: a trace comes back from JSON as it was") {
  const Trace before = small_trace();
  const Trace after = trace_from_json(to_json(before));
  CHECK(to_json(after) == to_json(before));
  REQUIRE(after.intervals.size() == 2);
  REQUIRE(after.intervals[0].events.size() == 5);
  const Event& store = after.intervals[0].events[4];
  CHECK(store.kind == EventKind::store);
  CHECK(store.word == WordOf{0, 1});
  CHECK(store.sources == std::vector<WordOf>{{1, 1}});
  CHECK(store.conflict_degree == 2);
  CHECK(store.race);
  CHECK(after.intervals[0].events[2].lanes == std::vector<std::uint32_t>{0, 1});
  CHECK(after.intervals[0].barrier == SourcePlace{"hillis_steele.glsl", 21});
  CHECK(after.intervals[0].shared_after[0][1] == "9");
  CHECK_FALSE(after.intervals[1].barrier);
  REQUIRE(after.findings.size() == 2);
  CHECK(after.findings[0].other == SourcePlace{"hillis_steele.glsl", 17});
  CHECK(after.findings[1].fault == Fault::divergent_barrier);
}

TEST_CASE("trace: what is no trace is refused in one line that has the path") {
  CHECK(refusal([](auto&) {}) == "taken");
  CHECK_THROWS_WITH(trace_from_json("{\"trace_version\": 1, "), scan::test::contains("not a trace: no JSON"));
  CHECK_THROWS_WITH(trace_from_json("[]"), "not a trace: the file is not an object");
  CHECK(refusal([](auto& json) { json["trace_version"] = 2; }) ==
        "not a trace: the file.trace_version is 2; allowed: 1");
  CHECK(refusal([](auto& json) { json.erase("schedule"); }) ==
        "not a trace: the file has no member schedule");
  CHECK(refusal([](auto& json) { json["more\n"] = 1; }) ==
        R"(not a trace: the file has a member "more\n" that is not known)");
  CHECK(refusal([](auto& json) { json["num_items"] = -1; }) ==
        "not a trace: the file.num_items is not a whole number from 0 to 4294967295");
  CHECK(
      refusal([](auto& json) { json["intervals"][0]["events"][1]["kind"] = "sum"; }) ==
      R"(not a trace: the file.intervals[0].events[1].kind is "sum"; allowed: load, store, atomic, combine, subgroup)");
}

TEST_CASE("trace: numbers that point nowhere are refused") {
  CHECK(refusal([](auto& json) { json["intervals"][0]["events"][4]["word"]["array"] = 2; }) ==
        "not a trace: the file.intervals[0].events[4].word.array is 2; allowed: less than 2");
  CHECK(refusal([](auto& json) { json["intervals"][0]["events"][4]["word"]["index"] = 2; }) ==
        "not a trace: the file.intervals[0].events[4].word.index is 2; allowed: less than 2");
  CHECK(refusal([](auto& json) { json["intervals"][0]["idle"][0] = 2; }) ==
        "not a trace: the file.intervals[0].idle[0] is 2; allowed: less than 2");
  CHECK(refusal([](auto& json) { json["intervals"][1]["workgroup"] = 1; }) ==
        "not a trace: the file.intervals[1].workgroup is 1; allowed: less than 1");
  CHECK(refusal([](auto& json) { json["intervals"][0]["shared_after"][0].erase(0); }) ==
        "not a trace: the file.intervals[0].shared_after[0] has 1 elements; allowed: 2");
  CHECK(
      refusal([](auto& json) { json["intervals"][0]["shared_after"].erase(0); }) ==
      "not a trace: the file.intervals[0].shared_after has 1 lists; allowed: 0, or one for each of 2 arrays");
}

TEST_CASE("trace: a load has no sources, and a combine no word") {
  CHECK(refusal([](auto& json) { json["intervals"][0]["events"][0]["sources"] = nlohmann::json::array(); }) ==
        R"(not a trace: the file.intervals[0].events[0] has a member "sources" that is not known)");
  CHECK(refusal([](auto& json) {
          json["intervals"][0]["events"][1]["word"] = {{"array", 0}, {"index", 0}};
        }) == R"(not a trace: the file.intervals[0].events[1] has a member "word" that is not known)");
}

TEST_CASE("trace: values are printed by their type") {
  CHECK(text_of(0xFFFFFFFF, "uint") == "4294967295");
  CHECK(text_of(0xFFFFFFFF, "int") == "-1");
  CHECK(text_of(0x3FC00000, "float") == "1.5");
  CHECK(text_of(0xFFFFFFFFFFFFFFFF, "uint64_t") == "18446744073709551615");
  CHECK(text_of(0xFFFFFFFFFFFFFFFF, "int64_t") == "-1");
  CHECK(text_of(0x3FF8000000000000, "double") == "1.5");
  CHECK(text_of(0x3FC00000, "vec4") == "1.5");
  CHECK(text_of(0xFFFFFFFF, "ivec2") == "-1");
  CHECK(text_of(0xFFFFFFFF, "uvec4") == "4294967295");
}

TEST_CASE("trace: a round of a loop that one invocation skips comes before what follows the loop") {
  constexpr std::uint32_t kBody = 1, kAfter = 9;
  // Invocation 0 makes one round, invocation 1 three.
  CHECK(steps({{0, kBody, 1}, {0, kAfter, 0}, {1, kBody, 1}, {1, kBody, 2}, {1, kBody, 3}, {1, kAfter, 0}}) ==
        std::vector<std::uint32_t>{0, 3, 0, 1, 2, 3});
}

TEST_CASE("trace: who has left a loop waits for those with rounds to come") {
  // Invocation 0 stores once it is out; invocation 1 makes three rounds more.
  constexpr std::uint32_t kStore = 5, kBody = 9;
  CHECK(steps({{0, kBody, 1}, {0, kStore, 0}, {1, kBody, 1}, {1, kBody, 2}, {1, kBody, 3}, {1, kBody, 4}}) ==
        std::vector<std::uint32_t>{0, 3, 0, 1, 2, 4});
}

TEST_CASE("trace: branches of different invocations go in the order of the source") {
  // Invocation 0 takes the second branch, invocation 1 the first.
  CHECK(steps({{0, 6, 0}, {0, 9, 0}, {1, 5, 0}, {1, 9, 0}}) == std::vector<std::uint32_t>{1, 2, 0, 2});
}

TEST_CASE("trace: invocations that disagree about the order still get a step each") {
  CHECK(steps({{0, 5, 0}, {0, 6, 0}, {1, 6, 0}, {1, 5, 0}}) == std::vector<std::uint32_t>{0, 1, 1, 0});
  CHECK(steps({}).empty());
}
