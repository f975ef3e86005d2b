// The kinds of device that have tuned parameters of their own.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace scan {

/// NVIDIA's compilers make different code for Vulkan and for OpenGL, so each has a class.
enum class DeviceClass : std::uint8_t { nvidia_vulkan, nvidia_opengl, other_gpu, software_driver, simulator };

inline constexpr DeviceClass kDeviceClasses[] = {DeviceClass::nvidia_vulkan, DeviceClass::nvidia_opengl,
                                                 DeviceClass::other_gpu, DeviceClass::software_driver,
                                                 DeviceClass::simulator};

constexpr std::string_view name_of(DeviceClass device_class) {
  switch (device_class) {
    case DeviceClass::nvidia_vulkan: return "nvidia-vulkan";
    case DeviceClass::nvidia_opengl: return "nvidia-opengl";
    case DeviceClass::other_gpu: return "other-gpu";
    case DeviceClass::software_driver: return "software-driver";
    case DeviceClass::simulator: return "simulator";
  }
  return "";
}

}  // namespace scan
