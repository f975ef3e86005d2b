// Input patterns hold what they say, and host arrays have the memory they say.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#include "scan/pattern.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "scan/errors.hpp"

namespace {

using scan::ElementType;
using scan::Items;
using scan::Pattern;

template <class T>
std::vector<T> items_of(ElementType type, Pattern pattern, std::uint64_t num_items, std::uint64_t seed = 1) {
  const Items items = scan::make_items(type, pattern, num_items, seed);
  const std::span<const T> view = items.as<T>();
  return {view.begin(), view.end()};
}

}  // namespace

TEST_CASE("ones are ones in every type") {
  CHECK(items_of<std::uint64_t>(ElementType::uint64, Pattern::ones, 3) ==
        std::vector<std::uint64_t>{1, 1, 1});
  CHECK(items_of<float>(ElementType::float32, Pattern::ones, 3) == std::vector<float>{1, 1, 1});
}

TEST_CASE("iota counts from zero") {
  CHECK(items_of<std::int32_t>(ElementType::int32, Pattern::iota, 4) ==
        std::vector<std::int32_t>{0, 1, 2, 3});
}

TEST_CASE("max is the largest integer and 1e30 in floats") {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  CHECK(items_of<std::uint64_t>(ElementType::uint64, Pattern::max, 2) ==
        std::vector<std::uint64_t>{kMost, kMost});
  CHECK(items_of<std::int32_t>(ElementType::int32, Pattern::max, 1) == std::vector<std::int32_t>{2147483647});
  CHECK(items_of<float>(ElementType::float32, Pattern::max, 1) == std::vector<float>{1e30F});
}

TEST_CASE("alternating items are one and minus one which wraps where there is no sign") {
  CHECK(items_of<std::int32_t>(ElementType::int32, Pattern::alternating, 3) ==
        std::vector<std::int32_t>{1, -1, 1});
  CHECK(items_of<float>(ElementType::float32, Pattern::alternating, 3) == std::vector<float>{1, -1, 1});
  CHECK(items_of<std::uint32_t>(ElementType::uint32, Pattern::alternating, 2) ==
        std::vector<std::uint32_t>{1, 4294967295});
}

TEST_CASE("a random item depends on the seed and its index alone") {
  const auto longer = items_of<std::uint32_t>(ElementType::uint32, Pattern::random, 1000, 7);
  const auto shorter =
      items_of<std::uint32_t>(ElementType::uint32, Pattern::random, 999, 7);  // not a multiple of 4
  CHECK(std::equal(shorter.begin(), shorter.end(), longer.begin()));
  CHECK(longer != items_of<std::uint32_t>(ElementType::uint32, Pattern::random, 1000, 8));
}

TEST_CASE("random items are the same on every machine") {
  CHECK(items_of<std::uint64_t>(ElementType::uint64, Pattern::random, 3, 1) ==
        std::vector<std::uint64_t>{15916886550466581944U, 6791897765849424158, 17405687883870564846U});
}

TEST_CASE("random integers fill the whole range of their type") {
  // Of 4096 items about one in 16 lies in the highest sixteenth; the chance of none is e^-256.
  const auto items = items_of<std::int32_t>(ElementType::int32, Pattern::random, 4096);
  const auto [least, most] = std::minmax_element(items.begin(), items.end());
  CHECK(*least < -(1 << 30) - (1 << 29));
  CHECK(*most > (1 << 30) + (1 << 29));
  const std::set<std::int32_t> distinct(items.begin(), items.end());
  CHECK(distinct.size() > 4090);  // a collision among 4096 of 2^32 values is already rare
}

TEST_CASE("random floats lie between minus one and one on a grid that floats hold exactly") {
  const auto items = items_of<float>(ElementType::float32, Pattern::random, 4096);
  double sum = 0;
  for (const float item : items) {
    REQUIRE(item >= -1.0F);
    REQUIRE(item < 1.0F);
    REQUIRE(static_cast<double>(item) * 0x1p23 ==
            static_cast<double>(static_cast<std::int64_t>(item * 0x1p23F)));
    sum += item;
  }
  CHECK(std::abs(sum) < 6 * 37);  // six standard deviations, each sqrt(4096 / 3)
}

TEST_CASE("an array of no items has no bytes", "[C05]") {
  const Items none(ElementType::uint64, 0);
  CHECK(none.bytes().empty());
  CHECK(none.as<std::uint64_t>().empty());
}

TEST_CASE("an array counts its bytes in 64 bits", "[C25]") {
  // Never touched, so it costs no memory; one item past 2^32 bytes.
  const Items items(ElementType::uint32, (std::uint64_t{1} << 30) + 1);
  CHECK(items.num_bytes() == 4294967300);
  CHECK(items.bytes().size() == 4294967300);
}

TEST_CASE("an array whose bytes no pointer reaches is refused with its size", "[C25]") {
  // 2^61 items of 8 bytes are 2^64 bytes, which would wrap to none.
  CHECK_THROWS_AS(Items(ElementType::uint64, std::uint64_t{1} << 61), scan::Unavailable);
  CHECK_THROWS_WITH(Items(ElementType::uint64, std::uint64_t{1} << 61),
                    scan::test::contains("2305843009213693952"));
}

#ifndef __SANITIZE_ADDRESS__  // which ends the process instead of throwing bad_alloc
TEST_CASE("an array beyond the machine's memory is refused with its bytes") {
  // 2^62 bytes can be counted, but no machine has them.
  CHECK_THROWS_AS(Items(ElementType::uint32, std::uint64_t{1} << 60), scan::Unavailable);
  CHECK_THROWS_WITH(Items(ElementType::uint32, std::uint64_t{1} << 60),
                    scan::test::contains("4611686018427387904 bytes"));
}
#endif
