// How any number of items is cut into windows, and what each window needs.
// Chapter 10.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "07_thread_grain/tile_shape.hpp"
#include "scan/plan.hpp"
#include "scan/request.hpp"

namespace scan::any_size {

/// The spine of one window: shaders/10_any_size/spine.comp.
inline constexpr const char* kSpineKey = "10_any_size/spine";

struct WindowPlans {
  Windows windows;
  std::vector<Plan>
      plans;  // of a full window and of the last one, which may be shorter; empty when there are no items
  const Plan& plan_of(std::uint64_t window) const {
    return window + 1 == windows.count() ? plans.back() : plans.front();
  }
  std::uint64_t first_byte(std::uint64_t window) const {
    return windows.first_item(window) * plans.front().element_bytes;
  }
  std::uint64_t num_bytes(std::uint64_t window) const {
    return windows.items_of(window) * plans.front().element_bytes;
  }
};

/// Windows that fit one binding and one dispatch, and at most `max_window_items`. Throws LimitError when not
/// even a tile fits.
WindowPlans plan_windows(const Request& request, const thread_grain::TileShape& shape,
                         const DeviceLimits& limits, std::uint64_t max_window_items = ~std::uint64_t{0});

/// The identity of the operator as the 32-bit word that, repeated, makes up an element.
std::uint32_t identity_word(ElementType type, Operator op);

/// Windows in flight at a time when items are streamed: one is copied in, one scanned, one copied out.
inline constexpr std::uint64_t kNumSlots = 3;

/// The most items of a streamed window: 64 MiB of them, or what lets kNumSlots windows fit half of the
/// device's memory.
std::uint64_t streamed_window_items(const Request& request, const DeviceLimits& limits);

}  // namespace scan::any_size
