// Device time between two points of a command buffer, by timestamp queries.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <optional>

#include "vulkan/device.hpp"

namespace scan::vulkan {

/// Milliseconds between two timestamps of `bits` valid bits and `period` nanoseconds a tick; right across a
/// wrap of the counter. Nothing when bits is 0 or the difference is 0.
std::optional<double> milliseconds_between(std::uint64_t begin, std::uint64_t end, std::uint32_t bits,
                                           double period);

class Timer {
 public:
  explicit Timer(const Device& device);
  ~Timer();
  Timer(Timer&&) noexcept;
  Timer& operator=(Timer&&) noexcept;

  /// Record the two timestamps; no query is recorded where the queue has no timestamp bits.
  void begin(VkCommandBuffer commands);
  void end(VkCommandBuffer commands);
  /// After the command buffer has finished.
  std::optional<double> milliseconds() const;

 private:
  Timer() = default;
  void swap(Timer& other) noexcept;

  VkDevice device_ = VK_NULL_HANDLE;
  VkQueryPool queries_ = VK_NULL_HANDLE;
  std::uint32_t bits_ = 0;
  double period_ = 0;
};

}  // namespace scan::vulkan
