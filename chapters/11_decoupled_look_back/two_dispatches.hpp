// A scan in two dispatches: reduce the tiles; then each workgroup reduces the aggregates before its tile, and scans it.
// For as many tiles as a workgroup has invocations.
// Chapter 11.
// SPDX-License-Identifier: MIT
#pragma once

#include "07_thread_grain/tile_shape.hpp"
#include "harness/stage.hpp"
#include "opengl/buffer.hpp"
#include "opengl/context.hpp"
#include "opengl/program.hpp"
#include "scan/plan.hpp"
#include "scan/request.hpp"
#include "shader/kernel.hpp"
#include "simulator/device.hpp"
#include "vulkan/buffer.hpp"
#include "vulkan/device.hpp"
#include "vulkan/pipeline.hpp"

namespace scan::decoupled_look_back {

/// The tiles of the scan and its kernels. Pure arithmetic, no GPU.
struct TwoDispatches {
  thread_grain::TileShape shape;
  Level level;  // of the items; without any, there is nothing to dispatch
  std::uint64_t aggregate_bytes = 0;
  shader::Kernel upsweep, scan;
};

/// Throws Unavailable, with both numbers, for more tiles than a workgroup has invocations, and for items that fit no
/// binding.
TwoDispatches plan_two_dispatches(const Request& request, const DeviceLimits& limits);

/// How many items it scans at most, with the configuration of the request. Throws as choose_shape() does.
std::uint64_t most_items_of_two_dispatches(const Request& request, const DeviceLimits& limits);

class OpenGlTwoDispatches {
 public:
  OpenGlTwoDispatches(const opengl::Context& context, const Request& request);
  /// Issues the commands; what they write is ready for glGetNamedBufferSubData and for other shaders.
  void operator()(const opengl::ScanBuffers& buffers) const;

 private:
  TwoDispatches plan_;
  opengl::Buffer aggregates_;
  opengl::Program upsweep_, scan_;
};

class VulkanTwoDispatches {
 public:
  VulkanTwoDispatches(const vulkan::Device& device, const Request& request);
  /// Records the commands; what they write is ready for copies and for other shaders.
  void operator()(VkCommandBuffer commands, const vulkan::ScanBuffers& buffers) const;

 private:
  TwoDispatches plan_;
  vulkan::Buffer aggregates_;
  vulkan::Pipeline upsweep_, scan_;
};

class SimulatorTwoDispatches {
 public:
  SimulatorTwoDispatches(const simulator::Device& device, const Request& request);
  /// Runs the dispatches; the last barrier is behind them.
  void operator()(simulator::Commands& commands, const simulator::ScanBuffers& buffers) const;

 private:
  TwoDispatches plan_;
  simulator::Buffer aggregates_;
  simulator::Kernel upsweep_, scan_;
};

harness::Stage two_dispatches_stage(std::string name);

}  // namespace scan::decoupled_look_back
