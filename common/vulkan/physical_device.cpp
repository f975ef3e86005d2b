// What a physical device offers, read once: properties, features, queues; and what follows from them.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include "vulkan/physical_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace scan::vulkan {
namespace {

bool has_extension(VkPhysicalDevice device, std::string_view name) {
  std::uint32_t count = 0;
  VK_CHECK(vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr));
  std::vector<VkExtensionProperties> extensions(count);
  VK_CHECK(vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data()));
  return std::any_of(extensions.begin(), extensions.end(),
                     [&](const VkExtensionProperties& extension) { return extension.extensionName == name; });
}

std::vector<VkQueueFamilyProperties> queue_families(VkPhysicalDevice device) {
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  return families;
}

std::uint64_t largest_device_local_heap(const VkPhysicalDeviceMemoryProperties& memory) {
  std::uint64_t largest = 0;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    const bool local = (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
    if (local) largest = std::max<std::uint64_t>(largest, memory.memoryHeaps[i].size);
  }
  return largest;
}

}  // namespace

Features::Features() {
  core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  vulkan12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  vulkan13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
  core.pNext = &vulkan12;
  vulkan12.pNext = &vulkan13;
}

PhysicalDevice::PhysicalDevice(VkPhysicalDevice handle) : handle_(handle), families_(queue_families(handle)) {
  vkGetPhysicalDeviceProperties(handle, &properties_);
  vkGetPhysicalDeviceMemoryProperties(handle, &memory_);
  push_descriptors_ = has_extension(handle, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
  if (properties_.apiVersion < VK_API_VERSION_1_3) return;
  read_versioned_properties();
  read_features();
}

void PhysicalDevice::read_versioned_properties() {
  properties11_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
  properties12_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
  properties13_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES;
  properties11_.pNext = &properties12_;
  properties12_.pNext = &properties13_;
  VkPhysicalDeviceProperties2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                  .pNext = &properties11_};
  vkGetPhysicalDeviceProperties2(handle_, &all);
  properties11_.pNext = properties12_.pNext =
      nullptr;  // this object may be copied; a pointer into it may not
}

void PhysicalDevice::read_features() {
  Features has;
  vkGetPhysicalDeviceFeatures2(handle_, &has.core);
  features10_ = has.core.features;
  features12_ = has.vulkan12;
  features13_ = has.vulkan13;
  features12_.pNext = features13_.pNext = nullptr;

  full_subgroups_ = features13_.computeFullSubgroups == VK_TRUE;
  const bool varies = properties13_.minSubgroupSize < properties13_.maxSubgroupSize;
  const bool in_compute = (properties13_.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
  if (features13_.subgroupSizeControl == VK_TRUE && varies && in_compute) {
    max_invocations_of_required_size_ =
        properties11_.subgroupSize * properties13_.maxComputeWorkgroupSubgroups;
  }
}

DeviceCandidate PhysicalDevice::candidate() const {
  std::vector<std::string> missing;
  const std::uint32_t version = properties_.apiVersion;
  if (version < VK_API_VERSION_1_3) {
    missing.push_back(fmt::format("Vulkan 1.3 (it has {}.{})", VK_API_VERSION_MAJOR(version),
                                  VK_API_VERSION_MINOR(version)));
  } else if (features13_.synchronization2 != VK_TRUE) {
    missing.emplace_back("synchronization2");
  }
  if (!push_descriptors_) missing.emplace_back(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
  if (!compute_family()) missing.emplace_back("a compute queue");
  return {.name = properties_.deviceName,
          .type = properties_.deviceType,
          .api_version = version,
          .has_compute_queue = compute_family().has_value(),
          .missing = fmt::format("{}", fmt::join(missing, ", "))};
}

DeviceLimits PhysicalDevice::limits() const {
  const VkPhysicalDeviceLimits& device = properties_.limits;
  constexpr VkSubgroupFeatureFlags kNeeded =
      VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT |
      VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT;
  const bool in_compute = (properties11_.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;

  DeviceLimits limits;
  std::copy_n(device.maxComputeWorkGroupCount, limits.max_groups.size(), limits.max_groups.begin());
  limits.max_invocations = std::min(device.maxComputeWorkGroupInvocations, device.maxComputeWorkGroupSize[0]);
  limits.max_shared_bytes = device.maxComputeSharedMemorySize;
  limits.max_binding_bytes = device.maxStorageBufferRange;
  // maxMemoryAllocationSize is no such limit: beyond it an allocation may fail, and on large GPUs it does not.
  limits.max_buffer_bytes = properties13_.maxBufferSize;
  limits.memory_bytes = largest_device_local_heap(memory_);
  limits.offset_alignment = static_cast<std::uint32_t>(device.minStorageBufferOffsetAlignment);
  limits.subgroup_size = in_compute ? properties11_.subgroupSize : 0;
  limits.subgroup_arithmetic = in_compute && (properties11_.subgroupSupportedOperations & kNeeded) == kNeeded;
  limits.int64 = features10_.shaderInt64 == VK_TRUE;
  limits.int64_atomics = limits.int64 && features12_.shaderBufferInt64Atomics == VK_TRUE;
  if (properties_.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU)
    limits.device_class = DeviceClass::software_driver;
  else if (properties12_.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY)
    limits.device_class = DeviceClass::nvidia_vulkan;
  return limits;
}

std::string PhysicalDevice::driver() const {
  return fmt::format("{} {}", properties12_.driverName, properties12_.driverInfo);
}

void PhysicalDevice::choose_features(Features& wanted) const {
  // Robust buffer access stays off: it is our tests, not the hardware, that see an access out of bounds, and
  // it costs time.
  wanted.core.features.shaderInt64 = features10_.shaderInt64;
  wanted.vulkan12.shaderBufferInt64Atomics = features12_.shaderBufferInt64Atomics;
  wanted.vulkan12.shaderSubgroupExtendedTypes = features12_.shaderSubgroupExtendedTypes;
  wanted.vulkan12.vulkanMemoryModel = features12_.vulkanMemoryModel;
  wanted.vulkan12.vulkanMemoryModelDeviceScope = features12_.vulkanMemoryModelDeviceScope;
  wanted.vulkan13.synchronization2 = features13_.synchronization2;
  wanted.vulkan13.maintenance4 = features13_.maintenance4;
  wanted.vulkan13.subgroupSizeControl = features13_.subgroupSizeControl;
  wanted.vulkan13.computeFullSubgroups = features13_.computeFullSubgroups;
}

std::optional<std::uint32_t> PhysicalDevice::compute_family() const {
  for (std::uint32_t family = 0; family < families_.size(); ++family) {
    if ((families_[family].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return family;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> PhysicalDevice::transfer_family() const {
  constexpr VkQueueFlags kMore = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
  for (std::uint32_t family = 0; family < families_.size(); ++family) {
    const VkQueueFlags flags = families_[family].queueFlags;
    if ((flags & VK_QUEUE_TRANSFER_BIT) != 0 && (flags & kMore) == 0) return family;
  }
  return std::nullopt;
}

}  // namespace scan::vulkan
