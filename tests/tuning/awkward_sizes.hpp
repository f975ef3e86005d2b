// The sizes with which a combination is checked: those that broke scans before.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "tuning/trial.hpp"

namespace scan::tuning {

inline constexpr std::size_t kNumAwkwardSizes = 20;

/// The most items that the method scans with that combination.
std::uint64_t most_items(const Combination& combination, ElementType type);

/// So many sizes: around the tile and several tiles, around powers of two, and others that are no multiple of 4, of 128
/// or of the tile. All are different, and none is beyond what the method scans.
std::vector<std::uint64_t> awkward_sizes(const Combination& combination, ElementType type);

/// All combinations with all their sizes, each size once a type; inclusive and exclusive in turns.
std::vector<Problem> check_problems(const std::vector<Combination>& combinations,
                                    const std::vector<ElementType>& types);

}  // namespace scan::tuning
