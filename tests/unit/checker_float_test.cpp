// Floats: what the checker forgives, what it does not, and why the bound lies where it does.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "checking.hpp"

namespace {

using namespace scan;
using scan::test::finding_on;
using scan::test::problem_of;

using Floats = std::vector<float>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// One chain of additions in float32, as a serial loop makes it.
Floats chained_sums(const Floats& items) {
  Floats sums(items.size());
  float sum = 0;
  for (std::size_t i = 0; i < items.size(); ++i) sums[i] = sum += items[i];
  return sums;
}

// Tiles of 256 items: each tile on its own, then the aggregates, then both together, all in float32.
Floats tiled_sums(const Floats& items) {
  constexpr std::size_t kTileItems = 256;
  Floats sums(items.size());
  float tile_prefix = 0;
  for (std::size_t first = 0; first < items.size(); first += kTileItems) {
    const std::size_t end = std::min(first + kTileItems, items.size());
    float sum = 0;
    for (std::size_t i = first; i < end; ++i) sums[i] = tile_prefix + (sum += items[i]);
    tile_prefix += sum;
  }
  return sums;
}

}  // namespace

TEST_CASE("a scan in tiles of a million tenths is ok and a serial float sum of them is not", "[C19]") {
  const Floats items(1000000, 0.1F);
  const Problem problem = problem_of(items, Kind::inclusive);

  const Floats tiled = tiled_sums(items);
  CHECK(tiled.back() == test::Approx(100003.75).epsilon(1e-7));
  const Finding accepted = finding_on(problem, tiled);
  CHECK(accepted.verdict == Verdict::ok);
  CHECK(std::stod(accepted.total) == test::Approx(100000.0015).epsilon(1e-9));

  const Floats chained = chained_sums(items);
  CHECK(chained.back() == test::Approx(100958.34).epsilon(1e-7));
  const Finding rejected = finding_on(problem, chained);
  CHECK(rejected.verdict == Verdict::wrong);
  CHECK(rejected.num_mismatches > 0);
}

TEST_CASE("a sum of ones is judged against a double beyond 2^24 where a serial float sum stops growing",
          "[C19]") {
  // Ten past 2^24, from where adding one to a float32 changes nothing.
  const Floats items(16777226, 1.0F);
  const Problem problem = problem_of(items, Kind::inclusive);
  const Finding finding = finding_on(problem, tiled_sums(items));
  CHECK(finding.verdict == Verdict::ok);
  CHECK(finding.total == "16777226");
  CHECK(chained_sums(items).back() == 16777216.0F);
}

TEST_CASE("a serial float sum of ones is wrong once it has stopped for longer than the bound", "[C19]") {
  // The bound at 2^24 items is (16 + 4 * 4096) * 2^-24 of 2^24, that is 16,400 items.
  const std::size_t num_items = (std::size_t{1} << 24) + 16500;
  const Floats items(num_items, 1.0F);
  const Problem problem = problem_of(items, Kind::inclusive);
  const Finding finding = finding_on(problem, chained_sums(items));
  CHECK(finding.verdict == Verdict::wrong);
  CHECK(finding.first_mismatch->index > (std::size_t{1} << 24) + 16390);
  CHECK(finding.first_mismatch->got == "16777216");
}

TEST_CASE("the bound grows with the square root of the number of items") {
  CHECK(Checker::float_tolerance(0) == 16 * 0x1p-24);
  CHECK(Checker::float_tolerance(100) == 56 * 0x1p-24);
  CHECK(Checker::float_tolerance(std::uint64_t{1} << 40) == (16 + 4 * 0x1p20) * 0x1p-24);
}

TEST_CASE("an output just within the bound is ok and one just beyond it is wrong") {
  // 1023 zeros after a one: the sum of magnitudes stays 1, so only the count moves the bound of the last
  // item.
  Floats items(1024, 0.0F);
  items[0] = 1.0F;
  const Problem problem = problem_of(items, Kind::inclusive);
  const double bound = Checker::float_tolerance(1024);  // 144 * 2^-24; floats just above 1 are 2^-23 apart
  Floats outputs(1024, 1.0F);
  outputs.back() = static_cast<float>(1.0 + bound);
  CHECK(finding_on(problem, outputs).verdict == Verdict::ok);
  outputs.back() = std::nextafter(outputs.back(), 2.0F);
  CHECK(finding_on(problem, outputs).verdict == Verdict::wrong);
  outputs.back() = 1.0F;
  outputs.front() = static_cast<float>(1.0 + bound);  // the bound of the first item is far smaller
  CHECK(finding_on(problem, outputs).verdict == Verdict::wrong);
}

TEST_CASE("the first item of an exclusive float sum must be exactly zero") {
  const Problem problem = problem_of(Floats{0.5F, 0.25F}, Kind::exclusive);
  CHECK(finding_on(problem, Floats{0.0F, 0.5F}).verdict == Verdict::ok);
  CHECK(finding_on(problem, Floats{1e-30F, 0.5F}).verdict == Verdict::wrong);
}

TEST_CASE("sums that cancel are judged by the magnitudes that were added") {
  // 1 + 2^-23 - 1: the true sum is 2^-23, but an order that rounds 1 + 2^-24 … down may give 0.
  const Problem problem = problem_of(Floats{1.0F, 0x1p-23F, -1.0F}, Kind::inclusive);
  CHECK(finding_on(problem, Floats{1.0F, 1.0F, 0.0F}).verdict == Verdict::ok);
  CHECK(finding_on(problem, Floats{1.0F, 1.0F, 0.01F}).verdict == Verdict::wrong);
}

