// The copy kernel window by window, in both APIs.
// Chapter 10.
// SPDX-License-Identifier: MIT
#include "10_any_size/copy_windows.hpp"

#include <vector>

#include "02_first_dispatch/chapter.hpp"
#include "opengl/program.hpp"
#include "scan/plan.hpp"
#include "vulkan/commands.hpp"
#include "vulkan/pipeline.hpp"

namespace scan::any_size {

namespace {

struct CopyWindow {
  std::uint64_t first_byte;
  first_dispatch::Dispatch dispatch;
};

std::vector<CopyWindow> plan_copy(const Request& request, const DeviceLimits& limits) {
  const std::uint64_t element_bytes = bytes_of(request.type);
  const Windows windows = make_windows(
      request.num_items, first_dispatch::copy_tile_items(request.type, limits), element_bytes, limits);
  std::vector<CopyWindow> result;
  for (std::uint64_t window = 0; window < windows.count(); ++window) {
    Request part = request;
    part.num_items = windows.items_of(window);
    result.push_back(
        {windows.first_item(window) * element_bytes, first_dispatch::copy_dispatch(part, limits)});
  }
  return result;
}

/// The kernel is the same for every window, and for none.
shader::Kernel kernel_of(Request request, const DeviceLimits& limits) {
  request.num_items = 0;
  return first_dispatch::copy_dispatch(request, limits).kernel;
}

harness::OpenGlScan opengl_copy(const opengl::Context& context, const Request& request) {
  return [windows = plan_copy(request, context.limits()), most = context.limits().max_binding_bytes,
          program = opengl::Program(context, kernel_of(request, context.limits()))](
             const opengl::ScanBuffers& buffers) {
    for (const auto& [first_byte, dispatch] : windows) {
      program.bind({{BINDING_ITEMS_IN, buffers.items_in.from(first_byte, most)},
                    {BINDING_ITEMS_OUT, buffers.items_out.from(first_byte, most)}},
                   {.num_items = dispatch.num_items, .num_tiles = dispatch.num_tiles});
      GL_CHECK(glDispatchCompute(dispatch.grid.x, dispatch.grid.y, dispatch.grid.z));
    }
    GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT |    // glGetNamedBufferSubData reads items_out,
                             GL_SHADER_STORAGE_BARRIER_BIT));  // and the next scan overwrites it
  };
}

harness::VulkanScan vulkan_copy(const vulkan::Device& device, const Request& request) {
  return [windows = plan_copy(request, device.limits()), most = device.limits().max_binding_bytes,
          pipeline = vulkan::Pipeline(device, kernel_of(request, device.limits()))](
             VkCommandBuffer commands, const vulkan::ScanBuffers& buffers) {
    for (const auto& [first_byte, dispatch] : windows) {
      pipeline.bind(commands,
                    {{BINDING_ITEMS_IN, buffers.items_in.from(first_byte, most)},
                     {BINDING_ITEMS_OUT, buffers.items_out.from(first_byte, most)}},
                    {.num_items = dispatch.num_items, .num_tiles = dispatch.num_tiles});
      vkCmdDispatch(commands, dispatch.grid.x, dispatch.grid.y, dispatch.grid.z);
    }
    // The copies wrote items_out; a copy to the host reads it, or the next scan overwrites it.
    const vulkan::Barrier barrier(vulkan::kShaderWrites, vulkan::kCopyReads | vulkan::kShaderReadsAndWrites);
    vkCmdPipelineBarrier2(commands, barrier.info());
  };
}

}  // namespace

harness::Stage copy_windows_stage() {
  harness::Stage stage;
  stage.name = "copy";
  stage.expectation = Expectation::copy;
  stage.opengl = opengl_copy;
  stage.vulkan = vulkan_copy;
  stage.bytes_moved = [](const Request& request) {
    return harness::pass_bytes(request, 2);
  };
  return stage;
}

}  // namespace scan::any_size
