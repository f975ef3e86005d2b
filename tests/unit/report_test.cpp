// The report: JSON that follows its schema in any locale, a table that fits, exit codes that never lie.
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#include <clocale>
#include <cstdio>
#include <limits>
#include <locale>
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

Result result_with(Verdict verdict, const std::string& reason = "") {
  Result result{
      .stage = "blelloch", .api = Api::vulkan, .request = {.num_items = 1000003}, .bytes_moved = 8000024};
  result.finding = {.verdict = verdict, .reason = reason, .total = "4294967296"};
  if (verdict == Verdict::ok) result.device_time = Statistics{0.5, 0.25, 1.5, 5};
  return result;
}

Report report_with(std::vector<Result> results) {
  return {.chapter = "04_blelloch",
          .title = "a tree",
          .input = "pattern random (seed 1)",
          .devices = {{Api::cpu, "CPU", "2 threads"},
                      {Api::vulkan, "llvmpipe (LLVM 15.0.6, 256 bits)", "Mesa 22.3.6", true}},
          .results = std::move(results)};
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

/// A locale of the kind that writes 1.5 as 1,5, for as long as it lives; a locale of our own, as a machine
/// may have none.
struct CommaLocale {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  ~CommaLocale() { std::locale::global(before); }
};

}  // namespace

TEST_CASE("the JSON object has every field of the schema") {
  const json whole = json::parse(to_json(report_with({result_with(Verdict::ok)})));
  CHECK(whole.at("chapter") == "04_blelloch");
  CHECK(whole.at("device").at("api") == "vulkan");  // the first GPU, not the CPU before it
  CHECK(whole.at("device").at("software") == true);
  CHECK(whole.at("devices").size() == 2);
  const json& result = whole.at("results").at(0);
  CHECK(result.at("stage") == "blelloch");
  CHECK(result.at("api") == "vulkan");
  CHECK(result.at("items") == 1000003);
  CHECK(result.at("type") == "uint32");
  CHECK(result.at("operator") == "sum");
  CHECK(result.at("kind") == "inclusive");
  CHECK(result.at("in_place") == false);
  CHECK(result.at("verdict") == "ok");
  CHECK(result.at("reason").is_null());
  CHECK(result.at("first_mismatch").is_null());
  CHECK(result.at("milliseconds") == json({{"median", 0.5}, {"min", 0.25}, {"max", 1.5}, {"repeats", 5}}));
  CHECK(result.at("wall_clock") == false);
  CHECK(result.at("bytes_moved") == 8000024);
  CHECK(result.at("gigabytes_per_second").get<double>() == Approx(16.000048));
  CHECK(result.at("share_of_copy").is_null());
  CHECK(result.at("memory").is_null());
  CHECK(result.at("total") == "4294967296");
}

TEST_CASE(
    "the memory of OpenGL's items is in the JSON, and in the table where it is sparse or was asked for") {
  Result result = result_with(Verdict::ok);
  result.api = Api::opengl;
  const auto report_in = [&](opengl::Memory memory, OpenGlMemory asked) {
    result.memory = memory;
    Report report = report_with({result});
    report.devices = {{Api::opengl, "A GPU", "4.6"}};
    report.opengl_memory = asked;
    return report;
  };
  const Report sparse = report_in(opengl::Memory::sparse, OpenGlMemory::automatic);
  CHECK(json::parse(to_json(sparse)).at("results").at(0).at("memory") == "sparse");
  CHECK_THAT(table_of(sparse), contains("items in sparse memory (--gl-memory auto)"));
  const Report wished = report_in(opengl::Memory::ordinary, OpenGlMemory::ordinary);
  CHECK(json::parse(to_json(wished)).at("results").at(0).at("memory") == "ordinary");
  CHECK_THAT(table_of(wished), contains("items in ordinary memory (--gl-memory ordinary)"));
  const Report usual = report_in(opengl::Memory::ordinary, OpenGlMemory::automatic);
  CHECK(json::parse(to_json(usual)).at("results").at(0).at("memory") == "ordinary");
  CHECK(table_of(usual).find("items in") == std::string::npos);
}

