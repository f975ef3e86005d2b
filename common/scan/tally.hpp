// What the checker has counted so far, and the words in which it says so.
// Room: common/scan; private to checker.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "scan/checker.hpp"

namespace scan::oracle {

struct Tally {
  std::uint64_t num_read_back = 0;  // items given to feed(), those beyond the last included
  std::uint64_t num_mismatches = 0;
  std::uint64_t num_unwritten = 0;  // of the mismatches
  std::optional<Mismatch> first_mismatch;
  bool first_is_unwritten = false;
};

/// The first difference and how many there are; empty when there is none.
inline std::string describe_items(const Tally& tally, std::uint64_t num_items) {
  if (!tally.first_mismatch) return {};
  const Mismatch& first = *tally.first_mismatch;
  const std::string found = tally.first_is_unwritten ? "was not written" : "is " + first.got;
  const std::string also =
      tally.num_unwritten == 0 ? "" : fmt::format(", {} of them not written", tally.num_unwritten);
  return fmt::format("item {} {}, expected {}; {} of {} {}{}", first.index, found, first.expected,
                     tally.num_mismatches, num_items,
                     tally.num_mismatches == 1 ? "items differs" : "items differ",
                     tally.num_unwritten == tally.num_mismatches ? "" : also);
}

/// Empty when exactly the items were read back.
inline std::string describe_count(const Tally& tally, std::uint64_t num_items) {
  if (tally.num_read_back == num_items) return {};
  return fmt::format("{}{} of {} items were read back", tally.num_read_back < num_items ? "only " : "",
                     tally.num_read_back, num_items);
}

/// Empty when every guard byte is as it was written.
inline std::string describe_guards(std::span<const std::byte> guards) {
  const auto word = std::bit_cast<std::array<std::byte, sizeof(kGuardWord)>>(kGuardWord);
  std::uint64_t first = 0;
  std::uint64_t num_touched = 0;
  for (std::size_t i = 0; i < guards.size(); ++i) {
    if (guards[i] == word[i % word.size()]) continue;
    if (num_touched++ == 0) first = i;
  }
  if (num_touched == 0) return {};
  return fmt::format("written outside the items: {} of {} guard bytes changed, the first is byte {}",
                     num_touched, guards.size(), first);
}

}  // namespace scan::oracle
