// The serial scan, the definition of a scan, on small inputs with answers known by hand.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#include "scan/serial.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"

namespace {

using scan::Kind;
using scan::Operator;

template <class T>
struct Scanned {
  std::vector<T> output;
  T total;
};

template <class T>
Scanned<T> scan_of(const std::vector<T>& input, Operator op, Kind kind) {
  std::vector<T> output(input.size());
  const T total = scan::serial_scan<T>(input, output, op, kind);
  return {output, total};
}

using Words = std::vector<std::uint32_t>;
using Integers = std::vector<std::int32_t>;

}  // namespace

TEST_CASE("an inclusive sum ends with the item at each place and an exclusive one before it") {
  const Words input{3, 1, 7, 0, 4};  // a zero among them: two neighbours of the result are equal
  CHECK(scan_of(input, Operator::sum, Kind::inclusive).output == Words{3, 4, 11, 11, 15});
  CHECK(scan_of(input, Operator::sum, Kind::exclusive).output == Words{0, 3, 4, 11, 11});
  CHECK(scan_of(input, Operator::sum, Kind::exclusive).total == 15);
}

TEST_CASE("no items give no output and the identity as total", "[C05]") {
  for (const Kind kind : scan::kKinds) {
    CHECK(scan_of(Words{}, Operator::sum, kind).output.empty());
    CHECK(scan_of(Words{}, Operator::sum, kind).total == 0);
    CHECK(scan_of(Integers{}, Operator::max, kind).total == std::numeric_limits<std::int32_t>::min());
  }
}

TEST_CASE("one item scans to itself or to the identity", "[C05]") {
  CHECK(scan_of(Words{7}, Operator::sum, Kind::exclusive).output == Words{0});
  CHECK(scan_of(Words{7}, Operator::sum, Kind::inclusive).output == Words{7});
  CHECK(scan_of(Words{7}, Operator::sum, Kind::exclusive).total == 7);
}

TEST_CASE("an exclusive scan in place reads each item before it overwrites it", "[C06]") {
  Words items{5, 1, 2, 3};
  CHECK(scan::serial_scan<std::uint32_t>(items, items, Operator::sum, Kind::exclusive) == 11);
  CHECK(items == Words{0, 5, 6, 8});
}

TEST_CASE("unsigned sums wrap modulo two to the number of bits", "[C18]") {
  CHECK(scan_of(Words{4294967295, 1, 5}, Operator::sum, Kind::inclusive).output == Words{4294967295, 0, 5});
}

TEST_CASE("signed sums go through negative numbers without harm", "[C18]") {
  const Integers extremes{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
  CHECK(scan_of(extremes, Operator::sum, Kind::inclusive).output ==
        Integers{std::numeric_limits<std::int32_t>::min(), -1});

  Integers alternating(1025);  // odd, so that the last sum is 1; one item past a power of two
  for (std::size_t i = 0; i < alternating.size(); ++i) alternating[i] = i % 2 == 0 ? 1 : -1;
  const auto [output, total] = scan_of(alternating, Operator::sum, Kind::inclusive);
  CHECK(total == 1);
  for (std::size_t i = 0; i < output.size(); ++i) REQUIRE(output[i] == (i % 2 == 0 ? 1 : 0));
}

TEST_CASE("the maximum of negative items is negative", "[C21]") {
  const Integers input(257, -5);  // one item past a usual workgroup, where padding would begin
  CHECK(scan_of(input, Operator::max, Kind::inclusive).output == input);
  CHECK(scan_of(input, Operator::max, Kind::exclusive).output.front() ==
        std::numeric_limits<std::int32_t>::min());
}

TEST_CASE("the last non-zero item wins in the order of the items", "[C22]") {
  Words input(1000, 0);  // ten runs of 100, which no power of two divides
  for (std::uint32_t i = 0; i < 1000; i += 100) input[i] = i + 1;
  const Words output = scan_of(input, Operator::last, Kind::inclusive).output;
  for (std::uint32_t i = 0; i < 1000; ++i) REQUIRE(output[i] == 100 * (i / 100) + 1);
}
