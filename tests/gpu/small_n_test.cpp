// Chapter 11's scans of few items: two dispatches, and auto at the borders where it changes its method.
// Room: tests/gpu.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "11_decoupled_look_back/auto.hpp"
#include "11_decoupled_look_back/chapter.hpp"
#include "11_decoupled_look_back/two_dispatches.hpp"
#include "gpu/small_tile.hpp"

namespace scan::test {
namespace {

using namespace scan::decoupled_look_back;

harness::Chapter chapter_of(const harness::Stage& stage) {
  return with_stages(chapter(), {stage});
}

const harness::Chapter kTwoDispatches = chapter_of(two_dispatches_stage("two dispatches"));
const harness::Chapter kAuto = chapter_of(auto_stage("auto"));

/// Of two dispatches.
std::uint64_t most_of(const Small& small) {
  return small.tile() * small.workgroup_size;
}

}  // namespace

TEST_CASE("two dispatches match the serial scan at every border", "[chapter11][one-thread]") {
  const Small small;
  const std::uint64_t tile = small.tile();
  // Nothing, one, two, three; around one tile and two; a prime; around as many tiles as a subgroup has lanes; as many as a
  // workgroup has invocations, the last of them full, and one item less.
  const std::uint64_t window = tile * std::max(1u, limits_of_api().subgroup_size);
  for (const std::uint64_t num_items :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, tile - 1, tile, tile + 1,
        2 * tile - 1, 2 * tile, 2 * tile + 1, std::uint64_t{10007}, window, window + 1, most_of(small) - 1,
        most_of(small)}) {
    for (const bool in_place : {false, true}) {
      harness::Options options = options_with(small, num_items);
      options.in_place = in_place;
      require_ok(climb(kTwoDispatches, options), true);
    }
  }
}

TEST_CASE("two dispatches are right for every element type and operator, and with every local scan",
          "[chapter11]") {
  const Small small;
  harness::Options options = options_with(small, 40 * small.tile() + 3);
  for (const ElementType type : kElementTypes) {
    if (type == ElementType::uint64 && !limits_of_api().int64) continue;
    options.type = type;
    for (const Operator op : kOperators) {
      options.op = op;
      // Else each item would win at once.
      options.pattern = op == Operator::last ? Pattern::sparse : Pattern::random;
      require_ok(climb(kTwoDispatches, options), true);
    }
  }
  for (const LocalScan local : kLocalScans) {  // with the operator that does not commute
    options.type = ElementType::uint32;
    options.configuration.local = local;
    require_ok(climb(kTwoDispatches, options), limits_of_api().subgroup_arithmetic);
  }
}

TEST_CASE("two dispatches refuse one item more than they reach, and say what scans it", "[chapter11]") {
  const Small small;
  const harness::Report report = climb(kTwoDispatches, options_with(small, most_of(small) + 1));
  for (const harness::Result& result : report.results) {
    REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::skipped));
    REQUIRE_THAT(result.finding.reason, contains("single pass"));
  }
}

TEST_CASE("two dispatches leave spare groups of a grid without work", "[chapter11][C04]") {
  const Small small;
  harness::Options options = options_with(small, 5 * small.tile() + 1);  // 6 tiles
  options.clamp.groups = 2;                                              // in a grid of 2 x 2 x 2
  require_ok(climb(kTwoDispatches, options), true);
}

TEST_CASE("a plan of two dispatches that is used again sees nothing of the scan before", "[chapter11]") {
  const Small small;
  harness::Options options = options_with(small, 20 * small.tile() + 1);
  options.repeats = 20;
  require_ok(climb(kTwoDispatches, options), true);
}

TEST_CASE("auto is right at every border of its methods", "[chapter11][one-thread]") {
  const Tuning& tuning = tuning_of(limits_of_api().device_class);
  const std::uint64_t one = tuning.most_bytes_of_one_workgroup / 4;
  const std::uint64_t two = tuning.most_bytes_of_two_dispatches / 4;
  for (const std::uint64_t num_items : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, one - 1, one,
                                        one + 1, two - 1, two, two + 1}) {
    for (const bool in_place : {false, true}) {
      harness::Options options = options_of(num_items);
      options.in_place = in_place;
      require_ok(climb(kAuto, options), true);
    }
  }
}

TEST_CASE("auto is right for every element type and operator, whichever method it takes", "[chapter11]") {
  const Small small;
  for (const ElementType type : kElementTypes) {
    if (type == ElementType::uint64 && !limits_of_api().int64) continue;
    for (const Operator op : kOperators) {
      for (const std::uint64_t num_items : {small.tile() - 3, most_of(small) - 3, most_of(small) + 3}) {
        harness::Options options = options_with(small, num_items);
        options.type = type;
        options.op = op;
        if (op == Operator::last) options.pattern = Pattern::sparse;
        require_ok(climb(kAuto, options), true);
      }
    }
  }
}

TEST_CASE("auto is right with items that go in windows", "[chapter11][C24]") {
  const Small small;
  harness::Options options = options_with(small, 0);
  options.clamp.binding_bytes = 16384;  // 4,096 items of 4 bytes
  for (const std::uint64_t num_items : {4095, 4096, 4097, 8193}) {
    options.num_items = num_items;
    require_ok(climb(kAuto, options), true);
  }
}

}  // namespace scan::test
