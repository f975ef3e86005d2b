// Scans of any size: window by window with a carry that stays on the device, resident in its memory or
// streamed through it.
// Chapter 10.
// SPDX-License-Identifier: MIT
#pragma once

#include "09_reduce_then_scan/reduce_then_scan.hpp"
#include "10_any_size/windows.hpp"
#include "harness/stage.hpp"
#include "opengl/buffer.hpp"
#include "simulator/device.hpp"
#include "vulkan/buffer.hpp"

namespace scan::any_size {

/// The windows of one scan in OpenGL, in order: start(), then window 0, 1, … each on the buffers that hold
/// it.
class OpenGlWindows {
 public:
  OpenGlWindows(const opengl::Context& context, const Request& request, std::uint64_t max_window_items);
  const WindowPlans& plans() const { return plans_; }
  /// Sets the carry to the identity.
  void start();
  /// Issues the scan of a window, which starts where `buffers` start. What it writes is ready for other
  /// shaders.
  void issue(std::uint64_t window, const opengl::ScanBuffers& buffers) const;

 private:
  thread_grain::TileShape shape_;
  WindowPlans plans_;
  reduce_then_scan::OpenGlScan scan_;
  std::uint64_t carry_stride_;  // bytes between the two words of the carry, which are bound apart
  opengl::Buffer carry_;
  std::uint32_t identity_word_;
};

/// The same in Vulkan.
class VulkanWindows {
 public:
  VulkanWindows(const vulkan::Device& device, const Request& request, std::uint64_t max_window_items);
  const WindowPlans& plans() const { return plans_; }
  void start(VkCommandBuffer commands) const;
  void record(VkCommandBuffer commands, std::uint64_t window, const vulkan::ScanBuffers& buffers) const;

 private:
  thread_grain::TileShape shape_;
  WindowPlans plans_;
  reduce_then_scan::VulkanScan scan_;
  std::uint64_t carry_stride_;
  vulkan::Buffer carry_;
  std::uint32_t identity_word_;
};

/// The same on the simulator.
class SimulatorWindows {
 public:
  SimulatorWindows(const simulator::Device& device, const Request& request, std::uint64_t max_window_items);
  const WindowPlans& plans() const { return plans_; }
  void start(simulator::Commands& commands) const;
  void issue(simulator::Commands& commands, std::uint64_t window,
             const simulator::ScanBuffers& buffers) const;

 private:
  thread_grain::TileShape shape_;
  WindowPlans plans_;
  reduce_then_scan::SimulatorScan scan_;
  std::uint64_t carry_stride_;
  simulator::Buffer carry_;
  std::uint32_t identity_word_;
};

/// Items that fit the device's memory.
harness::OpenGlScan opengl_resident(const opengl::Context& context, const Request& request);
harness::VulkanScan vulkan_resident(const vulkan::Device& device, const Request& request);
harness::SimulatorScan simulator_resident(const simulator::Device& device, const Request& request);

/// Items that stay on the host: windows are copied in, scanned and copied out, several at a time.
harness::HostScan opengl_streamed(const opengl::Context& context, const Request& request);
harness::HostScan vulkan_streamed(const vulkan::Device& device, const Request& request);

}  // namespace scan::any_size
