// What came of one stage on one API: the verdict and, only where it is ok, the times; of the simulator, what it counted.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "opengl/buffer.hpp"
#include "scan/checker.hpp"
#include "scan/request.hpp"
#include "simulator/counters.hpp"
#include "simulator/finding.hpp"
#include "simulator/settings.hpp"
#include "simulator/trace.hpp"

namespace scan::harness {

enum class Api { cpu, opengl, vulkan, simulator };

constexpr std::string_view name_of(Api api) {
  switch (api) {
    case Api::cpu: return "cpu";
    case Api::opengl: return "opengl";
    case Api::vulkan: return "vulkan";
    case Api::simulator: return "simulator";
  }
  return "";
}

struct Statistics {
  double median = 0, min = 0, max = 0;  // milliseconds
  std::size_t repeats = 0;
};

/// Median (mean of the two in the middle for an even count), least and greatest. `milliseconds` is not empty.
Statistics statistics_of(std::vector<double> milliseconds);

/// What the simulator has to say of one run, apart from its verdict.
struct Simulation {
  std::uint32_t subgroup_width = 0;
  simulator::Schedule schedule = simulator::Schedule::ascending;
  std::vector<simulator::Finding> findings;  // the first is the verdict's
  std::vector<simulator::DispatchCounters> dispatches;
  std::vector<simulator::Trace> traces;  // where one was asked for

  /// SPIR-V instructions of all dispatches and invocations.
  std::uint64_t instructions() const;
};

struct Result {
  std::string stage;
  Api api = Api::cpu;
  Expectation expectation = Expectation::scan;
  Request request;
  Finding finding;
  std::optional<Statistics> device_time;  // of the stage, milliseconds; only with verdict ok
  bool wall_clock = false;                // the time is the host's, as the device has no usable timestamps
  double build_milliseconds = 0, upload_milliseconds = 0, download_milliseconds = 0;
  std::uint64_t bytes_moved = 0;
  std::optional<double> share_of_copy;   // time of the copy kernel over time of the stage
  std::optional<opengl::Memory> memory;  // of the items, where the API has several kinds
  std::optional<Simulation> simulation;  // of a run on the simulator, which has no times
};

struct DeviceInfo {
  Api api = Api::cpu;
  std::string name, driver;
  bool software = false;  // a software renderer: its times say nothing about a GPU
};

/// bytes / time in GB/s (10^9), nothing when the time is 0 or less.
std::optional<double> gigabytes_per_second(std::uint64_t bytes, double milliseconds);

}  // namespace scan::harness
