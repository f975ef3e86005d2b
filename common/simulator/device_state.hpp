// What a device holds: the same for its buffers, kernels and commands.
// Room: common/simulator. Inside device.cpp, kernel.cpp and commands.cpp only.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "simulator/device.hpp"
#include "simulator/findings.hpp"
#include "simulator/machine/memory.hpp"
#include "simulator/races/races.hpp"

namespace scan::simulator {

struct Device::State {
  DeviceOptions options;
  DeviceLimits limits;
  RaceDetector races;
  Findings findings;
  std::vector<DispatchCounters> dispatches;
  std::vector<Trace> traces;
};

}  // namespace scan::simulator
