// The comparison's table, Markdown and JSON from results that are put in by hand, and its ratios.
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "benchmarks/compare_report.hpp"
#include "catch.hpp"
#include "scan/errors.hpp"

using namespace scan;
using namespace scan::compare;
using nlohmann::json;
using scan::test::contains;

namespace {

Row row_of(const std::string& stage, Field field, std::uint64_t num_items, double median) {
  Row row{.chapter = field == Field::vulkan ? "11" : "", .field = field};
  row.result.stage = stage;
  row.result.request.num_items = num_items;
  row.result.bytes_moved = 8 * num_items;
  row.timing = harness::TurnTiming{.time = {median, median * 0.99, median * 1.02, 21},
                                   .share_of_copy = 0.5 / median,
                                   .ruler_before = harness::Statistics{0.5, 0.5, 0.5, 21},
                                   .ruler_after = harness::Statistics{0.501, 0.5, 0.502, 21}};
  return row;
}

Row skipped(const std::string& stage, Field field, const std::string& reason) {
  Row row{.field = field};
  row.result.stage = stage;
  row.result.request.num_items = 1 << 20;
  row.result.finding = {.verdict = Verdict::skipped, .reason = reason};
  return row;
}

Comparison comparison_of(std::vector<Row> rows) {
  return {.command = "./ladder bench --compare",
          .date = "2026-01-02",
          .input = "pattern random (seed 1)",
          .rounds = 3,
          .repeats = 7,
          .devices = {{Field::vulkan, "A GPU", "1.2.3"}, {Field::opengl, "llvmpipe", "Mesa", true}},
          .rows = std::move(rows)};
}

std::string printed(void (*print)(std::FILE*, const Comparison&), const Comparison& comparison) {
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  print(file, comparison);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  REQUIRE(std::fread(text.data(), 1, text.size(), file) == text.size());
  std::fclose(file);
  return text;
}

}  // namespace

TEST_CASE("the ratio is the peer's time over the row's, at the same number of items") {
  const std::vector<Row> rows{row_of("fallback", Field::vulkan, 1 << 20, 0.5),
                              row_of("CUB", Field::cuda, 1 << 24, 8),
                              row_of("CUB", Field::cuda, 1 << 20, 0.625)};
  CHECK(*ratio_to("CUB", rows[0], rows) == 1.25);
  CHECK(*ratio_to("CUB", rows[2], rows) == 1);
  CHECK_FALSE(ratio_to("std scan", rows[0], rows));
}

TEST_CASE("a software renderer, a wrong scan and a time of 0 have no ratio") {
  std::vector<Row> rows{row_of("fallback", Field::vulkan, 1 << 20, 0.5),
                        row_of("CUB", Field::cuda, 1 << 20, 1)};
  rows[0].software = true;
  CHECK_FALSE(ratio_to("CUB", rows[0], rows));
  rows[0].software = false;
  rows[1].result.finding.verdict = Verdict::wrong;
  CHECK_FALSE(ratio_to("CUB", rows[0], rows));
  rows[1].result.finding.verdict = Verdict::ok;
  rows[0].timing->time.median = 0;
  CHECK_FALSE(ratio_to("CUB", rows[0], rows));
  CHECK_FALSE(items_per_second(rows[0]));
}

TEST_CASE("2^20 items in half a millisecond are 2.097 thousand million a second") {
  CHECK(*items_per_second(row_of("x", Field::vulkan, 1 << 20, 0.5)) == scan::test::Approx(2.097152e9));
}

TEST_CASE("the table has every number, the reason of what was skipped, and names a software renderer") {
  std::vector<Row> rows{row_of("tuned tile", Field::vulkan, 1 << 20, 0.5),
                        row_of("CUB", Field::cuda, 1 << 20, 0.625),
                        skipped("chained", Field::opengl, "no atomicLoad")};
  rows[1].was_warm = false;
  rows[0].calls = rows[1].calls = 16;
  const std::string table = printed(print_table, comparison_of(rows));
  for (const char* part : {"2^20", "11 tuned tile", "0.5000", "3.0 %", "2.097", "1.000", "1.250", "8.39 MB",
                           "0.5000, 0.5010", "skipped [1]", "[1] no atomicLoad", "A GPU, 1.2.3", "2026-01-02",
                           "a software renderer: its times say nothing about a GPU", "ok ~", "~ in some turn",
                           "16 calls in a row"}) {
    CHECK_THAT(table, contains(part));
  }
}

