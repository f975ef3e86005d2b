// The plan's levels and scratch offsets, up to 2^40 items and at every border.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#include "scan/plan.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "catch.hpp"
#include "scan/errors.hpp"

namespace {

using scan::DeviceLimits;
using scan::LimitError;
using scan::test::contains;

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kWordBytes = 4;

DeviceLimits groups_limited_to(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return {.max_groups = {x, y, z}};
}

// A device that binds whatever is asked: only its groups, 65,535 an axis, limit it.
DeviceLimits boundless() {
  return {.max_binding_bytes = std::uint64_t{1} << 62, .max_buffer_bytes = std::uint64_t{1} << 62};
}

DeviceLimits binding_limited_to(std::uint64_t bytes) {
  return {.max_binding_bytes = bytes};
}

}  // namespace

TEST_CASE("dividing up and aligning up do not overflow where the plain formula would", "[C25]") {
  CHECK(scan::divide_up(kMost, 2048) == std::uint64_t{1} << 53);
  CHECK(scan::divide_up(0, 7) == 0);
  CHECK(scan::divide_up(7, 7) == 1);
  CHECK(scan::divide_up(8, 7) == 2);
}

TEST_CASE("a region is rounded up to the offset alignment of the device", "[C27]") {
  CHECK(scan::align_up(1001 * kWordBytes, 16) == 4016);
  CHECK(scan::align_up(1001 * kWordBytes, 64) == 4032);
  CHECK(scan::align_up(1001 * kWordBytes, 256) == 4096);
  CHECK(scan::align_up(4096, 256) == 4096);
}

TEST_CASE("six tiles at two groups an axis make a grid of eight", "[C04]") {
  // 323 items in tiles of 64 are six tiles.
  const scan::Plan plan = scan::make_plan(323, 64, kWordBytes, groups_limited_to(2, 2, 2));
  CHECK(plan.levels.front().num_tiles == 6);
  const scan::GroupGrid grid = plan.levels.front().grid;
  CHECK((grid.x == 2 && grid.y == 2 && grid.z == 2));
}

TEST_CASE("no items need no level and no scratch", "[C05]") {
  const scan::Plan plan = scan::make_plan(0, 256, kWordBytes, DeviceLimits{});
  CHECK(plan.levels.empty());
  CHECK(plan.scratch_bytes == 0);
}

TEST_CASE("items that fit one tile need one level and no scratch") {
  for (const std::uint64_t num_items : {1, 255, 256}) {  // the least, one short of the tile, the tile
    const scan::Plan plan = scan::make_plan(num_items, 256, kWordBytes, DeviceLimits{});
    REQUIRE(plan.levels.size() == 1);
    CHECK(plan.levels[0].num_items == num_items);
    CHECK(plan.levels[0].num_tiles == 1);
    CHECK(plan.scratch_bytes == 0);
  }
}

TEST_CASE("one item past a tile opens a second level of two aggregates") {
  const scan::Plan plan = scan::make_plan(257, 256, kWordBytes, DeviceLimits{});
  REQUIRE(plan.levels.size() == 2);
  CHECK(plan.levels[0].num_tiles == 2);
  CHECK(plan.levels[1].num_items == 2);
  CHECK(plan.levels[1].num_tiles == 1);
  CHECK(plan.scratch_bytes == 256);  // two words, rounded up to the alignment of 256
}

TEST_CASE("each level scans the aggregates of the one before and the last has exactly one tile") {
  // Tiles of 2 make the most levels; 3 and 7 divide no power of two; 2048 is a usual one.
  for (const std::uint32_t tile_items : {2, 3, 7, 2048}) {
    for (std::uint64_t num_items = 1; num_items <= 600; ++num_items) {  // past 2^9, 3^5 and 7^3
      const scan::Plan plan = scan::make_plan(num_items, tile_items, kWordBytes, {.offset_alignment = 64});
      CAPTURE(tile_items, num_items);
      REQUIRE(plan.levels.back().num_tiles == 1);
      std::uint64_t next_items = num_items;
      std::uint64_t next_offset = 0;
      for (const scan::Level& level : plan.levels) {
        const bool is_first = &level == &plan.levels.front();
        REQUIRE(level.num_items == next_items);
        REQUIRE(level.num_tiles == (level.num_items + tile_items - 1) / tile_items);
        REQUIRE(level.grid.num_groups() >= level.num_tiles);
        REQUIRE((level.num_tiles > 1 || &level == &plan.levels.back()));
        REQUIRE(level.offset == (is_first ? 0 : next_offset));
        REQUIRE(level.offset % 64 == 0);
        if (!is_first) next_offset += scan::align_up(level.num_items * kWordBytes, 64);
        next_items = level.num_tiles;
      }
      REQUIRE(plan.scratch_bytes == next_offset);
    }
  }
}

TEST_CASE("the aggregates of each level start where the device allows a binding", "[C27]") {
  // 2002 items in tiles of 2 leave 1001 aggregates, 4004 bytes, before those of the next level.
  for (const auto& [alignment, second_offset] : {std::pair{16U, 4016U}, {64U, 4032U}, {256U, 4096U}}) {
    const scan::Plan plan = scan::make_plan(2002, 2, kWordBytes, {.offset_alignment = alignment});
    CHECK(plan.levels[1].num_items == 1001);
    CHECK(plan.levels[1].offset == 0);
    CHECK(plan.levels[2].offset == second_offset);
  }
}

