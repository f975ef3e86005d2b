// Chapters 08 and 09: any number of items, with every local scan and every reduction, through small tiles to
// many levels.
// Room: tests/gpu.
// SPDX-License-Identifier: MIT
#include "08_scan_then_propagate/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "gpu/climb.hpp"

namespace scan::test {
namespace {

// A workgroup that is a multiple of the subgroup, and few items each: a tile of 128 on subgroups up to 32
// lanes wide.
struct SmallTile {
  std::uint32_t workgroup_size, grain;
  std::uint64_t items() const { return std::uint64_t{workgroup_size} * grain; }
};

SmallTile small_tile(const DeviceLimits& limits, std::uint32_t grain) {
  return {std::max(16u, limits.subgroup_size), grain};
}

// Nothing, one, two, three; around one tile; three tiles; around a tile of tiles, where a third level begins;
// a prime.
std::vector<std::uint64_t> sizes_around(std::uint64_t tile) {
  return {0,    1, 2, 3, tile - 1, tile, tile + 1, 3 * tile, tile * tile - 1, tile * tile, tile * tile + 1,
          10007};
}

harness::Options options_with(const SmallTile& tile, std::uint64_t num_items, LocalScan local) {
  harness::Options options = options_of(num_items);
  options.configuration.workgroup_size = tile.workgroup_size;
  options.configuration.grain = tile.grain;
  options.selection.locals = {local};
  return options;
}

void climb_all_sizes(const harness::Chapter& chapter, LocalScan local) {
  const DeviceLimits limits = limits_of_api();
  const SmallTile tile = small_tile(limits, 4);
  const auto climb_one = [&](std::uint64_t num_items, bool in_place) {
    harness::Options options = options_with(tile, num_items, local);
    options.in_place = in_place;
    options.selection.reductions = {Reduction::tree};
    require_ok(climb(chapter, options), limits.subgroup_arithmetic);
  };
  for (const std::uint64_t num_items : sizes_around(tile.items())) climb_one(num_items, false);
  // In place only the bindings differ: one tile, and three levels with a last tile that is not full.
  for (const std::uint64_t num_items : {tile.items() - 1, tile.items() * tile.items() + 1})
    climb_one(num_items, true);
}

}  // namespace

TEST_CASE("scan-then-propagate with Hillis-Steele matches the serial scan at every border", "[chapter08]") {
  climb_all_sizes(scan_then_propagate::chapter(), LocalScan::hillis_steele);
}
TEST_CASE("scan-then-propagate with Blelloch's tree matches the serial scan at every border", "[chapter08]") {
  climb_all_sizes(scan_then_propagate::chapter(), LocalScan::blelloch);
}
TEST_CASE("scan-then-propagate with raking matches the serial scan at every border", "[chapter08]") {
  climb_all_sizes(scan_then_propagate::chapter(), LocalScan::raking);
}
TEST_CASE("scan-then-propagate with subgroup scans matches the serial scan at every border", "[chapter08]") {
  climb_all_sizes(scan_then_propagate::chapter(), LocalScan::subgroup);
}
TEST_CASE("reduce-then-scan with Hillis-Steele matches the serial scan at every border", "[chapter09]") {
  climb_all_sizes(reduce_then_scan::chapter(), LocalScan::hillis_steele);
}
TEST_CASE("reduce-then-scan with Blelloch's tree matches the serial scan at every border", "[chapter09]") {
  climb_all_sizes(reduce_then_scan::chapter(), LocalScan::blelloch);
}
TEST_CASE("reduce-then-scan with raking matches the serial scan at every border", "[chapter09]") {
  climb_all_sizes(reduce_then_scan::chapter(), LocalScan::raking);
}
TEST_CASE("reduce-then-scan with subgroup scans matches the serial scan at every border", "[chapter09]") {
  climb_all_sizes(reduce_then_scan::chapter(), LocalScan::subgroup);
}

TEST_CASE("every reduction matches the serial scan across three levels", "[chapter09]") {
  const DeviceLimits limits = limits_of_api();
  const SmallTile tile = small_tile(limits, 4);
  for (const Reduction reduction : kReductions) {
    for (const std::uint64_t num_items :
         {tile.items() - 1, tile.items() + 1, tile.items() * tile.items() + 1}) {
      harness::Options options = options_with(tile, num_items, LocalScan::raking);
      options.selection.reductions = {reduction};
      require_ok(climb(reduce_then_scan::chapter(), options), limits.subgroup_arithmetic);
    }
  }
}

TEST_CASE("every element type and operator comes out right, the one that does not commute too",
          "[chapter08][chapter09]") {
  const DeviceLimits limits = limits_of_api();
  const SmallTile tile = small_tile(limits, 4);
  for (const harness::Chapter& chapter : {scan_then_propagate::chapter(), reduce_then_scan::chapter()}) {
    for (const ElementType type : kElementTypes) {
      if (type == ElementType::uint64 && !limits.int64) continue;
      for (const Operator op : kOperators) {
        for (const LocalScan local : {LocalScan::blelloch, LocalScan::subgroup}) {
          harness::Options options =
              options_with(tile, 5 * tile.items() + 3, local);  // a tile that is not full at the end
          options.selection.reductions = {local == LocalScan::subgroup ? Reduction::subgroup
                                                                       : Reduction::tree};
          options.type = type;
          options.op = op;
          if (op == Operator::last) options.pattern = Pattern::sparse;  // or each item would win at once
          require_ok(climb(chapter, options), limits.subgroup_arithmetic);
        }
      }
    }
  }
}

TEST_CASE("grains that are and are not a multiple of a vector work alike", "[chapter08][chapter09]") {
  const DeviceLimits limits = limits_of_api();
  for (const std::uint32_t grain : {1, 2, 3, 6, 8}) {
    const SmallTile tile = small_tile(limits, grain);
    for (const LocalScan local : {LocalScan::raking, LocalScan::subgroup}) {
      const harness::Options options =
          options_with(tile, 7 * tile.items() + 1, local);  // one item into the eighth tile
      require_ok(climb(scan_then_propagate::chapter(), options), limits.subgroup_arithmetic);
      require_ok(climb(reduce_then_scan::chapter(), options), limits.subgroup_arithmetic);
    }
  }
}

TEST_CASE("C01: an exclusive scan of ones is right on both sides of each tile's border", "[C01]") {
  const DeviceLimits limits = limits_of_api();
  const SmallTile tile = small_tile(limits, 1);
  for (const LocalScan local : kLocalScans) {
    harness::Options options = options_with(tile, 3 * tile.items(), local);
    options.kinds = {Kind::exclusive};
    options.pattern = Pattern::ones;
    require_ok(climb(scan_then_propagate::chapter(), options), limits.subgroup_arithmetic);
    require_ok(climb(reduce_then_scan::chapter(), options), limits.subgroup_arithmetic);
  }
}

TEST_CASE("C02: many more tiles than groups that run at a time", "[C02]") {
  const DeviceLimits limits = limits_of_api();
  for (const std::uint64_t num_items : {1000, 10000}) {  // 4 and 40 tiles of 256
    harness::Options options = options_of(num_items);
    options.pattern = Pattern::ones;
    options.configuration.workgroup_size = 256;
    options.configuration.grain = 1;
    require_ok(climb(scan_then_propagate::chapter(), options), limits.subgroup_arithmetic);
    require_ok(climb(reduce_then_scan::chapter(), options), limits.subgroup_arithmetic);
  }
}

TEST_CASE("C04: the spare groups of a grid touch nothing", "[C04]") {
  const DeviceLimits limits = limits_of_api();
  harness::Options options = options_of(323);
  options.pattern = Pattern::ones;
  options.configuration.workgroup_size = 64;
  options.configuration.grain = 1;  // 6 tiles
  options.clamp.groups = 2;         // in a grid of 2 x 2 x 2
  require_ok(climb(scan_then_propagate::chapter(), options), limits.subgroup_arithmetic);
  require_ok(climb(reduce_then_scan::chapter(), options), limits.subgroup_arithmetic);
}

TEST_CASE("C06: an exclusive scan in place does not lose what it overwrites", "[C06]") {
  const DeviceLimits limits = limits_of_api();
  for (const std::uint64_t num_items : {4, 1024}) {  // within a tile, and four tiles
    harness::Options options = options_of(num_items);
    options.kinds = {Kind::exclusive};
    options.in_place = true;
    options.configuration.workgroup_size = 256;
    options.configuration.grain = 1;
    require_ok(climb(scan_then_propagate::chapter(), options), limits.subgroup_arithmetic);
    require_ok(climb(reduce_then_scan::chapter(), options), limits.subgroup_arithmetic);
  }
}

TEST_CASE("C14: passes are ordered by barriers, twenty times over", "[C14]") {
  const DeviceLimits limits = limits_of_api();
  harness::Options options = options_of(100000);
  options.pattern = Pattern::ones;
  options.repeats = 20;
  options.selection.locals = {LocalScan::hillis_steele};
  require_ok(climb(scan_then_propagate::chapter(), options), limits.subgroup_arithmetic);
  require_ok(climb(reduce_then_scan::chapter(), options), limits.subgroup_arithmetic);
}

TEST_CASE("C18: sums wrap modulo 2^32, signed ones too", "[C18]") {
  const DeviceLimits limits = limits_of_api();
  for (const ElementType type : {ElementType::uint32, ElementType::int32}) {
    for (const Pattern pattern : {Pattern::max, Pattern::alternating}) {
      harness::Options options = options_of(1025);  // one item past a tile of 1024
      options.type = type;
      options.pattern = pattern;
      options.configuration.workgroup_size = 256;
      options.configuration.grain = 4;
      require_ok(climb(reduce_then_scan::chapter(), options), limits.subgroup_arithmetic);
    }
  }
}

TEST_CASE("C19: a float scan by tiles stays within the bound of the wide sum", "[C19]") {
  const DeviceLimits limits = limits_of_api();
  harness::Options options = options_of(1000000);
  options.type = ElementType::float32;
  options.selection.locals = {LocalScan::raking};
  require_ok(climb(scan_then_propagate::chapter(), options), limits.subgroup_arithmetic);
  require_ok(climb(reduce_then_scan::chapter(), options), limits.subgroup_arithmetic);
}

}  // namespace scan::test
