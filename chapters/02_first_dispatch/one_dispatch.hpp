// The host side of one dispatch, in OpenGL, in Vulkan and on the simulator: all that chapters 02 to 07 need around their
// shaders.
// Chapter 02.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/stage.hpp"
#include "scan/plan.hpp"
#include "shader/kernel.hpp"

namespace scan::first_dispatch {

/// One kernel over all the items.
struct Dispatch {
  shader::Kernel kernel;
  std::uint32_t num_items = 0;
  std::uint32_t num_tiles = 0;  // workgroups with work; 0 items need none, and nothing is dispatched
  GroupGrid grid;               // at least num_tiles groups
};

/// The kernel's program, and the GL commands that run it.
harness::OpenGlScan opengl_scan(const opengl::Context& context, const Dispatch& dispatch);
/// The kernel's pipeline, and the commands that record it.
harness::VulkanScan vulkan_scan(const vulkan::Device& device, const Dispatch& dispatch);
/// The kernel made ready for the simulator, and the commands that run it there.
harness::SimulatorScan simulator_scan(const simulator::Device& device, const Dispatch& dispatch);

/// Says, for a request and the limits of a device, what is dispatched. Throws LimitError or Unavailable.
using MakeDispatch = std::function<Dispatch(const Request&, const DeviceLimits&)>;

/// A stage that is one dispatch, the same in every API: 2N elements are moved.
harness::Stage one_dispatch_stage(std::string name, const MakeDispatch& make_dispatch);

/// Throws LimitError, naming both sizes, when the items do not fit one binding. Returns their number in 32
/// bits.
std::uint32_t items_of_one_binding(const Request& request, const DeviceLimits& limits);

}  // namespace scan::first_dispatch
