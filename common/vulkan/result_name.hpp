// The name of a VkResult, for messages.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include <string>

namespace scan::vulkan {

/// "VK_ERROR_DEVICE_LOST"; "VkResult -1000" for those that no call of ours gives.
std::string result_name(VkResult result);

}  // namespace scan::vulkan
