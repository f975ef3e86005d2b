// Every result of a Vulkan call becomes nothing or an exception that says call, code and place.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "scan/errors.hpp"
#include "vulkan/device.hpp"
#include "vulkan/result_name.hpp"

namespace scan::vulkan {
namespace {

// "vkCreateBuffer(device, …)" as "vkCreateBuffer".
std::string_view function_of(std::string_view call) {
  return call.substr(0, call.find('('));
}

// "/where/it/was/built/common/vulkan/buffer.cpp" as "vulkan/buffer.cpp": the same message on every machine.
std::string_view room_and_file(std::string_view path) {
  const auto file = path.rfind('/');
  if (file == std::string_view::npos || file == 0) return path;
  const auto room = path.rfind('/', file - 1);
  return room == std::string_view::npos ? path : path.substr(room + 1);
}

}  // namespace

std::string result_name(VkResult result) {
  switch (result) {
    case VK_SUCCESS: return "VK_SUCCESS";
    case VK_NOT_READY: return "VK_NOT_READY";
    case VK_TIMEOUT: return "VK_TIMEOUT";
    case VK_INCOMPLETE: return "VK_INCOMPLETE";
    case VK_ERROR_OUT_OF_HOST_MEMORY: return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY: return "VK_ERROR_OUT_OF_DEVICE_MEMORY";
    case VK_ERROR_INITIALIZATION_FAILED: return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_DEVICE_LOST: return "VK_ERROR_DEVICE_LOST";
    case VK_ERROR_MEMORY_MAP_FAILED: return "VK_ERROR_MEMORY_MAP_FAILED";
    case VK_ERROR_LAYER_NOT_PRESENT: return "VK_ERROR_LAYER_NOT_PRESENT";
    case VK_ERROR_EXTENSION_NOT_PRESENT: return "VK_ERROR_EXTENSION_NOT_PRESENT";
    case VK_ERROR_FEATURE_NOT_PRESENT: return "VK_ERROR_FEATURE_NOT_PRESENT";
    case VK_ERROR_INCOMPATIBLE_DRIVER: return "VK_ERROR_INCOMPATIBLE_DRIVER";
    case VK_ERROR_TOO_MANY_OBJECTS: return "VK_ERROR_TOO_MANY_OBJECTS";
    case VK_ERROR_UNKNOWN: return "VK_ERROR_UNKNOWN";
    default: return fmt::format("VkResult {}", static_cast<int>(result));
  }
}

void check_result(VkResult result, const char* call, const char* file, int line) {
  if (result == VK_SUCCESS) return;
  const std::string message =
      fmt::format("{}: {} ({}:{})", function_of(call), result_name(result), room_and_file(file), line);
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY: throw Unavailable(message);
    case VK_ERROR_DEVICE_LOST: throw DeviceLost(message);
    default: throw Error(message);
  }
}

}  // namespace scan::vulkan
