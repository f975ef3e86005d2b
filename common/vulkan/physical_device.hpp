// What a physical device offers, read once: properties, features, queues; and what follows from them.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scan/limits.hpp"
#include "vulkan/device.hpp"

namespace scan::vulkan {

/// The features that are asked for when the device is made, as far as it has them. Chained by pNext, so it
/// stays in place.
struct Features {
  Features();
  Features(const Features&) = delete;
  Features& operator=(const Features&) = delete;

  VkPhysicalDeviceFeatures2 core{};
  VkPhysicalDeviceVulkan12Features vulkan12{};
  VkPhysicalDeviceVulkan13Features vulkan13{};
};

class PhysicalDevice {
 public:
  explicit PhysicalDevice(VkPhysicalDevice handle);

  VkPhysicalDevice handle() const { return handle_; }
  DeviceCandidate candidate() const;
  DeviceLimits limits() const;
  std::string driver() const;  // its name and version

  /// Sets in `wanted` what we use and the device has, and nothing else.
  void choose_features(Features& wanted) const;
  bool can_require_full_subgroups() const { return full_subgroups_; }
  /// The most invocations of a workgroup for which the subgroup size can be required; 0: it cannot, or it
  /// never varies.
  std::uint32_t max_invocations_of_required_size() const { return max_invocations_of_required_size_; }

  std::optional<std::uint32_t> compute_family() const;
  /// A family for transfers alone: it copies beside compute.
  std::optional<std::uint32_t> transfer_family() const;
  std::uint32_t timestamp_bits(std::uint32_t family) const { return families_[family].timestampValidBits; }

  const VkPhysicalDeviceProperties& properties() const { return properties_; }
  const VkPhysicalDeviceMemoryProperties& memory() const { return memory_; }

 private:
  void read_versioned_properties();
  void read_features();

  VkPhysicalDevice handle_;
  VkPhysicalDeviceProperties properties_{};
  VkPhysicalDeviceMemoryProperties memory_{};
  std::vector<VkQueueFamilyProperties> families_;
  bool push_descriptors_ = false;

  // Only where the device has Vulkan 1.3; it cannot be used otherwise.
  VkPhysicalDeviceVulkan11Properties properties11_{};
  VkPhysicalDeviceVulkan12Properties properties12_{};
  VkPhysicalDeviceVulkan13Properties properties13_{};
  VkPhysicalDeviceFeatures features10_{};
  VkPhysicalDeviceVulkan12Features features12_{};
  VkPhysicalDeviceVulkan13Features features13_{};
  bool full_subgroups_ = false;
  std::uint32_t max_invocations_of_required_size_ = 0;
};

}  // namespace scan::vulkan
