// Scan-then-propagate in Vulkan: scan the tiles of every level upwards, add the prefixes on the way down.
// Chapter 08.
// SPDX-License-Identifier: MIT
#include "08_scan_then_propagate/kernels.hpp"
#include "08_scan_then_propagate/scan_then_propagate.hpp"
#include "vulkan/commands.hpp"

namespace scan::scan_then_propagate {

VulkanScan::VulkanScan(const vulkan::Device& device, const Request& request)
    : shape_(thread_grain::choose_shape(request, device.limits(), Method::scan_then_propagate)),
      plan_(make_plan(request.num_items, shape_.tile_items(), bytes_of(request.type), device.limits())),
      scratch_(device, plan_.scratch_bytes),
      scan_items_(device, scan_items_kernel(request, shape_)),
      scan_aggregates_(device, scan_aggregates_kernel(request, shape_)),
      uniform_add_(device, uniform_add_kernel(request, shape_)) {}

void VulkanScan::operator()(VkCommandBuffer commands, const vulkan::ScanBuffers& buffers) const {
  if (plan_.levels.empty()) return;

  // The items of a level: the caller's in level 0, above it the tile aggregates of the level below.
  const auto items_of = [&](std::size_t level) {
    return level == 0 ? buffers.items_out
                      : scratch_.range().from(plan_.levels[level].offset,
                                              plan_.levels[level].num_items * plan_.element_bytes);
  };
  // Between two dispatches: a shader wrote; the next shader reads that, or overwrites it.
  const vulkan::Barrier between(vulkan::kShaderWrites, vulkan::kShaderReadsAndWrites);
  const std::size_t last = plan_.levels.size() - 1;

  // Upwards: each workgroup scans its tile and leaves its aggregate to the level above.
  for (std::size_t k = 0; k <= last; ++k) {
    const Level& level = plan_.levels[k];
    const vulkan::Pipeline& scan_tiles = k == 0 ? scan_items_ : scan_aggregates_;
    scan_tiles.bind(commands,
                    {{BINDING_ITEMS_IN, k == 0 ? buffers.items_in : items_of(k)},
                     {BINDING_ITEMS_OUT, items_of(k)},
                     {BINDING_TILE_AGGREGATES, k < last ? items_of(k + 1) : scratch_.range()}},
                    shader::parameters_of(level));
    vkCmdDispatch(commands, level.grid.x, level.grid.y, level.grid.z);
    vkCmdPipelineBarrier2(commands, between.info());  // the next dispatch reads what these tiles wrote
  }

  // Downwards: each workgroup adds to its tile the prefix that the level above has for it.
  for (std::size_t k = last; k-- > 0;) {
    const Level& level = plan_.levels[k];
    uniform_add_.bind(commands, {{BINDING_ITEMS_OUT, items_of(k)}, {BINDING_TILE_PREFIXES, items_of(k + 1)}},
                      shader::parameters_of(level));
    vkCmdDispatch(commands, level.grid.x, level.grid.y, level.grid.z);
    vkCmdPipelineBarrier2(commands, between.info());  // the level below reads these prefixes
  }

  const vulkan::Barrier after(vulkan::kShaderWrites, vulkan::kCopyReads);
  vkCmdPipelineBarrier2(commands, after.info());  // the last shader wrote items_out; a copy reads it
}

}  // namespace scan::scan_then_propagate
