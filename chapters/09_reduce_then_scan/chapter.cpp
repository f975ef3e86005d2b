// The stages of chapter 09: reduce-then-scan, with each reduction and each local scan.
// Chapter 09.
// SPDX-License-Identifier: MIT
#include "09_reduce_then_scan/chapter.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "02_first_dispatch/chapter.hpp"
#include "09_reduce_then_scan/reduce_then_scan.hpp"
#include "vulkan/commands.hpp"

namespace scan::reduce_then_scan {

KernelNeeds needs_of(std::span<const Plan> plans) {
  KernelNeeds needs;
  for (const Plan& plan : plans) {
    needs.spine_of_items |= plan.levels.size() == 1;
    needs.spine_of_aggregates |= plan.levels.size() >= 2;
    needs.downsweep_of_aggregates |= plan.levels.size() >= 3;
  }
  return needs;
}

std::uint64_t bytes_moved(const Request& request) {
  // Level 0: read to reduce, read and write to scan. The levels above hold less than a hundredth of that.
  return harness::pass_bytes(request, 3);
}

namespace {

Plan plan_of(const Request& request, const thread_grain::TileShape& shape, const DeviceLimits& limits) {
  return make_plan(request.num_items, shape.tile_items(), bytes_of(request.type), limits);
}

harness::OpenGlScan opengl_stage(const opengl::Context& context, const Request& request) {
  const thread_grain::TileShape shape =
      thread_grain::choose_shape(request, context.limits(), Method::reduce_then_scan);
  const std::array plans{plan_of(request, shape, context.limits())};
  return [plan = plans[0],
          scan = OpenGlScan(context, request, shape, plans)](const opengl::ScanBuffers& buffers) {
    scan.issue(plan, buffers);
    GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT));  // glGetNamedBufferSubData reads items_out
  };
}

harness::VulkanScan vulkan_stage(const vulkan::Device& device, const Request& request) {
  const thread_grain::TileShape shape =
      thread_grain::choose_shape(request, device.limits(), Method::reduce_then_scan);
  const std::array plans{plan_of(request, shape, device.limits())};
  return [plan = plans[0], scan = VulkanScan(device, request, shape, plans)](
             VkCommandBuffer commands, const vulkan::ScanBuffers& buffers) {
    scan.record(commands, plan, buffers);
    const vulkan::Barrier after(vulkan::kShaderWrites, vulkan::kCopyReads);
    vkCmdPipelineBarrier2(commands, after.info());  // the downsweep wrote items_out; a copy reads it
  };
}

harness::SimulatorScan simulator_stage(const simulator::Device& device, const Request& request) {
  const thread_grain::TileShape shape =
      thread_grain::choose_shape(request, device.limits(), Method::reduce_then_scan);
  const std::array plans{plan_of(request, shape, device.limits())};
  return [plan = plans[0], scan = SimulatorScan(device, request, shape, plans)](
             simulator::Commands& commands, const simulator::ScanBuffers& buffers) {
    scan.issue(commands, plan, buffers);
  };
}

/// What is empty is chosen to suit the device.
harness::Stage stage_with(std::string name, std::optional<Reduction> reduction,
                          std::optional<LocalScan> local) {
  const auto chosen = [reduction, local](Request request) {
    request.configuration.reduction = reduction;
    request.configuration.local = local;
    return request;
  };
  harness::Stage stage;
  stage.name = std::move(name);
  stage.opengl = [chosen](const opengl::Context& context, const Request& request) {
    return opengl_stage(context, chosen(request));
  };
  stage.vulkan = [chosen](const vulkan::Device& device, const Request& request) {
    return vulkan_stage(device, chosen(request));
  };
  stage.simulator = [chosen](const simulator::Device& device, const Request& request) {
    return simulator_stage(device, chosen(request));
  };
  stage.bytes_moved = bytes_moved;
  return stage;
}

harness::Stage stage_with(Reduction reduction, LocalScan local) {
  return stage_with(fmt::format("{} + {}", name_of(reduction), name_of(local)), reduction, local);
}

/// What is run unless the command line says otherwise: every reduction and every local scan occurs, not every
/// pair.
std::vector<harness::Stage> default_stages() {
  std::vector<harness::Stage> stages;
  stages.push_back(stage_with(Reduction::tree, LocalScan::hillis_steele));
  stages.push_back(stage_with(Reduction::tree, LocalScan::blelloch));
  stages.push_back(stage_with(Reduction::raking, LocalScan::raking));
  stages.push_back(stage_with(Reduction::subgroup, LocalScan::subgroup));
  return stages;
}

}  // namespace

harness::Stage stage_by_device(std::string name) {
  return stage_with(std::move(name), {}, {});
}

harness::Chapter chapter() {
  harness::Chapter chapter;
  chapter.name = "09_reduce_then_scan";
  chapter.title = "any N, 3N traffic";
  chapter.has_local = true;
  chapter.has_reduction = true;
  chapter.has_grain = true;
  chapter.stages = [](const harness::Selection& selection) {
    if (selection.locals.empty() && selection.reductions.empty()) return default_stages();
    std::vector<Reduction> reductions = selection.reductions;
    std::vector<LocalScan> locals = selection.locals;
    if (reductions.empty()) reductions.assign(std::begin(kReductions), std::end(kReductions));
    if (locals.empty()) locals.assign(std::begin(kLocalScans), std::end(kLocalScans));
    std::vector<harness::Stage> stages;
    for (const Reduction reduction : reductions) {
      for (const LocalScan local : locals) stages.push_back(stage_with(reduction, local));
    }
    return stages;
  };
  chapter.ruler = first_dispatch::copy_stage();
  return chapter;
}

}  // namespace scan::reduce_then_scan
