// A semaphore between two submissions: the second waits on the device for what the first did, and sees what
// it wrote.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include "vulkan/device.hpp"

namespace scan::vulkan {

/// Binary: each signal is waited for exactly once.
class Semaphore {
 public:
  explicit Semaphore(const Device& device);
  ~Semaphore();
  Semaphore(Semaphore&&) noexcept;
  Semaphore& operator=(Semaphore&&) noexcept;

  VkSemaphore handle() const { return semaphore_; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  VkSemaphore semaphore_ = VK_NULL_HANDLE;
};

}  // namespace scan::vulkan
