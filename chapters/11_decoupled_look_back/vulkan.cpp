// The single-pass scan in Vulkan: clear the states, then one dispatch for each window.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include <span>

#include "11_decoupled_look_back/single_pass.hpp"
#include "vulkan/commands.hpp"

namespace scan::decoupled_look_back {

VulkanScan::VulkanScan(const vulkan::Device& device, const Request& request, const Variant& variant)
    : device_(device),
      plan_(plan_single_pass(
          request, {.limits = device.limits(), .patience = patience_of(device.is_software())}, variant)),
      states_(device, plan_.state_bytes),
      pipeline_(device, plan_.kernel) {
  if (plan_.clears_ahead) vulkan::fill(device, states_.range(), 0);  // the others fill before each scan
}

void VulkanScan::operator()(VkCommandBuffer commands, const vulkan::ScanBuffers& buffers) const {
  if (plan_.windows.count() == 0) return;

  if (!plan_.clears_ahead) {
    // The scan before took tickets and published states; the fill overwrites them.
    const vulkan::Barrier before(vulkan::kShaderReadsAndWrites, vulkan::kTransferWrites);
    vkCmdPipelineBarrier2(commands, before.info());
    vkCmdFillBuffer(commands, states_.handle(), 0, states_.size_bytes(), 0);
    // The fill made every state invalid and the ticket 0; the first window's tiles read and overwrite them.
    const vulkan::Barrier filled(vulkan::kTransferWrites, vulkan::kShaderReadsAndWrites);
    vkCmdPipelineBarrier2(commands, filled.info());
  }

  const std::uint64_t max_binding_bytes = device_.limits().max_binding_bytes;
  for (std::uint64_t window = 0; window < plan_.windows.count(); ++window) {
    const Level level = plan_.level_of(window, device_.limits());
    const shader::Parameters parameters = plan_.parameters_of(window, level);
    pipeline_.bind(commands,
                   {{BINDING_ITEMS_IN, buffers.items_in.from(plan_.first_byte(window), max_binding_bytes)},
                    {BINDING_ITEMS_OUT, buffers.items_out.from(plan_.first_byte(window), max_binding_bytes)},
                    {BINDING_TILE_STATES, states_.range()}},
                   parameters);
    vkCmdDispatch(commands, level.grid.x, level.grid.y, level.grid.z);
    // The tiles published their states, and cleared those of the next scan; the next window's tiles look back at the ones,
    // and the next scan's at the others. After the last window, they wrote items_out, and a copy or the next scan reads it.
    const vulkan::Barrier after(vulkan::kShaderWrites, vulkan::kShaderReadsAndWrites | vulkan::kCopyReads);
    vkCmdPipelineBarrier2(commands, after.info());
  }
}

std::string VulkanScan::explain_stall() const {
  std::uint32_t next_ticket = 0;
  vulkan::download(device_, states_.range().from(0, sizeof(next_ticket)),
                   std::as_writable_bytes(std::span(&next_ticket, 1)));
  return plan_.explain_stall(next_ticket);
}

}  // namespace scan::decoupled_look_back