TEST_CASE("an output that is not a number is wrong") {
  for (const Operator op : kOperators) {
    const Finding finding = finding_on(problem_of(Floats{1, 2}, Kind::inclusive, op), Floats{1, kNan});
    CHECK(finding.verdict == Verdict::wrong);
    CHECK(finding.first_mismatch->index == 1);
    CHECK(finding.first_mismatch->got == "nan");
  }
}

TEST_CASE("an output that is not a number is right where the true sum is none") {
  const Problem problem = problem_of(Floats{kInfinity, -kInfinity, 1}, Kind::inclusive);
  CHECK(finding_on(problem, Floats{kInfinity, kNan, kNan}).verdict == Verdict::ok);
  CHECK(finding_on(problem, Floats{kInfinity, 0, 1}).verdict == Verdict::wrong);
}

TEST_CASE("an infinite sum admits nothing but that infinity") {
  const Problem problem = problem_of(Floats{kInfinity, 1}, Kind::inclusive);
  CHECK(finding_on(problem, Floats{kInfinity, kInfinity}).verdict == Verdict::ok);
  CHECK(finding_on(problem, Floats{kInfinity, 1}).verdict == Verdict::wrong);
  CHECK(finding_on(problem, Floats{kInfinity, -kInfinity}).verdict == Verdict::wrong);
}

TEST_CASE("a sum beyond the largest float is expected to overflow to the infinity of its sign") {
  const Problem problem =
      problem_of(Floats{-3e38F, -3e38F}, Kind::inclusive);  // the largest float32 is 3.4e38
  CHECK(finding_on(problem, Floats{-3e38F, -kInfinity}).verdict == Verdict::ok);
  CHECK(finding_on(problem, Floats{-3e38F, kInfinity}).verdict == Verdict::wrong);
  CHECK(finding_on(problem, Floats{-kInfinity, -kInfinity}).verdict == Verdict::wrong);
}

TEST_CASE(
    "a sum whose parts are beyond the largest float may overflow in some order, to the side of those parts") {
  const Problem problem = problem_of(Floats{3e38F, -3e38F, 3e38F, 1}, Kind::inclusive);
  CHECK(finding_on(problem, Floats{3e38F, 0, 3e38F, 3e38F}).verdict == Verdict::ok);
  CHECK(finding_on(problem, Floats{3e38F, 0, kInfinity, kInfinity}).verdict == Verdict::ok);
  CHECK(finding_on(problem, Floats{3e38F, 0, -kInfinity, 3e38F}).verdict == Verdict::wrong);
  CHECK(finding_on(problem, Floats{3e38F, kInfinity, 3e38F, 3e38F}).verdict == Verdict::wrong);
  CHECK(finding_on(problem, Floats{3e38F, 0, 3e38F, kNan}).verdict == Verdict::wrong);
}

TEST_CASE("a device may take floats below the smallest normal one for zero") {
  const Floats items{2, 1e-40F, -1e-39F};
  const Problem last = problem_of(items, Kind::inclusive, Operator::last);
  CHECK(finding_on(last, items).verdict == Verdict::ok);
  CHECK(finding_on(last, Floats{2, 2, 2}).verdict == Verdict::ok);
  CHECK(finding_on(last, Floats{2, 0, 0}).verdict == Verdict::ok);
  CHECK(finding_on(last, Floats{2, 2, 1}).verdict == Verdict::wrong);
  const Problem most = problem_of(Floats{-1, 1e-40F, 1e-38F}, Kind::inclusive, Operator::max);
  CHECK(finding_on(most, Floats{-1, 0, 0}).verdict == Verdict::ok);
  CHECK(finding_on(most, Floats{-1, -1, 0}).verdict == Verdict::wrong);
  const Problem sum = problem_of(Floats{1e-40F, 1e-40F}, Kind::inclusive);
  CHECK(finding_on(sum, Floats{0, 0}).verdict == Verdict::ok);
  CHECK(finding_on(sum, Floats{1e-40F, 1e-37F}).verdict == Verdict::wrong);
}

TEST_CASE("an unwritten float is seen even where the bound would forgive it") {
  // The sentinel read as a float is -6.3e18, far less than the error that sums of 1e30 admit.
  float sentinel = 0;
  static_assert(sizeof(sentinel) == sizeof(kSentinel));
  std::memcpy(&sentinel, &kSentinel, sizeof(sentinel));
  const Finding finding =
      finding_on(problem_of(Floats{1e30F, -1e30F}, Kind::inclusive), Floats{1e30F, sentinel});
  CHECK(finding.verdict == Verdict::unwritten);
}

TEST_CASE("float maxima and last items admit no error at all") {
  const float above = std::nextafter(0.5F, 1.0F);
  for (const Operator op : {Operator::max, Operator::last}) {
    const Problem problem = problem_of(Floats{0.25F, 0.5F}, Kind::inclusive, op);
    CHECK(finding_on(problem, Floats{0.25F, 0.5F}).verdict == Verdict::ok);
    CHECK(finding_on(problem, Floats{0.25F, above}).verdict == Verdict::wrong);
  }
}

TEST_CASE("the maximum of infinities is infinite and an exclusive one starts below every float", "[C21]") {
  const Floats items(10, -kInfinity);
  CHECK(finding_on(problem_of(items, Kind::inclusive, Operator::max), items).verdict == Verdict::ok);
  CHECK(finding_on(problem_of(Floats{1}, Kind::exclusive, Operator::max), Floats{-kInfinity}).verdict ==
        Verdict::ok);
  CHECK(finding_on(problem_of(Floats{1}, Kind::exclusive, Operator::max), Floats{0}).verdict ==
        Verdict::wrong);
}
