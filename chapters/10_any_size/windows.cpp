// Cuts the items into windows and plans the scan of each.
// Chapter 10.
// SPDX-License-Identifier: MIT
#include "10_any_size/windows.hpp"

#include <algorithm>

namespace scan::any_size {

WindowPlans plan_windows(const Request& request, const thread_grain::TileShape& shape,
                         const DeviceLimits& limits, std::uint64_t max_window_items) {
  const std::uint64_t element_bytes = bytes_of(request.type);
  WindowPlans result;
  result.windows =
      make_windows(request.num_items, shape.tile_items(), element_bytes, limits, max_window_items);
  const std::uint64_t count = result.windows.count();
  if (count > 1) {
    result.plans.push_back(make_plan(result.windows.window_items, shape.tile_items(), element_bytes, limits));
  }
  if (count > 0) {
    result.plans.push_back(
        make_plan(result.windows.items_of(count - 1), shape.tile_items(), element_bytes, limits));
  }
  return result;
}

std::uint32_t identity_word(ElementType type, Operator op) {
  if (op != Operator::max) return 0;
  if (type == ElementType::int32) return 0x80000000;    // the least int32
  if (type == ElementType::float32) return 0xFF800000;  // minus infinity
  return 0;
}

std::uint64_t streamed_window_items(const Request& request, const DeviceLimits& limits) {
  constexpr std::uint64_t kWindowBytes = std::uint64_t{64} << 20;
  const std::uint64_t bytes = std::min(kWindowBytes, limits.memory_bytes / 2 / kNumSlots);
  return std::max<std::uint64_t>(1, bytes / bytes_of(request.type));
}

}  // namespace scan::any_size
