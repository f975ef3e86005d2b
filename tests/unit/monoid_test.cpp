// The operators are monoids, and combine in the order they are given.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#include "scan/monoid.hpp"

#include <array>
#include <cstdint>
#include <limits>

#include "catch.hpp"

namespace {

// Values at the borders of the type: combinations of them wrap, meet the identity, and change sign.
template <class T>
constexpr std::array<T, 6> kBorders{
    T{0}, T{1}, T{2}, static_cast<T>(-1), std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()};

}  // namespace

TEMPLATE_TEST_CASE("the identity leaves every item as it is on both sides", "", std::int32_t, std::uint32_t,
                   std::uint64_t, float) {
  for (const scan::Operator op : scan::kOperators) {
    for (const TestType item : kBorders<TestType>) {
      CAPTURE(scan::name_of(op), item);
      CHECK(scan::combine(op, scan::identity<TestType>(op), item) == item);
      CHECK(scan::combine(op, item, scan::identity<TestType>(op)) == item);
    }
  }
}

// Floats are left out: their sums round, so they are associative only nearly.
TEMPLATE_TEST_CASE("combine is associative on integers even where sums wrap", "", std::int32_t, std::uint32_t,
                   std::uint64_t) {
  for (const scan::Operator op : scan::kOperators) {
    for (const TestType first : kBorders<TestType>) {
      for (const TestType second : kBorders<TestType>) {
        for (const TestType third : kBorders<TestType>) {
          CAPTURE(scan::name_of(op), first, second, third);
          CHECK(scan::combine(op, scan::combine(op, first, second), third) ==
                scan::combine(op, first, scan::combine(op, second, third)));
        }
      }
    }
  }
}

TEST_CASE("last keeps the later item unless it is zero and does not commute", "[C22]") {
  CHECK(scan::combine(scan::Operator::last, 5, 7) == 7);
  CHECK(scan::combine(scan::Operator::last, 7, 5) == 5);
  CHECK(scan::combine(scan::Operator::last, 5, 0) == 5);
}

TEST_CASE("the identity of max is below every item of its type", "[C21]") {
  CHECK(scan::identity<std::uint32_t>(scan::Operator::max) == 0);
  CHECK(scan::identity<std::int32_t>(scan::Operator::max) == std::numeric_limits<std::int32_t>::min());
  CHECK(scan::identity<float>(scan::Operator::max) == -std::numeric_limits<float>::infinity());
}

TEST_CASE("a signed sum wraps at its type's border", "[C18]") {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  CHECK(scan::combine(scan::Operator::sum, kMost, 1) == std::numeric_limits<std::int32_t>::min());
}
