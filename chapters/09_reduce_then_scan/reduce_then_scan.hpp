// Reduce-then-scan as objects: built once for a request, run any number of times on buffers of the caller's.
// Chapter 09. Chapter 10 uses them window by window, with a spine of its own that takes in a carry and leaves
// one.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>

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

namespace scan::reduce_then_scan {

inline constexpr const char* kSpineKey = "09_reduce_then_scan/spine";

/// Where the spine finds what came before all items, and where it leaves what comes after them. Empty: from
/// the identity.
template <class BufferRange>
struct Carry {
  BufferRange in;
  BufferRange out;
};

/// Which of the kernels the plans of a scan need.
struct KernelNeeds {
  bool spine_of_items = false;           // a plan of one level
  bool spine_of_aggregates = false;      // of two and more
  bool downsweep_of_aggregates = false;  // of three and more
};
KernelNeeds needs_of(std::span<const Plan> plans);

class OpenGlScan {
 public:
  /// Compiles the kernels and allocates the scratch for `plans`, of which every run names one. Throws
  /// LimitError or Unavailable.
  OpenGlScan(const opengl::Context& context, const Request& request, const thread_grain::TileShape& shape,
             std::span<const Plan> plans, const std::string& spine_key = kSpineKey);
  /// Issues the commands; what they write is ready for other shaders.
  void issue(const Plan& plan, const opengl::ScanBuffers& buffers,
             const Carry<opengl::BufferRange>& carry = {}) const;

 private:
  opengl::Buffer scratch_;
  opengl::Program upsweep_;
  std::optional<opengl::Program> spine_of_items_, spine_of_aggregates_, downsweep_of_aggregates_,
      downsweep_of_items_;
};

class VulkanScan {
 public:
  VulkanScan(const vulkan::Device& device, const Request& request, const thread_grain::TileShape& shape,
             std::span<const Plan> plans, const std::string& spine_key = kSpineKey);
  /// Records the commands; what they write is ready for other shaders.
  void record(VkCommandBuffer commands, const Plan& plan, const vulkan::ScanBuffers& buffers,
              const Carry<vulkan::BufferRange>& carry = {}) const;

 private:
  vulkan::Buffer scratch_;
  vulkan::Pipeline upsweep_;
  std::optional<vulkan::Pipeline> spine_of_items_, spine_of_aggregates_, downsweep_of_aggregates_,
      downsweep_of_items_;
};

class SimulatorScan {
 public:
  SimulatorScan(const simulator::Device& device, const Request& request, const thread_grain::TileShape& shape,
                std::span<const Plan> plans, const std::string& spine_key = kSpineKey);
  /// Runs the dispatches; the last barrier is behind them.
  void issue(simulator::Commands& commands, const Plan& plan, const simulator::ScanBuffers& buffers,
             const Carry<simulator::BufferRange>& carry = {}) const;

 private:
  simulator::Buffer scratch_;
  simulator::Kernel upsweep_;
  std::optional<simulator::Kernel> spine_of_items_, spine_of_aggregates_, downsweep_of_aggregates_,
      downsweep_of_items_;
};

/// Bytes the algorithm must move: 3N elements. The levels above, a tile's part of that, are not counted.
std::uint64_t bytes_moved(const Request& request);

}  // namespace scan::reduce_then_scan
