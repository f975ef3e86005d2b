// The shapes of dispatches: every count of groups up to the limits of a device, and none beyond.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#include "scan/plan.hpp"

#include <cstdint>
#include <initializer_list>
#include <limits>

#include "catch.hpp"
#include "scan/errors.hpp"

namespace {

using scan::DeviceLimits;
using scan::GroupGrid;
using scan::LimitError;
using scan::test::contains;

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

DeviceLimits groups_limited_to(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return {.max_groups = {x, y, z}};
}

bool is_grid(const GroupGrid& grid, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return grid.x == x && grid.y == y && grid.z == z;
}

}  // namespace

TEST_CASE("a grid holds every count of groups up to the product of its limits and none beyond", "[C04]") {
  // Small limits, equal and unequal, one axis of a single group: every border is reached by counting.
  for (const DeviceLimits& limits :
       {groups_limited_to(2, 2, 2), groups_limited_to(7, 7, 7), groups_limited_to(5, 1, 3),
        groups_limited_to(1, 1, 4), groups_limited_to(3, 4, 1)}) {
    const auto [most_x, most_y, most_z] = limits.max_groups;
    const std::uint64_t most_groups = scan::max_groups_of_dispatch(limits);
    CHECK(most_groups == std::uint64_t{most_x} * most_y * most_z);
    for (std::uint64_t num_groups = 1; num_groups <= most_groups; ++num_groups) {
      const GroupGrid grid = scan::make_grid(num_groups, limits);
      CAPTURE(num_groups, grid.x, grid.y, grid.z);
      REQUIRE(grid.num_groups() >= num_groups);
      REQUIRE((grid.x >= 1 && grid.y >= 1 && grid.z >= 1));
      REQUIRE((grid.x <= most_x && grid.y <= most_y && grid.z <= most_z));
      // A later axis is used only when the earlier ones are not enough, and a column less would not do.
      REQUIRE((grid.y == 1 || num_groups > most_x));
      REQUIRE((grid.z == 1 || num_groups > std::uint64_t{most_x} * most_y));
      REQUIRE(std::uint64_t{grid.x - 1} * grid.y * grid.z < num_groups);
    }
    CHECK_THROWS_AS(scan::make_grid(most_groups + 1, limits), LimitError);
  }
}

TEST_CASE("one group past 65,535 opens a second row without spare groups", "[C03]") {
  CHECK(is_grid(scan::make_grid(65535, DeviceLimits{}), 65535, 1, 1));
  CHECK(is_grid(scan::make_grid(65536, DeviceLimits{}), 32768, 2, 1));
}

TEST_CASE("no groups make an empty grid", "[C05]") {
  CHECK(scan::make_grid(0, DeviceLimits{}).num_groups() == 0);
}

TEST_CASE("a refused grid names the asked and the allowed number of groups", "[C04]") {
  CHECK_THROWS_WITH(scan::make_grid(9, groups_limited_to(2, 2, 2)),
                    contains("9") && contains("8 (2 x 2 x 2)"));
  CHECK_THROWS_AS(scan::make_grid(1, groups_limited_to(0, 0, 0)), LimitError);
}

TEST_CASE("the most groups of a dispatch do not wrap on a device without small limits", "[C25]") {
  constexpr std::uint32_t kMostAxis = std::numeric_limits<std::uint32_t>::max();
  const DeviceLimits limits =
      groups_limited_to(kMostAxis, kMostAxis, kMostAxis);  // the product needs 96 bits
  CHECK(scan::max_groups_of_dispatch(limits) == kMost);
  constexpr std::uint64_t kMostCount = std::uint64_t{1}
                                       << 63;  // beyond every count that a command line takes
  CHECK(scan::make_grid(kMostCount, limits).num_groups() >= kMostCount);
  CHECK(is_grid(scan::make_grid(std::uint64_t{1} << 32, limits), std::uint32_t{1} << 31, 2, 1));
}
