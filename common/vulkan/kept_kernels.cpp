// Compiling kernels, and keeping what came of it.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include "vulkan/kept_kernels.hpp"

#include "shader/compile.hpp"
#include "shader/write_out.hpp"
#include "vulkan/device.hpp"

namespace scan::vulkan {

std::vector<std::uint32_t> compile(const shader::Kernel& kernel) {
  const std::vector<std::uint32_t> words = shader::compile_for_vulkan(kernel);
  return kernel.is_written_out ? shader::write_out(kernel, words) : words;
}

KeptKernels::KeptKernels(VkDevice device) : device_(device) {
  const VkPipelineCacheCreateInfo info{.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  VK_CHECK(vkCreatePipelineCache(device_, &info, nullptr, &pipelines_));
}

KeptKernels::~KeptKernels() {
  vkDestroyPipelineCache(device_, pipelines_, nullptr);
}

const std::vector<std::uint32_t>& KeptKernels::words_of(const shader::Kernel& kernel) {
  shader::Kernel same_words = kernel;
  if (!kernel.is_written_out) same_words.constants.clear();  // the pipeline sets them
  std::vector<std::uint32_t>& words = words_[text_of(same_words)];
  if (words.empty()) words = compile(kernel);
  return words;
}

}  // namespace scan::vulkan
