// A compute pipeline made from a kernel, and what has to be bound before it is dispatched.
// Room: common/vulkan. It never dispatches: chapters do.
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <initializer_list>

#include "shader/interface.hpp"
#include "shader/kernel.hpp"
#include "vulkan/buffer.hpp"
#include "vulkan/device.hpp"

namespace scan::vulkan {

/// A storage-buffer binding number of shaders/lib/interface.h, and the range bound there.
struct Binding {
  std::uint32_t number;
  BufferRange range;
};

class Pipeline {
 public:
  /// Compiles. Throws Error with glslang's log, Unavailable when the kernel uses subgroups, 64-bit integers or atomics on them
  /// and the device lacks them, LimitError for a workgroup beyond the (clamped) limits or, with subgroups, of no
  /// whole number of them.
  Pipeline(const Device& device, const shader::Kernel& kernel);
  ~Pipeline();
  Pipeline(Pipeline&&) noexcept;
  Pipeline& operator=(Pipeline&&) noexcept;

  /// Records the pipeline, its storage buffers and its parameters: the next dispatch in `commands` sees them.
  void bind(VkCommandBuffer commands, std::initializer_list<Binding> bindings,
            const shader::Parameters& parameters) const;

 private:
  Pipeline() = default;
  void swap(Pipeline& other) noexcept;
  void create_layout();
  void create_pipeline(const Device& device, const shader::Kernel& kernel);

  VkDevice device_ = VK_NULL_HANDLE;
  PFN_vkCmdPushDescriptorSetKHR push_descriptor_set_ = nullptr;
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

}  // namespace scan::vulkan
