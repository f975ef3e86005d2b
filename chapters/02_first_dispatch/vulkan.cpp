// One dispatch in Vulkan, step by step.
// Chapter 02.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/one_dispatch.hpp"
#include "vulkan/commands.hpp"
#include "vulkan/pipeline.hpp"

namespace scan::first_dispatch {

harness::VulkanScan vulkan_scan(const vulkan::Device& device, const Dispatch& dispatch) {
  return [pipeline = vulkan::Pipeline(device, dispatch.kernel), dispatch](
             VkCommandBuffer commands, const vulkan::ScanBuffers& buffers) {
    if (dispatch.num_tiles == 0) return;
    // Bind: which pipeline runs, which buffers its binding numbers stand for, and its parameters.
    pipeline.bind(commands, {{BINDING_ITEMS_IN, buffers.items_in}, {BINDING_ITEMS_OUT, buffers.items_out}},
                  {.num_items = dispatch.num_items, .num_tiles = dispatch.num_tiles});
    // Dispatch: so many workgroups. It is only recorded here; it runs when the command buffer is submitted.
    vkCmdDispatch(commands, dispatch.grid.x, dispatch.grid.y, dispatch.grid.z);
    // Barrier: the shader wrote items_out; a copy to the host reads it next, or the next scan reads or
    // overwrites it.
    const vulkan::Barrier barrier(vulkan::kShaderWrites, vulkan::kCopyReads | vulkan::kShaderReadsAndWrites);
    vkCmdPipelineBarrier2(commands, barrier.info());
  };
}

}  // namespace scan::first_dispatch
