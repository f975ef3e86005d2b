// Windows in Vulkan, on items that fit the device's memory.
// Chapter 10.
// SPDX-License-Identifier: MIT
#include <utility>

#include "10_any_size/any_size.hpp"
#include "vulkan/commands.hpp"

namespace scan::any_size {

VulkanWindows::VulkanWindows(const vulkan::Device& device, const Request& request,
                             std::uint64_t max_window_items)
    : shape_(thread_grain::choose_shape(request, device.limits(), Method::reduce_then_scan)),
      plans_(plan_windows(request, shape_, device.limits(), max_window_items)),
      scan_(device, request, shape_, plans_.plans, kSpineKey),
      carry_stride_(align_up(bytes_of(request.type), device.limits().offset_alignment)),
      carry_(device, 2 * carry_stride_),
      identity_word_(identity_word(request.type, request.op)) {}

void VulkanWindows::start(VkCommandBuffer commands) const {
  // The last spine of the scan before read and wrote the carry; the fill overwrites it.
  const vulkan::Barrier before(vulkan::kShaderReadsAndWrites, vulkan::kTransferWrites);
  vkCmdPipelineBarrier2(commands, before.info());
  vkCmdFillBuffer(commands, carry_.handle(), 0, carry_.size_bytes(), identity_word_);
  // The fill wrote the carry; the first spine reads one word and overwrites the other.
  const vulkan::Barrier after(vulkan::kTransferWrites, vulkan::kShaderReadsAndWrites);
  vkCmdPipelineBarrier2(commands, after.info());
}

void VulkanWindows::record(VkCommandBuffer commands, std::uint64_t window,
                           const vulkan::ScanBuffers& buffers) const {
  // The two words of the carry take turns: what one window leaves, the next one takes in.
  const auto carry_word = [&](std::uint64_t turn) {
    return carry_.range().from(turn % 2 * carry_stride_, carry_stride_);
  };
  scan_.record(commands, plans_.plan_of(window), buffers,
               {.in = carry_word(window), .out = carry_word(window + 1)});
}

harness::VulkanScan vulkan_resident(const vulkan::Device& device, const Request& request) {
  return [windows = VulkanWindows(device, request, ~std::uint64_t{0}),
          max_binding_bytes = device.limits().max_binding_bytes](VkCommandBuffer commands,
                                                                 const vulkan::ScanBuffers& buffers) {
    windows.start(commands);
    for (std::uint64_t window = 0; window < windows.plans().windows.count(); ++window) {
      const std::uint64_t first_byte = windows.plans().first_byte(window);
      windows.record(commands, window,
                     {.items_in = buffers.items_in.from(first_byte, max_binding_bytes),
                      .items_out = buffers.items_out.from(first_byte, max_binding_bytes)});
    }
    const vulkan::Barrier after(vulkan::kShaderWrites, vulkan::kCopyReads);
    vkCmdPipelineBarrier2(commands, after.info());  // the downsweeps wrote items_out; a copy reads it
  };
}

}  // namespace scan::any_size
