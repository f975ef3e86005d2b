// The arithmetic of the plan: grids within limits, levels until one tile is left, windows that fit a binding.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#include "scan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "scan/errors.hpp"

namespace scan {
namespace {

/// left * right, or the largest 64-bit number where the product is beyond it: a limit that nothing reaches.
constexpr std::uint64_t saturating_product(std::uint64_t left, std::uint64_t right) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  return right != 0 && left > kMost / right ? kMost : left * right;
}

void require_tile(std::uint32_t tile_items) {
  if (tile_items == 0) throw LimitError("asked for tiles of 0 items, but a tile has at least 1 item");
}

}  // namespace

std::uint64_t max_groups_of_dispatch(const DeviceLimits& limits) {
  const auto [most_x, most_y, most_z] = limits.max_groups;
  return saturating_product(std::uint64_t{most_x} * most_y, most_z);
}

GroupGrid make_grid(std::uint64_t num_groups, const DeviceLimits& limits) {
  const auto [most_x, most_y, most_z] = limits.max_groups;
  if (num_groups > max_groups_of_dispatch(limits)) {
    throw LimitError(fmt::format("asked for {} workgroups, but one dispatch holds at most {} ({} x {} x {})",
                                 num_groups, max_groups_of_dispatch(limits), most_x, most_y, most_z));
  }
  if (num_groups == 0) return {};
  // As few layers as can be, in them as few rows, in them as few columns: spare groups cost time too.
  const std::uint64_t z = divide_up(num_groups, std::uint64_t{most_x} * most_y);
  const std::uint64_t y = divide_up(num_groups, most_x * z);
  const std::uint64_t x = divide_up(num_groups, y * z);
  return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z)};
}

Plan make_plan(std::uint64_t num_items, std::uint32_t tile_items, std::uint64_t element_bytes,
               const DeviceLimits& limits) {
  require_tile(tile_items);
  if (tile_items == 1 && num_items > 1) {
    throw LimitError(
        fmt::format("asked for tiles of 1 item, but {} items need tiles of at least 2: a level of one-item "
                    "tiles has as many aggregates as items",
                    num_items));
  }
  const std::uint64_t most_items = limits.max_binding_bytes / element_bytes;
  if (num_items > most_items) {
    throw LimitError(
        fmt::format("asked for {} items of {} bytes, but one binding holds at most {} ({} byte{}): chapter "
                    "10 goes beyond",
                    num_items, element_bytes, most_items, limits.max_binding_bytes,
                    limits.max_binding_bytes == 1 ? "" : "s"));
  }
  Plan plan{.tile_items = tile_items, .element_bytes = element_bytes};
  if (num_items == 0) return plan;

  // A binding starts at a multiple of the device's alignment, and an element at a multiple of its own size.
  const std::uint64_t alignment = std::lcm(std::uint64_t{limits.offset_alignment}, element_bytes);
  Level level{.num_items = num_items};
  while (true) {
    level.num_tiles = divide_up(level.num_items, tile_items);
    level.grid = make_grid(level.num_tiles, limits);
    plan.levels.push_back(level);
    if (level.num_tiles == 1) return plan;
    level = Level{.num_items = level.num_tiles, .offset = plan.scratch_bytes};
    plan.scratch_bytes += align_up(level.num_items * element_bytes, alignment);
  }
}

Windows make_windows(std::uint64_t num_items, std::uint32_t tile_items, std::uint64_t element_bytes,
                     const DeviceLimits& limits, std::uint64_t max_window_items) {
  require_tile(tile_items);
  if (num_items == 0) return {};  // nothing to fit
  // Every window but the first starts where another ends, so whole steps of this many items end tiles and
  // keep alignment.
  const std::uint64_t alignment = limits.offset_alignment;
  const std::uint64_t step_items =
      std::lcm(std::uint64_t{tile_items}, alignment / std::gcd(alignment, element_bytes));
  const std::uint64_t binding_items = limits.max_binding_bytes / element_bytes;
  const std::uint64_t dispatch_items = saturating_product(max_groups_of_dispatch(limits), tile_items);
  const std::uint64_t most_items = std::min(binding_items, dispatch_items);
  if (step_items > most_items) {
    throw LimitError(
        fmt::format("asked for windows of whole tiles, which are at least {} items here (tile of {} items, "
                    "offsets a multiple of {} bytes), but one {} holds at most {}",
                    step_items, tile_items, alignment,
                    binding_items <= dispatch_items ? "binding" : "dispatch", most_items));
  }
  const std::uint64_t wanted_items = std::min(most_items, std::max(max_window_items, step_items));
  const std::uint64_t largest_items = wanted_items / step_items * step_items;
  // No longer than the items need: buffers are made to the size of a window.
  const std::uint64_t needed_items =
      num_items > largest_items ? largest_items : align_up(num_items, step_items);
  return {.num_items = num_items, .window_items = needed_items};
}

}  // namespace scan
