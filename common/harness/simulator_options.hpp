// What steers the simulator: widths and schedules, each of which is run, and what is written of a run.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/result.hpp"
#include "simulator/device.hpp"

namespace scan::harness {

struct SimulatorOptions {
  /// A run for each pair of them.
  std::vector<std::uint32_t> subgroup_widths{simulator::Settings{}.subgroup_width};
  std::vector<simulator::Schedule> schedules{simulator::Settings{}.schedule};
  simulator::Settings settings;  // of every run, but for the width and the schedule
  simulator::Flavour flavour = simulator::Flavour::vulkan;
  std::string trace_file, draw_file;  // empty: none
  bool inspect = false;               // print what was counted
  bool by_line = false;               // and of each line of the shaders

  /// Programs that outlive the session, for those who run several of them; else each session has its own.
  simulator::Programs* programs = nullptr;

  bool traces() const { return !trace_file.empty() || !draw_file.empty(); }
};

constexpr std::string_view name_of(simulator::Flavour flavour) {
  return flavour == simulator::Flavour::vulkan ? "vulkan" : "opengl";
}

constexpr std::string_view name_of(simulator::StartOrder order) {
  switch (order) {
    case simulator::StartOrder::ascending: return "ascending";
    case simulator::StartOrder::descending: return "descending";
    case simulator::StartOrder::shuffled: return "shuffled";
  }
  return "";
}

class CommandLine;

/// Throws UsageError for an option of the simulator where it is not among the APIs, and for one of a real machine
/// (--device, --repeat, --validation) where it is: it has one device, no times and no driver.
SimulatorOptions read_simulator(const CommandLine& line, const std::vector<Api>& apis);

/// Items of a chapter when the command line names no number, so that many schedules take a second or two: the
/// chapter's own, but no more than this prime, which is three tiles of chapters 08 to 10 and two levels.
inline constexpr std::uint64_t kMostSimulatedItems = 10007;

}  // namespace scan::harness
