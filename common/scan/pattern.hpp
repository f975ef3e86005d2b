// Input patterns: what a scan is fed. Random by default, since constant inputs hide wrong indices.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "scan/items.hpp"

namespace scan {

/// random: full-range integers, floats in [-1, 1). ones. iota: 0, 1, 2, … max: the largest integer, or 1e30
/// for floats. alternating: 1, -1, 1, … (the unsigned types wrap). sparse: random, but about half of the
/// items are zero, as the operator `last` needs them.
enum class Pattern { random, ones, iota, max, alternating, sparse };

inline constexpr Pattern kPatterns[] = {Pattern::random, Pattern::ones,        Pattern::iota,
                                        Pattern::max,    Pattern::alternating, Pattern::sparse};

constexpr std::string_view name_of(Pattern pattern) {
  switch (pattern) {
    case Pattern::random: return "random";
    case Pattern::ones: return "ones";
    case Pattern::iota: return "iota";
    case Pattern::max: return "max";
    case Pattern::alternating: return "alternating";
    case Pattern::sparse: return "sparse";
  }
  return "";
}

/// Fills the items that there are. Element i depends on (pattern, seed, i) alone, so two machines make the same input.
void fill_items(Items& items, Pattern pattern, std::uint64_t seed);

/// As many items, filled.
Items make_items(ElementType type, Pattern pattern, std::uint64_t num_items, std::uint64_t seed);

}  // namespace scan
