// One dispatch, on lavapipe and on the simulator: buffers in, buffers out.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "scan/plan.hpp"
#include "shader/interface.hpp"
#include "shader/kernel.hpp"
#include "simulator/settings.hpp"
#include "vulkan/device.hpp"

namespace scan::test {

/// The words of each storage buffer, by binding.
using Buffers = std::map<std::uint32_t, std::vector<std::uint32_t>>;

struct Dispatch {
  shader::Kernel kernel;
  Buffers buffers;  // before it
  shader::Parameters parameters{};
  GroupGrid grid;
};

/// The software driver, whatever GPUs there are beside it. Throws Unavailable or UsageError where there is none.
vulkan::Device lavapipe();

/// The buffers after the dispatch. Throws Error.
Buffers run_on_vulkan(const vulkan::Device& device, const Dispatch& dispatch);

/// The same on the simulator, with subgroups as wide as the device's. Throws Error for a finding too, for then the
/// shader is not fit for a comparison.
Buffers run_on_simulator(const vulkan::Device& device, const Dispatch& dispatch,
                         simulator::Schedule schedule);

}  // namespace scan::test