TEST_CASE("a wrong result has its first mismatch and no time") {
  Result wrong = result_with(Verdict::wrong, "item 7 is 3, expected 28");
  wrong.finding.first_mismatch = Mismatch{7, "28", "3"};
  wrong.finding.num_mismatches = 12;
  const json result = json::parse(to_json(report_with({wrong}))).at("results").at(0);
  CHECK(result.at("first_mismatch") == json({{"index", 7}, {"expected", "28"}, {"got", "3"}}));
  CHECK(result.at("mismatches") == 12);
  CHECK(result.at("milliseconds").is_null());
  CHECK(result.at("gigabytes_per_second").is_null());
}

TEST_CASE("a copy has no kind") {
  Result copy = result_with(Verdict::ok);
  copy.expectation = Expectation::copy;
  CHECK(json::parse(to_json(report_with({copy}))).at("results").at(0).at("kind").is_null());
}

TEST_CASE("byte counts beyond 32 bits and bytes that are no UTF-8 survive the JSON") {
  Result failed = result_with(Verdict::failed, "driver says \xff\xfe \"no\"\n");
  failed.bytes_moved = std::numeric_limits<std::uint64_t>::max();
  const json result = json::parse(to_json(report_with({failed}))).at("results").at(0);
  CHECK(result.at("bytes_moved").get<std::uint64_t>() == std::numeric_limits<std::uint64_t>::max());
  CHECK_THAT(result.at("reason").get<std::string>(), contains("\"no\""));
}

TEST_CASE("C30: a time of 0 has no throughput in the report") {
  Result zero = result_with(Verdict::ok);
  zero.device_time = Statistics{0, 0, 0, 5};
  CHECK(json::parse(to_json(report_with({zero}))).at("results").at(0).at("gigabytes_per_second").is_null());
  CHECK(table_of(report_with({zero})).find("inf") == std::string::npos);
}

TEST_CASE("numbers do not depend on the locale") {
  const Report report = report_with({result_with(Verdict::ok)});
  const std::string json_before = to_json(report), table_before = table_of(report);
  const CommaLocale comma;
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where the machine has it
  CHECK(to_json(report) == json_before);
  CHECK(table_of(report) == table_before);
  std::setlocale(LC_ALL, "C");
}

TEST_CASE("the exit code is 0 only when something was right and nothing was not") {
  const Result ok = result_with(Verdict::ok), skipped = result_with(Verdict::skipped, "no driver");
  CHECK(exit_code(report_with({ok})) == 0);
  CHECK(exit_code(report_with({ok, skipped})) == 0);
  for (const Verdict verdict : {Verdict::wrong, Verdict::unwritten, Verdict::overrun, Verdict::failed}) {
    CHECK(exit_code(report_with({ok, result_with(verdict, "reason")})) == 1);
    CHECK(exit_code(report_with({skipped, result_with(verdict, "reason")})) == 1);
  }
}

TEST_CASE("zero checks are never a pass") {
  CHECK(exit_code(report_with({})) == 77);
  CHECK(exit_code(report_with({result_with(Verdict::skipped, "no driver")})) == 77);
}

TEST_CASE("the table names the problem, the device and the software renderer, and fits the page") {
  Result skipped = result_with(
      Verdict::skipped, std::string(30, 'x') + " " + std::string(70, 'y') + " " + std::string(50, 'z'));
  const std::string table = table_of(report_with({result_with(Verdict::ok), skipped, skipped}));
  CHECK_THAT(table, contains("04_blelloch: a tree"));
  CHECK_THAT(table, contains("1,000,003 uint32 items, sum, from pattern random (seed 1)"));
  CHECK_THAT(table, contains("a software renderer: its times say nothing about a GPU"));
  CHECK_THAT(table, contains("skipped [1]"));
  CHECK(table.find("[2]") == std::string::npos);   // the same reason is told once
  CHECK(table.find('\x1b') == std::string::npos);  // no colours in a file
  for (std::size_t begin = 0; begin < table.size();) {
    const std::size_t end = table.find('\n', begin);
    CHECK(columns_of(table.substr(begin, end - begin)) <= kPageColumns);
    begin = end + 1;
  }
}

TEST_CASE("figures keep their significant digits without an exponent") {
  CHECK(significant(0.012345) == "0.01235");
  CHECK(significant(1.5) == "1.500");
  CHECK(significant(123456) == "123456");
  CHECK(significant(0) == "0.000");
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000003) == "1,000,003");
  CHECK(decimal_bytes(8000024) == "8.00 MB");
  CHECK(decimal_bytes(999999) == "1.00 MB");
  CHECK(decimal_bytes(12) == "12 B");
}
