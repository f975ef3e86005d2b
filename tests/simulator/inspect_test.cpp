// The tables of counters: which rows are folded, which columns and lines are printed.
// Room: tests/simulator, for common/harness.
// SPDX-License-Identifier: MIT
#include "harness/inspect.hpp"

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "catch.hpp"
#include "harness/inspect_json.hpp"
#include "harness/text.hpp"
#include "shader/compile.hpp"

namespace {

using namespace scan;
using namespace scan::harness;
using scan::test::contains;

/// The number of the first line of a shader that has `part`.
std::uint32_t line_of(const std::string& file, const std::string& part) {
  std::ifstream shader(shader::shaders_folder() / file);
  std::uint32_t number = 1;
  for (std::string line; std::getline(shader, line); ++number) {
    if (line.find(part) != std::string::npos) return number;
  }
  return 0;
}

simulator::DispatchCounters tree_dispatch() {
  const simulator::Counters load{
      .instructions = 2048, .bytes_read = 1024, .sectors = 32, .buffer_accesses = 8};
  const simulator::Counters combine{.instructions = 1016,
                                    .work = 255,
                                    .depth = 8,
                                    .shared_accesses = 76,
                                    .shared_passes = 316,
                                    .worst_conflict = 16};
  simulator::DispatchCounters dispatch{.kernel = "04_blelloch/plain",
                                       .num_workgroups = 1,
                                       .workgroup_size = 256,
                                       .subgroup_width = 32,
                                       .activity = {{256, 256}, {128, 256}, {64, 256}}};
  dispatch.by_line[{"04_blelloch/tree.glsl", line_of("04_blelloch/tree.glsl", "void upsweep")}] = combine;
  dispatch.by_line[{"lib/scan_one_tile.glsl", line_of("lib/scan_one_tile.glsl", "void main")}] = load;
  dispatch.by_line[{"lib/scan_one_tile.glsl", 1}] = {.instructions = 30};
  dispatch.by_line[{"lib/scan_one_tile.glsl", 2}] = {.instructions = 12};
  dispatch.by_line[{"lib/monoid.glsl", 20}] = {.instructions = 7};
  dispatch.total = load;
  dispatch.total.add(combine);
  dispatch.total.barriers = 18;
  return dispatch;
}

Result result_of(const std::string& stage, Kind kind, const simulator::DispatchCounters& dispatch) {
  Result result{.stage = stage, .api = Api::simulator};
  result.request.kind = kind;
  result.finding.verdict = Verdict::ok;
  result.simulation = Simulation{.subgroup_width = 32, .dispatches = {dispatch}};
  return result;
}

Report report_of(std::vector<Result> results) {
  return {.chapter = "04_blelloch", .title = "Blelloch", .results = std::move(results)};
}

std::string printed(const Report& report, bool by_line) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  REQUIRE(file);
  print_inspection(file.get(), report, by_line);
  std::string text(static_cast<std::size_t>(std::ftell(file.get())), '\0');
  std::rewind(file.get());
  REQUIRE(std::fread(text.data(), 1, text.size(), file.get()) == text.size());
  return text;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

Report two_kinds() {
  auto other = tree_dispatch();
  other.total.instructions += 7;
  return report_of(
      {result_of("plain", Kind::inclusive, tree_dispatch()), result_of("plain", Kind::exclusive, other)});
}

}  // namespace

TEST_CASE("inspect: kinds that count alike share a row, and those that do not have their own") {
  CHECK(count(printed(two_kinds(), false), "  plain  both  plain  ") == 2);  // of work and of memory
  Report differing = two_kinds();
  ++differing.results[1].simulation->dispatches[0].total.work;
  CHECK(count(printed(differing, false), "  both  ") == 0);
  CHECK(count(printed(differing, false), "  plain  inclusive  plain  ") == 2);
}

