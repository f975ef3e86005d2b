// What a kernel needs of the device: checked before it is compiled, promised when its pipeline is made.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include "shader/kernel.hpp"
#include "vulkan/device.hpp"

namespace scan::vulkan {

/// Throws Unavailable without subgroup operations, 64-bit integers or atomics on them that the kernel uses; LimitError for a
/// workgroup beyond the limits or, with subgroups, of no whole number of them.
void check_needs(const shader::Kernel& kernel, const DeviceLimits& limits);

/// What makes every subgroup full, and of the size that limits() has, as far as the device can promise it.
struct SubgroupPromise {
  SubgroupPromise(const Device& device, const shader::Kernel& kernel);
  /// For the stage's pNext; it points into this object.
  const void* chain() const { return has_size ? &size : nullptr; }

  VkPipelineShaderStageCreateFlags flags = 0;
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
  bool has_size = false;
};

}  // namespace scan::vulkan
