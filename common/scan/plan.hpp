// The plan of a scan over many tiles: levels, group grids, scratch offsets, windows. Pure arithmetic in 64
// bits, no GPU.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "scan/limits.hpp"

namespace scan {

/// ceil(numerator / denominator) without overflow; denominator > 0.
constexpr std::uint64_t divide_up(std::uint64_t numerator, std::uint64_t denominator) {
  return numerator / denominator + (numerator % denominator != 0);
}

/// The next multiple of `alignment` at or after `value`; alignment > 0.
constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return divide_up(value, alignment) * alignment;
}

/// The shape of one dispatch. It holds x * y * z >= the groups asked for; the spare groups must do nothing.
struct GroupGrid {
  std::uint32_t x = 0;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
  std::uint64_t num_groups() const { return std::uint64_t{x} * y * z; }
};

/// The smallest grid in the order x, y, z that holds `num_groups` within the limits. Throws LimitError when
/// none does.
GroupGrid make_grid(std::uint64_t num_groups, const DeviceLimits& limits);

/// The most groups that one dispatch can hold.
std::uint64_t max_groups_of_dispatch(const DeviceLimits& limits);

/// One level of the recursion. Level 0 scans the caller's items; level k + 1 scans the tile aggregates of
/// level k.
struct Level {
  std::uint64_t num_items = 0;
  std::uint64_t num_tiles = 0;  // ceil(num_items / tile_items)
  GroupGrid grid;               // one workgroup a tile
  std::uint64_t offset = 0;     // bytes into the scratch buffer of this level's items; unused (0) in level 0
};

struct Plan {
  std::uint32_t tile_items = 0;
  std::uint64_t element_bytes = 0;
  std::vector<Level> levels;        // the last has exactly one tile; empty when there is nothing to scan
  std::uint64_t scratch_bytes = 0;  // of the aggregates of all levels, each aligned for a binding
};

/// Throws LimitError, with the asked and the allowed value, when the items do not fit one binding or one
/// dispatch (windows are for that) and for tile_items of 0, or of 1 with more than one item (no level would
/// be smaller than the one before).
Plan make_plan(std::uint64_t num_items, std::uint32_t tile_items, std::uint64_t element_bytes,
               const DeviceLimits& limits);

/// Consecutive parts of the items, each of which fits one binding and one dispatch: all have `window_items`,
/// but the last may be shorter.
struct Windows {
  std::uint64_t num_items = 0;
  std::uint64_t window_items = 0;  // a multiple of the tile, and its bytes a multiple of the offset alignment
  std::uint64_t count() const { return window_items == 0 ? 0 : divide_up(num_items, window_items); }
  std::uint64_t first_item(std::uint64_t window) const { return window * window_items; }
  std::uint64_t items_of(std::uint64_t window) const {
    const std::uint64_t left = num_items - first_item(window);
    return left < window_items ? left : window_items;
  }
};

/// The largest windows within the limits and at most `max_window_items` (rounded down, but never to 0).
/// Throws LimitError when not even one tile fits.
Windows make_windows(std::uint64_t num_items, std::uint32_t tile_items, std::uint64_t element_bytes,
                     const DeviceLimits& limits, std::uint64_t max_window_items = ~std::uint64_t{0});

}  // namespace scan