TEST_CASE("the JSON carries what the numbers depend on, and null where there is none") {
  std::vector<Row> rows{row_of("fallback", Field::vulkan, 1 << 20, 0.5),
                        row_of("CUB", Field::cuda, 1 << 20, 0.625),
                        skipped("chained", Field::opengl, "no atomicLoad")};
  rows[0].calls = 16;
  const json whole = json::parse(to_json(comparison_of(rows)));
  CHECK(whole.at("date") == "2026-01-02");
  CHECK(whole.at("devices").at(1).at("software") == true);
  CHECK(whole.at("rounds") == 3);
  const json& result = whole.at("results").at(0);
  CHECK(result.at("chapter") == "11");
  CHECK(result.at("api") == "vulkan");
  CHECK(result.at("milliseconds").at("repeats") == 21);
  CHECK(result.at("calls") == 16);
  CHECK(result.at("ratio_to").at("CUB") == 1.25);
  CHECK(result.at("ratio_to").at("memcpy").is_null());
  CHECK(result.at("copy_before").at("median") == 0.5);
  CHECK(result.at("copy_after").at("max") == 0.502);
  CHECK(whole.at("results").at(1).at("chapter").is_null());
  const json& none = whole.at("results").at(2);
  CHECK(none.at("milliseconds").is_null());
  CHECK(none.at("items_per_second").is_null());
  CHECK(none.at("reason") == "no atomicLoad");
}

TEST_CASE(
    "the comparison says which memory OpenGL's items were in, and keeps the kinds that were asked for "
    "apart") {
  std::vector<Row> rows{row_of("copy", Field::opengl, 1 << 20, 0.5),
                        row_of("copy", Field::opengl, 1 << 28, 0.5),
                        row_of("copy", Field::opengl, 1 << 28, 1)};
  rows[0].result.memory = opengl::Memory::ordinary;
  rows[1].result.memory = opengl::Memory::sparse;
  CHECK_THAT(printed(print_table, comparison_of(rows)),
             contains("opengl chose sparse memory for 2^28 items (--gl-memory auto)"));
  rows[2].result.memory = opengl::Memory::ordinary;
  rows[2].opengl_memory = harness::OpenGlMemory::ordinary;
  for (const auto print : {print_table, print_markdown})
    CHECK_THAT(printed(print, comparison_of(rows)), contains("opengl, ordinary memory"));
  const json results = json::parse(to_json(comparison_of(rows))).at("results");
  CHECK(results.at(1).at("api") == "opengl");
  CHECK(results.at(1).at("memory") == "sparse");
  CHECK(results.at(2).at("api") == "opengl, ordinary memory");
  CHECK(results.at(2).at("memory") == "ordinary");
  rows[1].result.memory = opengl::Memory::ordinary;
  CHECK(printed(print_table, comparison_of(rows)).find("chose") == std::string::npos);
}

TEST_CASE("the exit code says wrong before right, and 77 where nothing ran") {
  Row wrong = row_of("CUB", Field::cuda, 1 << 20, 1);
  wrong.result.finding.verdict = Verdict::wrong;
  CHECK(exit_code(comparison_of({row_of("x", Field::vulkan, 1, 1), wrong})) == 1);
  CHECK(exit_code(comparison_of({row_of("x", Field::vulkan, 1, 1), skipped("y", Field::opengl, "")})) == 0);
  CHECK(exit_code(comparison_of({skipped("y", Field::opengl, "")})) == 77);
}

TEST_CASE("the options of the comparison take lists, repeated and with commas, and say themselves again") {
  const char* const arguments[] = {"compare", "--items",    "2^10,1000", "--items", "64Ki",
                                   "--api",   "cpu,vulkan", "--rounds",  "2"};
  const auto options = parse_options(static_cast<int>(std::size(arguments)), arguments);
  REQUIRE(options);
  CHECK(options->sizes == std::vector<std::uint64_t>{1024, 1000, 65536});
  CHECK(options->fields == std::vector{Field::vulkan, Field::cpu});
  CHECK(options->rounds == 2);
  CHECK(command_of(*options) ==
        "./ladder bench --compare --items 2^10,1000,2^16 --api vulkan,cpu --rounds 2 --repeat 7");
}

TEST_CASE("the comparison takes one or several kinds of OpenGL's memory") {
  const auto parsed = [](std::vector<const char*> words) {
    words.insert(words.begin(), "compare");
    return parse_options(static_cast<int>(words.size()), words.data());
  };
  CHECK(parsed({})->opengl_memories == std::vector{harness::OpenGlMemory::automatic});
  const auto both = parsed({"--gl-memory", "auto,ordinary"});
  CHECK(both->opengl_memories ==
        std::vector{harness::OpenGlMemory::automatic, harness::OpenGlMemory::ordinary});
  CHECK_THAT(command_of(*both), contains(" --gl-memory auto,ordinary "));
  CHECK(command_of(*parsed({})).find("--gl-memory") == std::string::npos);
}
