// Which verdict the checker gives and in which words: wrong, unwritten, overrun, and outputs not whole.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "checking.hpp"
#include "scan/errors.hpp"

namespace {

using namespace scan;
using scan::test::contains;
using scan::test::finding_on;
using scan::test::problem_of;

using Words = std::vector<std::uint32_t>;

// Both guards of a buffer, as they are read back when nothing touched them.
const Words kGuards(2 * kGuardBytes / 4, kGuardWord);

Problem ones(std::uint64_t num_items) {
  return problem_of(Words(num_items, 1), Kind::inclusive);
}

Words counted(std::size_t num_items) {
  Words outputs(num_items);
  std::iota(outputs.begin(), outputs.end(), 1);
  return outputs;
}

}  // namespace

TEST_CASE("a wrong output is described by its first difference and how many there are") {
  Words outputs = counted(1024);
  outputs[511] = outputs[600] = outputs[1023] = 7;  // two inside, one at the very end
  const Finding finding = finding_on(ones(1024), outputs);
  CHECK(finding.verdict == Verdict::wrong);
  CHECK(finding.reason == "item 511 is 7, expected 512; 3 of 1024 items differ");
  CHECK(finding.num_mismatches == 3);
  CHECK(finding.total == "1024");
}

TEST_CASE("an output that still holds the sentinel where it differs is unwritten") {
  Words outputs = counted(1000);
  for (std::size_t i = 900; i < 1000; ++i) outputs[i] = kSentinel;  // a tail that no tile of 100 came to
  const Finding finding = finding_on(ones(1000), outputs);
  CHECK(finding.verdict == Verdict::unwritten);
  CHECK(finding.reason == "item 900 was not written, expected 901; 100 of 1000 items differ");
}

TEST_CASE("one difference that is no sentinel makes an unwritten output wrong") {
  const Finding finding = finding_on(ones(4), Words{1, kSentinel, 4, kSentinel});
  CHECK(finding.verdict == Verdict::wrong);
  CHECK(finding.reason == "item 1 was not written, expected 2; 3 of 4 items differ, 2 of them not written");
}

TEST_CASE("a result that happens to equal the sentinel is right") {
  CHECK(finding_on(problem_of(Words{kSentinel}, Kind::inclusive), Words{kSentinel}).verdict == Verdict::ok);
}

TEST_CASE("a 64-bit item is unwritten only if all of its bytes are") {
  using Longs = std::vector<std::uint64_t>;
  constexpr std::uint64_t kBoth = std::uint64_t{kSentinel} << 32 | kSentinel;
  const Problem problem = problem_of(Longs{1, 1}, Kind::inclusive);
  CHECK(finding_on(problem, Longs{1, kBoth}).verdict == Verdict::unwritten);
  CHECK(finding_on(problem, Longs{1, kSentinel}).verdict == Verdict::wrong);  // the upper half was written
  CHECK(finding_on(problem, Longs{1, std::uint64_t{kSentinel} << 32}).verdict ==
        Verdict::wrong);  // the lower half was
}

TEST_CASE("untouched guards leave a right output ok", "[C04]") {
  const Finding finding = finding_on(ones(323), counted(323), std::as_bytes(std::span(kGuards)));
  CHECK(finding.verdict == Verdict::ok);
}

TEST_CASE("a touched guard makes a right output an overrun", "[C04]") {
  Words guards = kGuards;
  guards[kGuardBytes / 4] = 324;  // the word after the last item, as a spare group would write it
  const Finding finding = finding_on(ones(323), counted(323), std::as_bytes(std::span(guards)));
  CHECK(finding.verdict == Verdict::overrun);
  CHECK(finding.reason == "written outside the items: 4 of 512 guard bytes changed, the first is byte 256");
}

TEST_CASE("one changed byte at either end of the guards is an overrun") {
  for (const std::size_t index : {std::size_t{0}, 2 * kGuardBytes - 1}) {
    Words guards = kGuards;
    std::as_writable_bytes(std::span(guards))[index] ^= std::byte{1};
    CHECK(finding_on(ones(3), counted(3), std::as_bytes(std::span(guards))).verdict == Verdict::overrun);
  }
}

TEST_CASE("a wrong output stays wrong and its reason mentions the guards too") {
  Words guards = kGuards;
  guards[0] = 0;
  const Finding finding = finding_on(ones(3), Words{1, 2, 4}, std::as_bytes(std::span(guards)));
  CHECK(finding.verdict == Verdict::wrong);
  CHECK(finding.reason ==
        "item 2 is 4, expected 3; 1 of 3 items differs; "
        "written outside the items: 4 of 512 guard bytes changed, the first is byte 0");
}

TEST_CASE("an output that was not read back whole is never ok") {
  const Problem problem = ones(1000);
  const Finding nothing = Checker(problem, Expectation::scan).finish();
  CHECK(nothing.verdict == Verdict::wrong);
  CHECK(nothing.reason == "only 0 of 1000 items were read back");
  CHECK(nothing.total == "1000");  // the total is of the inputs, however many outputs came

  const Finding most = finding_on(problem, counted(999));
  CHECK(most.verdict == Verdict::wrong);
  CHECK(most.reason == "only 999 of 1000 items were read back");
  CHECK(most.total == "1000");

  Words unwritten(999, kSentinel);
  CHECK(finding_on(problem, unwritten).verdict == Verdict::wrong);
}

TEST_CASE("more outputs than items are wrong") {
  const Finding finding = finding_on(ones(3), counted(5));
  CHECK(finding.verdict == Verdict::wrong);
  CHECK(finding.reason == "5 of 3 items were read back");
  CHECK(finding_on(ones(0), counted(1)).verdict == Verdict::wrong);
}

TEST_CASE("a piece may start at any byte of memory") {
  std::vector<std::byte> shifted(4 * 3 + 1);
  const Words outputs = counted(3);
  std::memcpy(shifted.data() + 1, outputs.data(), 4 * 3);
  const Problem problem = ones(3);
  Checker checker(problem, Expectation::scan);
  checker.feed(std::span(shifted).subspan(1));
  CHECK(checker.finish().verdict == Verdict::ok);
}

TEST_CASE("a piece that ends within an item is refused") {
  const Problem problem = ones(3);
  Checker checker(problem, Expectation::scan);
  const std::vector<std::byte> six_bytes(6);  // one item and a half
  CHECK_THROWS_WITH(checker.feed(six_bytes), contains("6 bytes") && contains("items of 4 bytes"));
}

TEST_CASE("a problem whose input is not what its request says is refused") {
  Problem problem = ones(3);
  problem.request.num_items = 4;
  CHECK_THROWS_AS(Checker(problem, Expectation::scan), Error);
}

TEST_CASE("a finding can be asked for twice and a checker moved") {
  const Problem problem = ones(2);
  const Words outputs = counted(2);
  Checker checker(problem, Expectation::scan);
  checker.feed(std::as_bytes(std::span(outputs).first(1)));
  CHECK(checker.finish().verdict == Verdict::wrong);
  Checker moved = std::move(checker);
  moved.feed(std::as_bytes(std::span(outputs).last(1)));
  CHECK(moved.finish().verdict == Verdict::ok);
}
