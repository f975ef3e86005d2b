// The scan in two dispatches in Vulkan.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/two_dispatches.hpp"
#include "shader/parameters.hpp"
#include "vulkan/commands.hpp"

namespace scan::decoupled_look_back {

VulkanTwoDispatches::VulkanTwoDispatches(const vulkan::Device& device, const Request& request)
    : plan_(plan_two_dispatches(request, device.limits())),
      aggregates_(device, plan_.aggregate_bytes),
      upsweep_(device, plan_.upsweep),
      scan_(device, plan_.scan) {}

void VulkanTwoDispatches::operator()(VkCommandBuffer commands, const vulkan::ScanBuffers& buffers) const {
  const Level& level = plan_.level;
  if (level.num_tiles == 0) return;

  // Each workgroup reduces its tile. One tile has no other before it, and nobody asks for its aggregate.
  if (level.num_tiles > 1) {
    upsweep_.bind(commands,
                  {{BINDING_ITEMS_IN, buffers.items_in}, {BINDING_TILE_AGGREGATES, aggregates_.range()}},
                  shader::parameters_of(level));
    vkCmdDispatch(commands, level.grid.x, level.grid.y, level.grid.z);
    const vulkan::Barrier between(vulkan::kShaderWrites, vulkan::kShaderReadsAndWrites);
    vkCmdPipelineBarrier2(commands, between.info());  // the upsweep wrote the aggregates; the scan reads them
  }

  // Each workgroup reduces the aggregates before its tile, and scans its tile.
  scan_.bind(commands,
             {{BINDING_ITEMS_IN, buffers.items_in},
              {BINDING_ITEMS_OUT, buffers.items_out},
              {BINDING_TILE_AGGREGATES, aggregates_.range()}},
             shader::parameters_of(level));
  vkCmdDispatch(commands, level.grid.x, level.grid.y, level.grid.z);
  // The scan wrote items_out and read the aggregates: a copy or the next scan reads the one, and overwrites the other.
  const vulkan::Barrier after(vulkan::kShaderWrites, vulkan::kShaderReadsAndWrites | vulkan::kCopyReads);
  vkCmdPipelineBarrier2(commands, after.info());
}

}  // namespace scan::decoupled_look_back
