// Reduce-then-scan on the simulator: reduce upwards, scan the one tile at the top, scan downwards with the prefix in
// hand.
// Chapter 09.
// SPDX-License-Identifier: MIT
#include "09_reduce_then_scan/kernels.hpp"
#include "09_reduce_then_scan/reduce_then_scan.hpp"

namespace scan::reduce_then_scan {

SimulatorScan::SimulatorScan(const simulator::Device& device, const Request& request,
                             const thread_grain::TileShape& shape, std::span<const Plan> plans,
                             const std::string& spine_key)
    : scratch_(device, most_scratch_bytes(plans)), upsweep_(device, upsweep_kernel(request, shape)) {
  constexpr const char* kDownsweepKey = "09_reduce_then_scan/downsweep";
  const KernelNeeds needs = needs_of(plans);
  if (needs.spine_of_items) {
    spine_of_items_.emplace(device, scan_kernel_of(Of::items, spine_key, request, shape));
  }
  if (needs.spine_of_aggregates) {
    spine_of_aggregates_.emplace(device, scan_kernel_of(Of::aggregates, spine_key, request, shape));
    downsweep_of_items_.emplace(device, scan_kernel_of(Of::items, kDownsweepKey, request, shape));
  }
  if (needs.downsweep_of_aggregates) {
    downsweep_of_aggregates_.emplace(device, scan_kernel_of(Of::aggregates, kDownsweepKey, request, shape));
  }
}

void SimulatorScan::issue(simulator::Commands& commands, const Plan& plan,
                          const simulator::ScanBuffers& buffers,
                          const Carry<simulator::BufferRange>& carry) const {
  if (plan.levels.empty()) return;

  // The items of a level: the caller's in level 0, above it the tile aggregates of the level below.
  const auto aggregates_of = [&](std::size_t level) {
    return scratch_.range().from(plan.levels[level].offset,
                                 plan.levels[level].num_items * plan.element_bytes);
  };
  const auto items_in = [&](std::size_t level) {
    return level == 0 ? buffers.items_in : aggregates_of(level);
  };
  const auto items_out = [&](std::size_t level) {
    return level == 0 ? buffers.items_out : aggregates_of(level);
  };
  const std::size_t last = plan.levels.size() - 1;

  // Upsweep: each workgroup reduces its tile to one aggregate for the level above.
  for (std::size_t k = 0; k < last; ++k) {
    const Level& level = plan.levels[k];
    commands.dispatch(upsweep_,
                      {{BINDING_ITEMS_IN, items_in(k)}, {BINDING_TILE_AGGREGATES, aggregates_of(k + 1)}},
                      shader::parameters_of(level), level.grid);
    commands.barrier();  // the level above reads these aggregates
  }

  // Spine: the last level is one tile, scanned by one workgroup.
  {
    const Level& level = plan.levels[last];
    const simulator::Kernel& spine = last == 0 ? *spine_of_items_ : *spine_of_aggregates_;
    commands.dispatch(spine,
                      {{BINDING_ITEMS_IN, items_in(last)},
                       {BINDING_ITEMS_OUT, items_out(last)},
                       {BINDING_CARRY_IN, carry.in},
                       {BINDING_CARRY_OUT, carry.out}},
                      shader::parameters_of(level), level.grid);
    commands.barrier();  // the downsweep reads these prefixes, the next spine the carry
  }

  // Downsweep: each workgroup scans its tile, starting from the prefix that the level above has for it.
  for (std::size_t k = last; k-- > 0;) {
    const Level& level = plan.levels[k];
    const simulator::Kernel& downsweep = k == 0 ? *downsweep_of_items_ : *downsweep_of_aggregates_;
    commands.dispatch(downsweep,
                      {{BINDING_ITEMS_IN, items_in(k)},
                       {BINDING_ITEMS_OUT, items_out(k)},
                       {BINDING_TILE_PREFIXES, aggregates_of(k + 1)}},
                      shader::parameters_of(level), level.grid);
    commands.barrier();  // the level below reads these prefixes; of the last, the next scan the items
  }
}

}  // namespace scan::reduce_then_scan
