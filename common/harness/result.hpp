// What came of one stage on one API: the verdict and, only where it is ok, the times.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scan/checker.hpp"
#include "scan/request.hpp"

namespace scan::harness {

enum class Api { cpu, opengl, vulkan };

constexpr std::string_view name_of(Api api) {
  return api == Api::cpu ? "cpu" : api == Api::opengl ? "opengl" : "vulkan";
}

struct Statistics {
  double median = 0, min = 0, max = 0;  // milliseconds
  std::size_t repeats = 0;
};

/// Median (mean of the two in the middle for an even count), least and greatest. `milliseconds` is not empty.
Statistics statistics_of(std::vector<double> milliseconds);

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
  std::optional<double> share_of_copy;  // time of the copy kernel over time of the stage
};

struct DeviceInfo {
  Api api = Api::cpu;
  std::string name, driver;
  bool software = false;  // a software renderer: its times say nothing about a GPU
};

/// bytes / time in GB/s (10^9), nothing when the time is 0 or less.
std::optional<double> gigabytes_per_second(std::uint64_t bytes, double milliseconds);

}  // namespace scan::harness
