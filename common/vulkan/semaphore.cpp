// A binary semaphore.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include "vulkan/semaphore.hpp"

#include <utility>

namespace scan::vulkan {

Semaphore::Semaphore(const Device& device) : device_(device.handle()) {
  const VkSemaphoreCreateInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  VK_CHECK(vkCreateSemaphore(device_, &info, nullptr, &semaphore_));
}

Semaphore::~Semaphore() {
  if (semaphore_ != VK_NULL_HANDLE) vkDestroySemaphore(device_, semaphore_, nullptr);
}

Semaphore::Semaphore(Semaphore&& other) noexcept
    : device_(other.device_), semaphore_(std::exchange(other.semaphore_, VkSemaphore{VK_NULL_HANDLE})) {}

Semaphore& Semaphore::operator=(Semaphore&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(semaphore_, other.semaphore_);
  return *this;
}

}  // namespace scan::vulkan
