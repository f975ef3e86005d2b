// Scan-then-propagate as objects: built once for a request, run any number of times on buffers of the
// caller's.
// Chapter 08.
// SPDX-License-Identifier: MIT
#pragma once

#include "07_thread_grain/tile_shape.hpp"
#include "opengl/buffer.hpp"
#include "opengl/context.hpp"
#include "opengl/program.hpp"
#include "scan/plan.hpp"
#include "scan/request.hpp"
#include "simulator/device.hpp"
#include "vulkan/buffer.hpp"
#include "vulkan/device.hpp"
#include "vulkan/pipeline.hpp"

namespace scan::scan_then_propagate {

class OpenGlScan {
 public:
  /// Compiles the kernels and allocates the scratch. Throws LimitError or Unavailable (see make_plan,
  /// choose_shape).
  OpenGlScan(const opengl::Context& context, const Request& request);
  /// Issues the commands; what they write is ready for glGetNamedBufferSubData and for other shaders.
  void operator()(const opengl::ScanBuffers& buffers) const;

 private:
  thread_grain::TileShape shape_;
  Plan plan_;
  opengl::Buffer scratch_;
  opengl::Program scan_items_, scan_aggregates_, uniform_add_;
};

class VulkanScan {
 public:
  VulkanScan(const vulkan::Device& device, const Request& request);
  /// Records the commands; what they write is ready for copies and for other shaders.
  void operator()(VkCommandBuffer commands, const vulkan::ScanBuffers& buffers) const;

 private:
  thread_grain::TileShape shape_;
  Plan plan_;
  vulkan::Buffer scratch_;
  vulkan::Pipeline scan_items_, scan_aggregates_, uniform_add_;
};

class SimulatorScan {
 public:
  SimulatorScan(const simulator::Device& device, const Request& request);
  /// Runs the dispatches; the last barrier is behind them.
  void operator()(simulator::Commands& commands, const simulator::ScanBuffers& buffers) const;

 private:
  thread_grain::TileShape shape_;
  Plan plan_;
  simulator::Buffer scratch_;
  simulator::Kernel scan_items_, scan_aggregates_, uniform_add_;
};

/// Bytes the algorithm must move: 4N elements. The levels above, a tile's part of that, are not counted.
std::uint64_t bytes_moved(const Request& request);

}  // namespace scan::scan_then_propagate
