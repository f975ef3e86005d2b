// Faults put into the shaders' text: each must come out as the verdict that it deserves, and never as `ok`.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/chapter.hpp"
#include "03_hillis_steele/chapter.hpp"
#include "08_scan_then_propagate/chapter.hpp"
#include "faults/faulty_shaders.hpp"
#include "gpu/climb.hpp"

namespace scan::test {
namespace {

constexpr std::uint32_t kWorkgroupSize = 64;

harness::Options one_item_each(std::uint64_t num_items) {
  harness::Options options = options_of(num_items);
  options.configuration = {.workgroup_size = kWorkgroupSize, .grain = 1};
  options.selection.locals = {LocalScan::raking};
  options.kinds = {Kind::exclusive};
  options.pattern = Pattern::ones;
  return options;
}

const harness::Result& only_result(const harness::Report& report) {
  REQUIRE(report.results.size() == 1);
  return report.results.front();
}

}  // namespace

TEST_CASE("C01: a prefix that is added one item early is found at the end of the first tile", "[C01][asan]") {
  FaultyShaders shaders;
  shaders.replace("08_scan_then_propagate/uniform_add.comp", "combine(prefix, items_in[tile.first_item + i])",
                  "combine(tile_prefixes[min(tile.index + (i + 1 == tile.num_items ? 1u : 0u), "
                  "parameters.num_tiles - 1)], items_in[tile.first_item + i])");
  const harness::Result result =
      only_result(climb(scan_then_propagate::chapter(), one_item_each(3 * kWorkgroupSize)));
  REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::wrong));
  REQUIRE(result.finding.first_mismatch->index == kWorkgroupSize - 1);
  REQUIRE(result.finding.num_mismatches == 2);  // the last item of the last tile has no tile behind it
  REQUIRE_FALSE(result.device_time);
}

TEST_CASE("C05: items that no invocation writes are named as unwritten", "[C05]") {
  FaultyShaders shaders;
  shaders.replace("02_first_dispatch/serial.comp", "item < parameters.num_items",
                  "item + 1 < parameters.num_items");
  const harness::Report report = climb(first_dispatch::chapter(), options_of(100));
  REQUIRE(name_of(report.results.front().finding.verdict) == name_of(Verdict::unwritten));
  REQUIRE(report.results.front().finding.first_mismatch->index == 99);
}

TEST_CASE("C07: a store without its bounds check is seen in the guard behind the items", "[C07][asan]") {
  FaultyShaders shaders;
  shaders.replace("lib/scan_one_tile.glsl", "if (has_item) items_out", "items_out");
  for (const harness::Result& result : climb(hillis_steele::chapter(), options_of(61)).results) {
    CAPTURE(result.stage, result.finding.reason);
    REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::overrun));
  }
}

TEST_CASE("C13: a kernel that does not compile fails with its file and line, and is never all zeros",
          "[C13][asan]") {
  FaultyShaders shaders;
  shaders.replace("lib/monoid.glsl", "return earlier + later;", "return earlier + latter;");
  const harness::Result result = only_result(climb(scan_then_propagate::chapter(), one_item_each(100)));
  CAPTURE(result.finding.reason);
  REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::failed));
  REQUIRE_THAT(result.finding.reason, contains("lib/monoid.glsl:27") && contains("latter"));
  REQUIRE_FALSE(result.device_time);
}

}  // namespace scan::test
