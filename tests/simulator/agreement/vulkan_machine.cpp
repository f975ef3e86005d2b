// Uploads, dispatches once and downloads, with Vulkan.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#include <span>

#include "simulator/agreement/machines.hpp"
#include "vulkan/buffer.hpp"
#include "vulkan/commands.hpp"
#include "vulkan/pipeline.hpp"

namespace scan::test {

// The ladder's device does not ask for doubles and 64-bit atomics; this driver has them all the same.
vulkan::Device lavapipe() {
  return vulkan::Device({.device = "llvmpipe"});  // as the driver calls its device
}

Buffers run_on_vulkan(const vulkan::Device& device, const Dispatch& dispatch) {
  const vulkan::Pipeline pipeline(device, dispatch.kernel);
  std::map<std::uint32_t, vulkan::Buffer> memory;
  for (const auto& [binding, words] : dispatch.buffers) {
    const auto& buffer =
        memory.emplace(binding, vulkan::Buffer(device, std::as_bytes(std::span(words)).size())).first->second;
    vulkan::upload(device, buffer.range(), std::as_bytes(std::span(words)));
  }
  const auto range_at = [&](std::uint32_t binding) {
    const auto buffer = memory.find(binding);
    return vulkan::Binding{binding, buffer == memory.end() ? vulkan::BufferRange{} : buffer->second.range()};
  };

  vulkan::Commands commands(device);
  const VkCommandBuffer recorded = commands.begin();
  pipeline.bind(recorded, {range_at(0), range_at(1), range_at(2), range_at(3), range_at(4), range_at(5)},
                dispatch.parameters);
  vkCmdDispatch(recorded, dispatch.grid.x, dispatch.grid.y, dispatch.grid.z);
  // The kernel wrote; the download copies.
  const vulkan::Barrier barrier(vulkan::kShaderWrites, vulkan::kCopyReads);
  vkCmdPipelineBarrier2(recorded, barrier.info());
  commands.submit_and_wait();

  Buffers after = dispatch.buffers;
  for (auto& [binding, words] : after) {
    vulkan::download(device, memory.at(binding).range(), std::as_writable_bytes(std::span(words)));
  }
  return after;
}

}  // namespace scan::test
