// Bank conflicts, sectors and sums of counters, by hand.
// Room: tests.
// SPDX-License-Identifier: MIT
#include "simulator/counters.hpp"

#include <vector>

#include "catch.hpp"

namespace scan::simulator {
namespace {

/// Word addresses of 32 lanes that are `stride` words apart.
std::vector<std::uint32_t> strided_words(std::uint32_t stride) {
  std::vector<std::uint32_t> words;
  for (std::uint32_t lane = 0; lane < 32; ++lane) words.push_back(lane * stride);
  return words;
}

TEST_CASE("a stride of s words meets each bank gcd(s, 32) times") {
  CHECK(conflict_degree(strided_words(1)) == 1);
  CHECK(conflict_degree(strided_words(2)) == 2);
  CHECK(conflict_degree(strided_words(12)) == 4);
  CHECK(conflict_degree(strided_words(32)) == 32);
  CHECK(conflict_degree(strided_words(33)) == 1);
}

TEST_CASE("lanes that read one word share it, and so make no conflict") {
  CHECK(conflict_degree(std::vector<std::uint32_t>(32, 7)) == 1);
  // Two words of bank 3, the first of them twice.
  CHECK(conflict_degree(std::vector<std::uint32_t>{3, 35, 3, 4}) == 2);
}

TEST_CASE("atomics that write one word are served one after the other") {
  CHECK(atomic_conflict_degree(std::vector<std::uint32_t>(32, 7)) == 32);
  CHECK(atomic_conflict_degree(strided_words(1)) == 1);
  CHECK(atomic_conflict_degree({}) == 0);
}

TEST_CASE("no lanes make no access") {
  CHECK(conflict_degree({}) == 0);
  CHECK(sectors_touched({}, 4) == 0);
}

TEST_CASE("sectors are counted once, in whatever order the lanes touch them") {
  std::vector<std::uint64_t> ascending, descending, strided;
  for (std::uint64_t lane = 0; lane < 32; ++lane) {
    ascending.push_back(4 * lane);
    descending.push_back(4 * (31 - lane));
    strided.push_back(32 * lane);
  }
  CHECK(sectors_touched(ascending, 4) == 4);
  CHECK(sectors_touched(descending, 4) == 4);
  CHECK(sectors_touched(strided, 4) == 32);
  CHECK(sectors_touched(std::vector<std::uint64_t>(32, 8), 4) == 1);
}

TEST_CASE("an element that lies across two sectors touches both") {
  CHECK(sectors_touched(std::vector<std::uint64_t>{28}, 8) == 2);
  CHECK(sectors_touched(std::vector<std::uint64_t>{28, 36}, 8) == 2);
  CHECK(sectors_touched(std::vector<std::uint64_t>{36, 28}, 8) == 2);
}

TEST_CASE("counters add up, but for depth and the worst conflict, of which the larger counts") {
  Counters sum{.work = 3, .depth = 5, .barriers = 1, .worst_conflict = 2, .bytes_read = 4};
  sum.add({.work = 4, .depth = 2, .barriers = 2, .worst_conflict = 8, .bytes_read = 8});
  CHECK(sum == Counters{.work = 7, .depth = 5, .barriers = 3, .worst_conflict = 8, .bytes_read = 12});
}

}  // namespace
}  // namespace scan::simulator
