// Cuts the items into windows and plans the scan of each.
// Chapter 10.
// SPDX-License-Identifier: MIT
#include "10_any_size/windows.hpp"

#include <algorithm>
#include <array>
#include <bit>

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
  return with_type(type, [op]<class T>() {
    using Words = std::array<std::uint32_t, sizeof(T) / sizeof(std::uint32_t)>;
    return std::bit_cast<Words>(identity<T>(op)).front();  // the two words of a 64-bit identity are alike
  });
}

std::uint64_t streamed_window_items(const Request& request, const DeviceLimits& limits) {
  constexpr std::uint64_t kWindowBytes = std::uint64_t{64} << 20;
  const std::uint64_t bytes = std::min(kWindowBytes, limits.memory_bytes / 2 / kNumSlots);
  return std::max<std::uint64_t>(1, bytes / bytes_of(request.type));
}

}  // namespace scan::any_size
