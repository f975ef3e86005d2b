// Windows cover the items once, each fits a binding and a dispatch, and each starts where a binding may.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>
#include <string>

#include "catch.hpp"
#include "scan/errors.hpp"
#include "scan/plan.hpp"

namespace {

using scan::DeviceLimits;
using scan::LimitError;
using scan::Windows;
using scan::test::contains;

constexpr std::uint64_t kWordBytes = 4;

// Every promise of Windows that does not depend on how large the largest window is.
void require_windows(const Windows& windows, std::uint64_t num_items, std::uint32_t tile_items,
                     std::uint64_t element_bytes, const DeviceLimits& limits) {
  CAPTURE(num_items, tile_items, element_bytes, windows.window_items, limits.offset_alignment);
  REQUIRE(windows.window_items % tile_items == 0);
  REQUIRE(windows.window_items * element_bytes % limits.offset_alignment == 0);
  REQUIRE(windows.window_items * element_bytes <= limits.max_binding_bytes);
  std::uint64_t next_item = 0;
  for (std::uint64_t window = 0; window < windows.count(); ++window) {
    REQUIRE(windows.first_item(window) == next_item);
    REQUIRE(windows.items_of(window) >= 1);
    REQUIRE((windows.items_of(window) == windows.window_items || window + 1 == windows.count()));
    // A plan of the window is made without a refusal.
    REQUIRE_NOTHROW(scan::make_plan(windows.items_of(window), tile_items, element_bytes, limits));
    next_item += windows.items_of(window);
  }
  REQUIRE(next_item == num_items);
}

}  // namespace

TEST_CASE("windows cover every item once for every size and alignment", "[C24]") {
  // Bindings of 1 KiB and tiles that divide it (64), do not (96) or share no factor with an alignment (7).
  for (const std::uint32_t alignment : {4, 16, 64, 256}) {
    for (const std::uint64_t element_bytes : {4, 8}) {
      const DeviceLimits limits{.max_binding_bytes = 2048, .offset_alignment = alignment};
      for (const std::uint32_t tile_items : {7, 64, 96}) {
        for (const std::uint64_t num_items :
             {1, 63, 64, 65, 95, 97, 255, 256, 257, 511, 512, 513, 1000, 1024, 1025}) {
          const Windows windows = scan::make_windows(num_items, tile_items, element_bytes, limits);
          require_windows(windows, num_items, tile_items, element_bytes, limits);
        }
      }
    }
  }
}

TEST_CASE("windows are the largest that the binding allows", "[C24]") {
  // 128 MiB hold exactly 33,554,432 words: one window; an item more makes a second one of one item.
  CHECK(scan::make_windows(33554432, 2048, kWordBytes, DeviceLimits{}).count() == 1);
  const Windows two = scan::make_windows(33554433, 2048, kWordBytes, DeviceLimits{});
  CHECK(two.window_items == 33554432);
  CHECK(two.count() == 2);
  CHECK(two.items_of(1) == 1);
}

TEST_CASE("windows end tiles and keep offsets aligned when tile and alignment share no factor", "[C27]") {
  // A tile of 7 words is 28 bytes; offsets are multiples of 64 bytes, 16 words; so a window is a multiple of
  // 112 words.
  const DeviceLimits limits{.max_binding_bytes = 1024, .offset_alignment = 64};
  CHECK(scan::make_windows(1000, 7, kWordBytes, limits).window_items ==
        224);  // 896 bytes; 336 words would be 1344
}

TEST_CASE("windows fit the groups of one dispatch", "[C04]") {
  const DeviceLimits limits{.max_groups = {2, 2, 2}};  // 8 tiles of 64 words, far below the binding
  const Windows windows = scan::make_windows(1000, 64, kWordBytes, limits);
  CHECK(windows.window_items == 512);
  require_windows(windows, 1000, 64, kWordBytes, limits);
  require_windows(scan::make_windows(10000, 64, kWordBytes, {.max_groups = {7, 7, 7}}), 10000, 64, kWordBytes,
                  {.max_groups = {7, 7, 7}});
}

TEST_CASE("a wish for smaller windows is rounded down to whole tiles but never to nothing") {
  CHECK(scan::make_windows(5000, 256, kWordBytes, DeviceLimits{}, 1000).window_items == 768);
  CHECK(scan::make_windows(5000, 256, kWordBytes, DeviceLimits{}, 256).window_items ==
        256);  // exactly one tile
  CHECK(scan::make_windows(5000, 256, kWordBytes, DeviceLimits{}, 255).window_items == 256);
  CHECK(scan::make_windows(5000, 256, kWordBytes, DeviceLimits{}, 0).window_items == 256);
}

TEST_CASE("a window is no longer than the tiles that the items need") {
  CHECK(scan::make_windows(1000, 256, kWordBytes, DeviceLimits{}).window_items == 1024);
}

TEST_CASE("no items make no windows under any limit", "[C05]") {
  CHECK(scan::make_windows(0, 256, kWordBytes, DeviceLimits{}).count() == 0);
  CHECK(scan::make_windows(0, 256, kWordBytes, {.max_binding_bytes = 4}).count() == 0);
}

TEST_CASE("exactly one tile in a binding is enough and one item less is refused", "[C26]") {
  CHECK(scan::make_windows(1000, 256, kWordBytes, {.max_binding_bytes = 1024}).window_items == 256);
  const DeviceLimits short_binding{.max_binding_bytes = 1020};
  CHECK_THROWS_AS(scan::make_windows(1000, 256, kWordBytes, short_binding), LimitError);
  CHECK_THROWS_WITH(scan::make_windows(1000, 256, kWordBytes, short_binding),
                    contains("256") && contains("at most 255"));
}

TEST_CASE("a device that dispatches nothing is refused by its dispatch limit") {
  CHECK_THROWS_WITH(scan::make_windows(1, 64, kWordBytes, {.max_groups = {0, 0, 0}}),
                    contains("one dispatch holds at most 0"));
}

TEST_CASE("windows of 2^40 items and one more count in 64 bits", "[C25]") {
  const std::uint64_t num_items = (std::uint64_t{1} << 40) + 1;
  const Windows windows = scan::make_windows(num_items, 2048, kWordBytes, DeviceLimits{});
  CHECK(windows.window_items == std::uint64_t{1} << 25);
  CHECK(windows.count() == (std::uint64_t{1} << 15) + 1);
  CHECK(windows.first_item(windows.count() - 1) == std::uint64_t{1} << 40);
  CHECK(windows.items_of(windows.count() - 1) == 1);
}

TEST_CASE("windows on a device without small limits do not wrap", "[C25]") {
  constexpr std::uint32_t kMostAxis = std::numeric_limits<std::uint32_t>::max();
  const DeviceLimits limits{.max_groups = {kMostAxis, kMostAxis, kMostAxis},
                            .max_binding_bytes = std::numeric_limits<std::uint64_t>::max()};
  for (const std::uint64_t num_items : {2147483648ULL, 4294967296ULL, 1099511627777ULL}) {
    const Windows windows = scan::make_windows(num_items, 2048, kWordBytes, limits);
    CHECK(windows.count() == 1);
    CHECK(windows.items_of(0) == num_items);
  }
}
