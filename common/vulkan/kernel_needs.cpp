// What a kernel needs of the device: checked before it is compiled, promised when its pipeline is made.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include "vulkan/kernel_needs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "scan/errors.hpp"
#include "shader/interface.hpp"

namespace scan::vulkan {
namespace {

// The invocations of a workgroup; nothing when the shader itself fixes them.
std::optional<std::uint32_t> workgroup_size_of(const shader::Kernel& kernel) {
  for (const shader::Constant& constant : kernel.constants) {
    if (constant.id == CONSTANT_WORKGROUP_SIZE) return constant.value;
  }
  return std::nullopt;
}

bool uses_int64(const shader::Kernel& kernel) {
  static const std::string kUint64 = std::to_string(ELEMENT_UINT64);
  return std::any_of(kernel.macros.begin(), kernel.macros.end(), [](const shader::Macro& macro) {
    return macro.name == "ELEMENT_TYPE" && macro.value == kUint64;
  });
}

void check_workgroup(const shader::Kernel& kernel, std::uint32_t workgroup_size, const DeviceLimits& limits) {
  if (workgroup_size == 0 || workgroup_size > limits.max_invocations) {
    throw LimitError(fmt::format("{}: a workgroup of {} invocations; the Vulkan device allows 1 to {}",
                                 kernel.key, workgroup_size, limits.max_invocations));
  }
  if (kernel.uses_subgroups && workgroup_size % limits.subgroup_size != 0) {
    throw LimitError(
        fmt::format("{}: a workgroup of {} invocations is no multiple of the device's subgroup size, {}",
                    kernel.key, workgroup_size, limits.subgroup_size));
  }
}

}  // namespace

void check_needs(const shader::Kernel& kernel, const DeviceLimits& limits) {
  if (kernel.uses_subgroups && !limits.subgroup_arithmetic) {
    throw Unavailable(
        fmt::format("{} needs subgroup operations; the device offers {} in compute shaders", kernel.key,
                    limits.subgroup_size == 0 ? "none" : "not all of arithmetic, ballot and shuffle"));
  }
  if (uses_int64(kernel) && !limits.int64) {
    throw Unavailable(fmt::format("{} needs 64-bit integers; the device has no shaderInt64", kernel.key));
  }
  if (kernel.uses_int64_atomics && !limits.int64_atomics) {
    throw Unavailable(
        fmt::format("{} needs 64-bit atomics; the device has no shaderBufferInt64Atomics", kernel.key));
  }
  if (const auto workgroup_size = workgroup_size_of(kernel)) check_workgroup(kernel, *workgroup_size, limits);
}

SubgroupPromise::SubgroupPromise(const Device& device, const shader::Kernel& kernel) {
  const auto workgroup_size = workgroup_size_of(kernel);
  if (!kernel.uses_subgroups || !workgroup_size) return;
  if (device.can_require_full_subgroups()) flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  size.requiredSubgroupSize = device.limits().subgroup_size;
  has_size = *workgroup_size <= device.max_invocations_of_required_size();
}

}  // namespace scan::vulkan
