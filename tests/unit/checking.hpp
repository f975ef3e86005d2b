// What the tests of the checker share: a problem from a list of items, and a finding from a list of outputs.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "scan/checker.hpp"

namespace scan::test {

template <class T>
constexpr ElementType element_type() {
  if constexpr (std::is_same_v<T, std::int32_t>) return ElementType::int32;
  if constexpr (std::is_same_v<T, std::uint64_t>) return ElementType::uint64;
  if constexpr (std::is_same_v<T, float>) return ElementType::float32;
  return ElementType::uint32;
}

template <class T>
Problem problem_of(const std::vector<T>& items, Kind kind, Operator op = Operator::sum) {
  Items input(element_type<T>(), items.size());
  std::ranges::copy(items, input.as<T>().begin());
  return {Request{.num_items = items.size(), .type = element_type<T>(), .op = op, .kind = kind},
          std::move(input)};
}

/// The finding on `outputs`, all fed at once.
template <class T>
Finding finding_on(const Problem& problem, const std::vector<T>& outputs,
                   std::span<const std::byte> guards = {}) {
  Checker checker(problem, Expectation::scan);
  checker.feed(std::as_bytes(std::span(outputs)));
  return checker.finish(guards);
}

}  // namespace scan::test
