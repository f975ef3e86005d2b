// Plans a scan in two dispatches, and makes a stage of it.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/two_dispatches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scan/errors.hpp"

namespace scan::decoupled_look_back {

namespace {

std::uint64_t most_items(const thread_grain::TileShape& shape) {
  return std::uint64_t{shape.workgroup_size} * shape.tile_items();
}

}  // namespace

std::uint64_t most_items_of_two_dispatches(const Request& request, const DeviceLimits& limits) {
  const std::uint64_t of_one_binding = limits.max_binding_bytes / bytes_of(request.type);
  const thread_grain::TileShape shape = thread_grain::choose_shape(request, limits, Method::two_dispatches);
  return std::min(most_items(shape), of_one_binding);
}

TwoDispatches plan_two_dispatches(const Request& request, const DeviceLimits& limits) {
  TwoDispatches plan;
  plan.shape = thread_grain::choose_shape(request, limits, Method::two_dispatches);
  const thread_grain::TileShape small =
      thread_grain::shrink_for_few_items(plan.shape, request, plan.shape.workgroup_size);
  if (request.num_items <= most_items(small)) plan.shape = small;
  const std::uint64_t most = most_items_of_two_dispatches(request, limits);
  if (request.num_items > most) {
    throw Unavailable(
        fmt::format("{} items; two dispatches scan at most {} here, in tiles of {}, for a workgroup of {} "
                    "reduces the aggregates of as many tiles in one go: the single pass scans any number",
                    request.num_items, most, plan.shape.tile_items(), plan.shape.workgroup_size));
  }
  const std::uint64_t num_tiles = divide_up(request.num_items, plan.shape.tile_items());
  plan.level = {.num_items = request.num_items, .num_tiles = num_tiles};
  if (num_tiles > 0) plan.level.grid = make_grid(num_tiles, limits);
  plan.aggregate_bytes = num_tiles * bytes_of(request.type);
  plan.upsweep = reduce_kernel("09_reduce_then_scan/upsweep", request, plan.shape);
  plan.scan = scan_kernel("11_decoupled_look_back/scan_after_aggregates", request, plan.shape,
                          {.kind = request.kind, .in_place = request.in_place});
  return plan;
}

harness::Stage two_dispatches_stage(std::string name) {
  harness::Stage stage;
  stage.name = std::move(name);
  stage.opengl = [](const opengl::Context& context, const Request& request) {
    return OpenGlTwoDispatches(context, request);
  };
  stage.vulkan = [](const vulkan::Device& device, const Request& request) {
    return VulkanTwoDispatches(device, request);
  };
  stage.simulator = [](const simulator::Device& device, const Request& request) {
    return SimulatorTwoDispatches(device, request);
  };
  stage.bytes_moved = [](const Request& request) {
    return harness::pass_bytes(request, 3);
  };
  return stage;
}

}  // namespace scan::decoupled_look_back
