// Timestamps become milliseconds, or nothing where they mean nothing.
// Room: tests/unit, for common/vulkan. Fault C30: no valid bits, the period left out, a counter that wraps.
// SPDX-License-Identifier: MIT
#include <cstdint>

#include "catch.hpp"
#include "vulkan/timer.hpp"

using scan::vulkan::milliseconds_between;

TEST_CASE("C30 without valid bits there is no time", "[timer]") {
  CHECK_FALSE(milliseconds_between(0, 24'000, 0, 41.6667).has_value());
}

TEST_CASE("C30 ticks are multiplied by the period", "[timer]") {
  const auto time = milliseconds_between(0, 24'000, 64, 41.6667);
  REQUIRE(time.has_value());
  CHECK(*time == scan::test::Approx(1.000).epsilon(1e-5));
  CHECK(milliseconds_between(5'000'000, 6'000'000, 64, 1.0) == 1.0);
}

TEST_CASE("C30 a counter of 36 bits that wraps in between counts right", "[timer]") {
  const std::uint64_t end_of_counter = std::uint64_t{1} << 36;
  CHECK(milliseconds_between(end_of_counter - 1'000'000, 2'000'000, 36, 1.0) == 3.0);
  // The bits above the valid ones may hold anything.
  CHECK(milliseconds_between((std::uint64_t{0xABC} << 36) | 7, 1'000'007, 36, 1.0) == 1.0);
}

TEST_CASE("C30 a full counter of 64 bits wraps too", "[timer]") {
  CHECK(milliseconds_between(~std::uint64_t{0}, 999'999, 64, 1.0) == 1.0);
}

TEST_CASE("C30 a difference of 0 is no time, so that nothing divides by it", "[timer]") {
  CHECK_FALSE(milliseconds_between(42, 42, 64, 1.0).has_value());
  CHECK_FALSE(milliseconds_between(42, (std::uint64_t{1} << 36) + 42, 36, 1.0).has_value());
}
