// The single-pass scan in OpenGL, in Vulkan and on the simulator: one fill, one dispatch a window.
// Chapter 11.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "11_decoupled_look_back/variant.hpp"
#include "opengl/buffer.hpp"
#include "opengl/context.hpp"
#include "opengl/program.hpp"
#include "simulator/device.hpp"
#include "vulkan/buffer.hpp"
#include "vulkan/device.hpp"
#include "vulkan/pipeline.hpp"

namespace scan::decoupled_look_back {

class OpenGlScan {
 public:
  /// Compiles the kernel and allocates the states. Throws as plan_single_pass() does.
  OpenGlScan(const opengl::Context& context, const Request& request, const Variant& variant);
  /// Issues the commands; what they write is ready for glGetNamedBufferSubData and for other shaders.
  void operator()(const opengl::ScanBuffers& buffers);
  /// After a scan whose output is not right: why, if a tile gave up; else empty.
  std::string explain_stall() const;

 private:
  DeviceLimits limits_;
  SinglePass plan_;
  opengl::Buffer states_;
  opengl::Program program_;
};

class VulkanScan {
 public:
  VulkanScan(const vulkan::Device& device, const Request& request, const Variant& variant);
  /// Records the commands; what they write is ready for copies and for other shaders.
  void operator()(VkCommandBuffer commands, const vulkan::ScanBuffers& buffers) const;
  std::string explain_stall() const;

 private:
  const vulkan::Device& device_;
  SinglePass plan_;
  vulkan::Buffer states_;
  vulkan::Pipeline pipeline_;
};

class SimulatorScan {
 public:
  SimulatorScan(const simulator::Device& device, const Request& request, const Variant& variant);
  /// Runs the dispatches; the last barrier is behind them.
  void operator()(simulator::Commands& commands, const simulator::ScanBuffers& buffers) const;
  std::string explain_stall() const;

 private:
  DeviceLimits limits_;
  SinglePass plan_;
  simulator::Buffer states_;
  simulator::Kernel kernel_;
};

}  // namespace scan::decoupled_look_back
