// The simulator's report: its table, which folds what is alike, and its fields in the JSON.
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "harness/report.hpp"
#include "harness/text.hpp"

using namespace scan;
using namespace scan::harness;
using nlohmann::json;
using scan::test::contains;

namespace {

const simulator::Finding kRace{.fault = simulator::Fault::race,
                               .place = {"03_hillis_steele/double_buffered.comp", 21},
                               .other = simulator::SourcePlace{"03_hillis_steele/double_buffered.comp", 19},
                               .message =
                                   "invocation 5 reads values[4] at line 21; invocation 4 wrote it at line "
                                   "19; a barrier() between would order them"};
const simulator::Finding kBeyond{.fault = simulator::Fault::out_of_bounds,
                                 .place = {"lib/tile.glsl", 7},
                                 .message = "values[1024] is beyond its 1024 elements"};

Result run_with(std::uint32_t width, simulator::Schedule schedule, Verdict verdict = Verdict::ok,
                std::vector<simulator::Finding> findings = {}) {
  Result result{.stage = "double-buffered",
                .api = Api::simulator,
                .request = {.num_items = 1000},
                .simulation = Simulation{.subgroup_width = width, .schedule = schedule}};
  result.finding = {.verdict = verdict, .reason = findings.empty() ? "" : findings.front().message};
  result.simulation->findings = std::move(findings);
  result.simulation->dispatches.resize(2);
  result.simulation->dispatches[0].total.instructions = 1000 + width;
  result.simulation->dispatches[1].total.instructions = 200;
  return result;
}

Report report_with(std::vector<Result> results) {
  return {.chapter = "03_hillis_steele",
          .title = "log N steps",
          .input = "pattern random (seed 1)",
          .devices = {{Api::simulator, "the simulator, subgroups of 32", "schedule ascending", true}},
          .results = std::move(results)};
}

/// All widths under all schedules.
std::vector<Result> all_runs() {
  std::vector<Result> results;
  for (std::uint32_t width = 1; width <= 128; width *= 2) {
    for (const simulator::Schedule schedule : simulator::kSchedules)
      results.push_back(run_with(width, schedule));
  }
  return results;
}

std::string table_of(const Report& report) {
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  print_table(file, report);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  REQUIRE(std::fread(text.data(), 1, text.size(), file) == text.size());
  std::fclose(file);
  return text;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

json first_of(const Report& report) {
  return json::parse(to_json(report)).at("results").at(0);
}

}  // namespace

TEST_CASE("a run of the simulator has its width, its schedule and its instructions in the JSON") {
  const json result = first_of(report_with({run_with(16, simulator::Schedule::lockstep)}));
  CHECK(result.at("api") == "simulator");
  CHECK(result.at("subgroup_width") == 16);
  CHECK(result.at("schedule") == "lockstep");
  CHECK(result.at("instructions") == 1216);
  CHECK(result.at("findings") == json::array());
  CHECK(result.at("milliseconds").is_null());
}

TEST_CASE("a run on another API has none of the simulator's fields") {
  Result result = run_with(16, simulator::Schedule::lockstep);
  result.simulation.reset();
  CHECK_FALSE(first_of(report_with({result})).contains("schedule"));
}

TEST_CASE("all findings are in the JSON, and the first is the verdict") {
  const json result =
      first_of(report_with({run_with(32, simulator::Schedule::random, Verdict::race, {kRace, kBeyond})}));
  CHECK(result.at("verdict") == "race");
  CHECK(result.at("reason") == kRace.message);
  CHECK(result.at("findings").size() == 2);
  CHECK(result.at("findings").at(0) == json({{"fault", "race"},
                                             {"file", kRace.place.file},
                                             {"line", 21},
                                             {"other_file", kRace.other->file},
                                             {"other_line", 19},
                                             {"message", kRace.message}}));
  CHECK(result.at("findings").at(1).at("fault") == "out of bounds");
  CHECK(result.at("findings").at(1).at("other_line").is_null());
}

TEST_CASE("the table has a row for each schedule, without times") {
  std::vector<Result> results;
  for (const simulator::Schedule schedule : simulator::kSchedules) results.push_back(run_with(32, schedule));
  const std::string table = table_of(report_with(results));
  for (const simulator::Schedule schedule : simulator::kSchedules)
    CHECK(count_of(table, "32  " + std::string(name_of(schedule))) +
              count_of(table, std::string(name_of(schedule)) + "  ") >
          0);
  CHECK(count_of(table, "double-buffered") == 5);
  CHECK_THAT(table, contains("1,232"));
  CHECK_THAT(table, contains("no GPU: it judges and counts"));
  CHECK(table.find("GB/s") == std::string::npos);
  CHECK(table.find("software renderer") == std::string::npos);
}

TEST_CASE("many runs that are alike are one row of the table") {
  const std::string table = table_of(report_with(all_runs()));
  CHECK(count_of(table, "double-buffered") == 1);
  CHECK_THAT(table, contains("8 widths"));
  CHECK_THAT(table, contains("5 schedules"));
  CHECK_THAT(table, contains("1,201..1,328"));
}

TEST_CASE("of many runs, one that is not ok has a row of its own") {
  std::vector<Result> results = all_runs();
  results[7] = run_with(2, simulator::Schedule::lockstep, Verdict::race, {kRace});
  const std::string table = table_of(report_with(results));
  CHECK(count_of(table, "double-buffered") == 2);
  CHECK_THAT(table, contains("39 of 40 runs"));
  CHECK_THAT(table, contains("race [1]"));
  CHECK_THAT(table, contains("lockstep"));
  CHECK(exit_code(report_with(results)) == 1);
}

TEST_CASE("all findings of a run stand under the table, and every line fits the page") {
  const std::string table =
      table_of(report_with({run_with(32, simulator::Schedule::random, Verdict::race, {kRace, kBeyond})}));
  CHECK_THAT(table, contains("[1] invocation 5 reads values[4]"));
  CHECK_THAT(table, contains("and out of bounds: values[1024] is beyond"));
  for (std::size_t begin = 0; begin < table.size();) {
    const std::size_t end = table.find('\n', begin);
    CHECK(columns_of(table.substr(begin, end - begin)) <= kPageColumns);
    begin = end + 1;
  }
}

TEST_CASE("every fault that the simulator sees exits 1") {
  for (const Verdict verdict : {Verdict::race, Verdict::divergent_barrier, Verdict::out_of_bounds,
                                Verdict::uninitialised, Verdict::stalled, Verdict::budget}) {
    CHECK(exit_code(report_with({run_with(32, simulator::Schedule::random, verdict)})) == 1);
    CHECK_FALSE(name_of(verdict).empty());
  }
}