TEST_CASE("the aggregates of wide elements start at a multiple of their own size") {
  // A device that allows any multiple of 4; 6 items of 8 bytes in tiles of 2 leave 3 and then 2.
  const scan::Plan plan = scan::make_plan(6, 2, 8, {.offset_alignment = 4});
  REQUIRE(plan.levels.size() == 3);
  CHECK(plan.levels[2].offset == 24);
  CHECK(plan.scratch_bytes == 40);
}

TEST_CASE("a plan of 2^40 items counts in 64 bits", "[C25]") {
  const scan::Plan plan = scan::make_plan(std::uint64_t{1} << 40, 2048, kWordBytes, boundless());
  REQUIRE(plan.levels.size() == 4);
  CHECK(plan.levels[0].num_tiles == std::uint64_t{1} << 29);
  CHECK(plan.levels[1].num_tiles == std::uint64_t{1} << 18);
  CHECK(plan.levels[2].num_tiles == 128);
  CHECK(plan.levels[3].num_tiles == 1);
  CHECK(plan.levels[2].offset == std::uint64_t{1} << 31);
  CHECK(plan.levels[3].offset == (std::uint64_t{1} << 31) + (std::uint64_t{1} << 20));
  CHECK(plan.scratch_bytes == (std::uint64_t{1} << 31) + (std::uint64_t{1} << 20) + 512);
}

TEST_CASE("one item past 2^40 adds a tile and rounds no count down", "[C25]") {
  const scan::Plan plan = scan::make_plan((std::uint64_t{1} << 40) + 1, 2048, kWordBytes, boundless());
  REQUIRE(plan.levels.size() == 4);
  CHECK(plan.levels[0].num_tiles == (std::uint64_t{1} << 29) + 1);
  CHECK(plan.levels[1].num_tiles == (std::uint64_t{1} << 18) + 1);
  CHECK(plan.levels[2].num_tiles == 129);
}

TEST_CASE("item counts around 2^31 and 2^32 are planned or refused but never wrapped", "[C25]") {
  for (const std::uint64_t num_items :
       {33554433ULL, 2147483647ULL, 2147483648ULL, 3000000000ULL, 4294967296ULL}) {
    const scan::Plan plan = scan::make_plan(num_items, 2048, kWordBytes, boundless());
    CHECK(plan.levels.front().num_tiles == (num_items + 2047) / 2048);
    CHECK(plan.scratch_bytes >= plan.levels[1].num_items * kWordBytes);
    // 2^27 bytes, the least that a device must bind.
    CHECK_THROWS_WITH(scan::make_plan(num_items, 2048, kWordBytes, DeviceLimits{}),
                      contains(std::to_string(num_items)) && contains("33554432") && !contains("-"));
  }
}

TEST_CASE("a plan is used at exactly its capacity and refused one item beyond", "[C26]") {
  const DeviceLimits limits = binding_limited_to(4 * kWordBytes);
  CHECK(scan::make_plan(4, 4, kWordBytes, limits).levels.size() == 1);
  CHECK_THROWS_AS(scan::make_plan(5, 4, kWordBytes, limits), LimitError);
  CHECK_THROWS_WITH(scan::make_plan(5, 4, kWordBytes, limits), contains("5 items") && contains("at most 4 "));
}

TEST_CASE("exactly 128 MiB fit a binding of 128 MiB and one item more does not", "[C24]") {
  CHECK(scan::make_plan(33554432, 2048, kWordBytes, DeviceLimits{}).levels.front().num_tiles == 16384);
  CHECK_THROWS_AS(scan::make_plan(33554433, 2048, kWordBytes, DeviceLimits{}), LimitError);
}

TEST_CASE("as many tiles as one dispatch holds are planned and one more is refused", "[C26]") {
  const DeviceLimits limits = groups_limited_to(2, 2, 2);
  CHECK(scan::make_plan(8 * 64, 64, kWordBytes, limits).levels.front().grid.num_groups() == 8);
  CHECK_THROWS_WITH(scan::make_plan(8 * 64 + 1, 64, kWordBytes, limits),
                    contains("9 workgroups") && contains("at most 8 "));
}

TEST_CASE("a tile of no items is refused whatever there is to scan") {
  CHECK_THROWS_AS(scan::make_plan(1, 0, kWordBytes, DeviceLimits{}), LimitError);
  CHECK_THROWS_AS(scan::make_plan(0, 0, kWordBytes, DeviceLimits{}), LimitError);
  CHECK_THROWS_AS(scan::make_windows(0, 0, kWordBytes, DeviceLimits{}), LimitError);
}

TEST_CASE("a tile of one item scans one item and is refused for two") {
  CHECK(scan::make_plan(1, 1, kWordBytes, DeviceLimits{}).levels.size() == 1);
  CHECK_THROWS_AS(scan::make_plan(2, 1, kWordBytes, DeviceLimits{}), LimitError);
}
