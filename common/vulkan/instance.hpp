// The Vulkan instance, with the validation layer and its messages where they are asked for.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include <mutex>
#include <string>
#include <vector>

namespace scan::vulkan {

/// What the validation layer said, oldest first. The layer calls from any thread.
class MessageLog {
 public:
  void add(std::string message);
  std::vector<std::string> all() const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> messages_;
};

class Instance {
 public:
  /// Throws Unavailable when there is no driver, or validation is asked for and the layer is missing.
  explicit Instance(bool validation);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  VkInstance handle() const { return instance_; }
  std::vector<std::string> messages() const { return log_.all(); }

  /// In the driver's order.
  std::vector<VkPhysicalDevice> physical_devices() const;

 private:
  Instance() = default;

  MessageLog log_;  // the layer writes to it until the instance is gone
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  PFN_vkDestroyDebugUtilsMessengerEXT destroy_messenger_ = nullptr;
};

}  // namespace scan::vulkan
