// The limits of a device, as data: read from the driver, clamped on the command line so that tiny inputs
// reach every border.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "scan/device_class.hpp"

namespace scan {

struct DeviceLimits {
  std::array<std::uint32_t, 3> max_groups{65535, 65535, 65535};  // workgroups of one dispatch, by axis
  std::uint32_t max_invocations = 128;                           // of one workgroup
  std::uint32_t max_shared_bytes = 16384;                        // of one workgroup
  std::uint64_t max_binding_bytes = std::uint64_t{1} << 27;      // of one storage-buffer binding
  std::uint64_t max_buffer_bytes = std::uint64_t{1} << 30;       // of one buffer
  std::uint64_t memory_bytes = std::uint64_t{1} << 31;           // of the device, for all buffers together
  std::uint32_t offset_alignment = 256;  // bytes; the offset of a binding is a multiple of it
  std::uint32_t subgroup_size = 0;       // lanes; 0 where subgroups cannot be used
  bool subgroup_arithmetic = false;      // subgroup basic, arithmetic and shuffle operations in compute
  bool int64 = false;                    // 64-bit integers in shaders
  bool int64_atomics = false;            // atomic operations on them in buffers
  DeviceClass device_class = DeviceClass::other_gpu;  // whose tuned parameters suit it
};

/// What `--limit-…` asks for: each value lowers the device's own and never raises it.
struct LimitClamp {
  std::optional<std::uint32_t> groups;
  std::optional<std::uint32_t> invocations;
  std::optional<std::uint32_t> shared_bytes;
  std::optional<std::uint64_t> binding_bytes;
  std::optional<std::uint64_t> memory_bytes;
};

DeviceLimits clamped(DeviceLimits limits, const LimitClamp& clamp);

}  // namespace scan
