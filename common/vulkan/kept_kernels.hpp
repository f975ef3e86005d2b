// What was compiled on a device, for pipelines that are made again: the SPIR-V, and the driver's pipeline cache.
// Room: common/vulkan (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "shader/kernel.hpp"

namespace scan::vulkan {

/// The SPIR-V of a kernel, with its loops written out where it asks for that.
std::vector<std::uint32_t> compile(const shader::Kernel& kernel);

class KeptKernels {
 public:
  explicit KeptKernels(VkDevice device);
  ~KeptKernels();
  KeptKernels(const KeptKernels&) = delete;
  KeptKernels& operator=(const KeptKernels&) = delete;

  /// As compile(), but each kernel once. The shader files must not change meanwhile.
  const std::vector<std::uint32_t>& words_of(const shader::Kernel& kernel);
  VkPipelineCache pipelines() const { return pipelines_; }

 private:
  VkDevice device_;
  VkPipelineCache pipelines_ = VK_NULL_HANDLE;
  std::map<std::string, std::vector<std::uint32_t>> words_;  // by all that they are made from, as text
};

}  // namespace scan::vulkan