TEST_CASE("inspect: a stage is named once, and verdicts only where one is not ok") {
  Report report = two_kinds();
  CHECK(count(printed(report, false), "verdict") == 0);
  ++report.results[1].simulation->dispatches[0].total.work;
  CHECK(count(printed(report, false), "  plain  inclusive  plain  ") == 2);
  CHECK(count(printed(report, false), "         exclusive  plain  ") == 2);
  report.results[1].finding.verdict = Verdict::race;
  CHECK(count(printed(report, false), "  exclusive  plain   race  ") == 1);
}

TEST_CASE("inspect: the tables have what was counted") {
  const std::string text = printed(two_kinds(), false);
  CHECK_THAT(text,
             contains("1 x 256     32   255      8        18  42 %"));  // idle: 448 of 768 were active
  CHECK_THAT(text, contains("32      76     316     16  1,024       32  100 %"));
  CHECK_THAT(text, contains("    plain  256 128 64\n"));
}

TEST_CASE("inspect: columns in which nothing happened are left out") {
  const std::string tables = printed(two_kinds(), false);
  const std::string text = tables.substr(0, tables.find("work: applications"));
  CHECK(count(text, "spins") == 0);
  CHECK(count(text, "atomics") == 0);
  CHECK(count(text, "written") == 0);
  Report spinning = two_kinds();
  spinning.results[0].simulation->dispatches[0].total.spins = 3;
  CHECK(count(printed(spinning, false), "spins") == 1);
}

TEST_CASE("inspect: lines have the text of the shader and what it cost") {
  const std::string text = printed(two_kinds(), true);
  CHECK_THAT(text, contains("  line  04_blelloch/tree.glsl  "));
  const auto upsweep = line_of("04_blelloch/tree.glsl", "void upsweep");
  CHECK_THAT(text, contains("    " + std::to_string(upsweep) +
                            "  void upsweep(uint me) {     1,016   255      8      76     316     16\n"));
  CHECK_THAT(text, contains("lib/scan_one_tile.glsl"));
  CHECK_THAT(text, contains("  void main() {"));
  CHECK_THAT(text, contains("        2 other lines "));
  CHECK_THAT(text, contains(" 42\n"));
  CHECK_THAT(text, contains("  other instructions: 7 in lib/monoid.glsl\n"));
}

TEST_CASE("inspect: lines are printed when asked for, or when there is one stage") {
  Report two_stages = two_kinds();
  two_stages.results[1].stage = "padded";
  CHECK(count(printed(two_stages, false), "tree.glsl") == 0);
  CHECK(count(printed(two_stages, true), "tree.glsl") == 2);
  CHECK(count(printed(two_kinds(), false), "tree.glsl") == 1);
}

TEST_CASE("inspect: tables fit into 100 columns") {
  const std::string text = printed(two_kinds(), true);
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    const std::string line = text.substr(start, end - start);
    INFO(line);
    if (line.find(": ") == std::string::npos)
      CHECK(columns_of(line) <= 100);  // the legend has the page's width
    start = end + 1;
  }
}

TEST_CASE("inspect: a report without a simulation prints nothing") {
  Report report = report_of({Result{.stage = "plain", .api = Api::vulkan}});
  CHECK(printed(report, true).empty());
}

TEST_CASE("inspect: the JSON has totals, lines and activity") {
  const auto json = dispatches_json({tree_dispatch()});
  REQUIRE(json.size() == 1);
  CHECK(json[0]["kernel"] == "04_blelloch/plain");
  CHECK(json[0]["total"]["work"] == 255);
  CHECK(json[0]["total"]["barriers"] == 18);
  CHECK(json[0]["active_by_interval"] == nlohmann::ordered_json{256, 128, 64});
  REQUIRE(json[0]["lines"].size() == 5);
  CHECK(json[0]["lines"][0]["file"] == "04_blelloch/tree.glsl");
  CHECK(json[0]["lines"][0]["line"] == line_of("04_blelloch/tree.glsl", "void upsweep"));
  CHECK(json[0]["lines"][0]["worst_conflict"] == 16);
}
