// The checker against the serial scan: right outputs pass in every type, operator and kind, others do not.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "checking.hpp"
#include "scan/pattern.hpp"
#include "scan/serial.hpp"

namespace {

using namespace scan;
using scan::test::finding_on;
using scan::test::problem_of;

using Words = std::vector<std::uint32_t>;
using Integers = std::vector<std::int32_t>;

template <class T>
std::vector<T> serial_scan_of(const Problem& problem) {
  std::vector<T> outputs(problem.request.num_items);
  serial_scan<T>(problem.input.as<T>(), outputs, problem.request.op, problem.request.kind);
  return outputs;
}

}  // namespace

TEMPLATE_TEST_CASE("the serial scan is ok for every pattern operator and kind", "", std::uint32_t,
                   std::int32_t, std::uint64_t, float) {
  constexpr ElementType kType = test::element_type<TestType>();
  // None, the first, and a size short enough for a chain of float additions to stay within the bound.
  for (const std::uint64_t num_items : {0, 1, 100}) {
    for (const Pattern pattern : kPatterns) {
      for (const Operator op : kOperators) {
        for (const Kind kind : kKinds) {
          CAPTURE(num_items, name_of(pattern), name_of(op), name_of(kind));
          const Problem problem{Request{.num_items = num_items, .type = kType, .op = op, .kind = kind},
                                make_items(kType, pattern, num_items, 1)};
          const Finding finding = finding_on(problem, serial_scan_of<TestType>(problem));
          CHECK(finding.reason.empty());
          CHECK(finding.verdict == Verdict::ok);
          CHECK(finding.num_mismatches == 0);
          CHECK_FALSE(finding.first_mismatch);
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("one changed item is found wherever it is", "", std::uint32_t, std::int32_t, std::uint64_t,
                   float) {
  constexpr ElementType kType = test::element_type<TestType>();
  constexpr std::uint64_t kNumItems = 67;  // a prime: no piece of 1, 2, 3, 7 or 64 items divides it
  for (const Operator op : kOperators) {
    for (const Kind kind : kKinds) {
      const Problem problem{Request{.num_items = kNumItems, .type = kType, .op = op, .kind = kind},
                            make_items(kType, Pattern::random, kNumItems, 1)};
      std::vector<TestType> outputs = serial_scan_of<TestType>(problem);
      for (std::uint64_t index = 0; index < kNumItems; ++index) {
        const TestType right = outputs[index];
        outputs[index] =
            std::isfinite(static_cast<double>(right)) ? static_cast<TestType>(right + 1) : TestType{0};
        const Finding finding = finding_on(problem, outputs);
        CAPTURE(name_of(op), name_of(kind), index);
        REQUIRE(finding.verdict == Verdict::wrong);
        REQUIRE(finding.num_mismatches == 1);
        REQUIRE(finding.first_mismatch->index == index);
        outputs[index] = right;
      }
    }
  }
}

TEST_CASE("the finding does not depend on the pieces the output comes in") {
  const Problem problem = problem_of(Words(67, 3), Kind::exclusive);  // 67: no piece below divides it
  Words outputs = serial_scan_of<std::uint32_t>(problem);
  outputs[33] += 1;  // mid-piece for some pieces, at a border for others (33 = 3 * 11)
  const std::span<const std::byte> bytes = std::as_bytes(std::span(outputs));
  for (const std::size_t piece_items : {1, 2, 3, 7, 64, 67}) {
    Checker checker(problem, Expectation::scan);
    for (std::size_t first = 0; first < bytes.size(); first += piece_items * 4) {
      checker.feed(bytes.subspan(first, std::min(piece_items * 4, bytes.size() - first)));
      checker.feed({});  // an empty piece changes nothing
    }
    const Finding finding = checker.finish();
    CHECK(finding.reason == "item 33 is 100, expected 99; 1 of 67 items differs");
    CHECK(finding.total == "201");
  }
}

TEST_CASE("an aggregate added one item early in an exclusive scan is seen at the end of each tile", "[C01]") {
  constexpr std::uint32_t kTileItems = 5;
  const Problem problem = problem_of(Words(15, 1), Kind::exclusive);  // three tiles
  Words outputs(15);
  for (std::uint32_t i = 0; i < 15; ++i)
    outputs[i] = i % kTileItems + (i + 1) / kTileItems * kTileItems;  // the fault
  const Finding finding = finding_on(problem, outputs);
  CHECK(finding.verdict == Verdict::wrong);
  CHECK(finding.first_mismatch->index == 4);
  CHECK(finding.first_mismatch->got == "9");
  CHECK(finding.first_mismatch->expected == "4");
  CHECK(finding.num_mismatches == 3);

  std::iota(outputs.begin(), outputs.end(), 0);
  CHECK(finding_on(problem, outputs).verdict == Verdict::ok);
  CHECK(finding_on(problem, outputs).total == "15");
}

TEST_CASE("no items are ok and their total is the identity", "[C05]") {
  for (const Kind kind : kKinds) {
    const Finding finding = finding_on(problem_of(Words{}, kind), Words{});
    CHECK(finding.verdict == Verdict::ok);
    CHECK(finding.total == "0");
  }
  CHECK(finding_on(problem_of(Integers{}, Kind::inclusive, Operator::max), Integers{}).total ==
        "-2147483648");
  CHECK(finding_on(problem_of(std::vector<float>{}, Kind::inclusive, Operator::max), Words{}).total ==
        "-inf");
}

TEST_CASE("one item is ok as itself or as the identity and is the total", "[C05]") {
  CHECK(finding_on(problem_of(Words{7}, Kind::exclusive), Words{0}).verdict == Verdict::ok);
  CHECK(finding_on(problem_of(Words{7}, Kind::inclusive), Words{7}).verdict == Verdict::ok);
  CHECK(finding_on(problem_of(Words{7}, Kind::exclusive), Words{0}).total == "7");
  CHECK(finding_on(problem_of(Words{7}, Kind::exclusive), Words{7}).verdict == Verdict::wrong);
}

TEST_CASE("unsigned sums are expected modulo two to the number of bits", "[C18]") {
  const Problem problem = problem_of(Words{4294967295, 1, 5}, Kind::inclusive);
  CHECK(finding_on(problem, Words{4294967295, 0, 5}).verdict == Verdict::ok);
  CHECK(finding_on(problem, Words{4294967295, 4294967295, 4294967295}).verdict ==
        Verdict::wrong);  // saturated
  CHECK(finding_on(problem, Words{4294967295, 0, 5}).total == "5");
}

TEST_CASE("signed sums are expected through negative numbers and across the border", "[C18]") {
  constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  CHECK(finding_on(problem_of(Integers{kLeast, kMost}, Kind::inclusive), Integers{kLeast, -1}).verdict ==
        Verdict::ok);
  CHECK(finding_on(problem_of(Integers{kMost, 1}, Kind::inclusive), Integers{kMost, kLeast}).verdict ==
        Verdict::ok);

  Integers alternating(1025), outputs(1025);  // odd, so that the total is 1
  for (std::size_t i = 0; i < 1025; ++i) {
    alternating[i] = i % 2 == 0 ? 1 : -1;
    outputs[i] = i % 2 == 0 ? 1 : 0;
  }
  const Finding finding = finding_on(problem_of(alternating, Kind::inclusive), outputs);
  CHECK(finding.verdict == Verdict::ok);
  CHECK(finding.total == "1");
}

TEST_CASE("operands combined in the wrong order are seen by an operator that does not commute", "[C22]") {
  const Problem problem = problem_of(Words{1, 0, 3, 0}, Kind::inclusive, Operator::last);
  CHECK(finding_on(problem, Words{1, 1, 3, 3}).verdict == Verdict::ok);
  CHECK(finding_on(problem, Words{1, 1, 1, 1}).verdict == Verdict::wrong);  // the earlier item won
}

TEST_CASE("a copy is compared with the input whatever the kind") {
  const Words items{3, 1, 4};
  for (const Kind kind : kKinds) {
    const Problem problem = problem_of(items, kind);
    Checker right(problem, Expectation::copy);
    right.feed(std::as_bytes(std::span(items)));
    CHECK(right.finish().verdict == Verdict::ok);
    CHECK(right.finish().total == "8");

    const Words scanned{3, 4, 8};
    Checker wrong(problem, Expectation::copy);
    wrong.feed(std::as_bytes(std::span(scanned)));
    CHECK(wrong.finish().reason == "item 1 is 4, expected 1; 2 of 3 items differ");
  }
}
