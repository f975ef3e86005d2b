// The command line's words for the simulator, and where they mean nothing.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/simulator_options.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "harness/command_line.hpp"
#include "harness/option_words.hpp"
#include "harness/options.hpp"

namespace scan::harness {

namespace {

constexpr simulator::StartOrder kStartOrders[] = {
    simulator::StartOrder::ascending, simulator::StartOrder::descending, simulator::StartOrder::shuffled};
constexpr simulator::Flavour kFlavours[] = {simulator::Flavour::vulkan, simulator::Flavour::opengl};

std::vector<std::uint32_t> read_widths(std::string_view option, const std::string& text) {
  if (text == "all") {
    std::vector<std::uint32_t> widths;
    for (std::uint32_t width = 1; width <= simulator::kMaxSubgroupWidth; width *= 2) widths.push_back(width);
    return widths;
  }
  const auto width = static_cast<std::uint32_t>(count_between(option, text, 1, simulator::kMaxSubgroupWidth));
  if (!std::has_single_bit(width))
    throw UsageError(fmt::format("{}: {} is no power of two; the widths are 1, 2, 4 and so on to {}, or all",
                                 option, width, simulator::kMaxSubgroupWidth));
  return {width};
}

std::vector<simulator::Schedule> read_schedules(std::string_view option, const std::string& text) {
  if (text == "all") return {std::begin(simulator::kSchedules), std::end(simulator::kSchedules)};
  return {choice(option, text, simulator::kSchedules)};
}

std::string read_file(std::string_view option, const std::string& text) {
  if (text.empty()) throw UsageError(fmt::format("{}: needs the name of a file", option));
  if (text == "-")
    throw UsageError(fmt::format("{}: - is no file; only --json can be the standard output", option));
  return text;
}

}  // namespace

SimulatorOptions read_simulator(const CommandLine& line, const std::vector<Api>& apis) {
  const bool is_asked_for = std::find(apis.begin(), apis.end(), Api::simulator) != apis.end();
  for (const auto& [option, word] : line.words()) {
    if (!is_asked_for && is_for_simulator(option))
      throw UsageError(fmt::format("{}: is for the simulator; add --api simulator", option));
    if (is_asked_for && (option == "--device" || option == "--repeat" || option == "--validation"))
      throw UsageError(fmt::format(
          "{}: means nothing on the simulator, which has one device, no times and no driver", option));
  }
  constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();
  SimulatorOptions options;
  simulator::Settings& settings = options.settings;
  if (const auto text = line.value("--subgroup-width"))
    options.subgroup_widths = read_widths("--subgroup-width", *text);
  if (const auto text = line.value("--schedule")) options.schedules = read_schedules("--schedule", *text);
  if (const auto text = line.value("--start-order"))
    settings.start_order = choice("--start-order", *text, kStartOrders);
  if (const auto text = line.value("--resident"))
    settings.resident = static_cast<std::uint32_t>(count_between("--resident", *text, 0, kMost32));
  if (const auto text = line.value("--starve"))
    settings.starve = static_cast<std::uint32_t>(count_between("--starve", *text, 0, kMost32));
  if (const auto text = line.value("--budget"))
    settings.budget = count_between("--budget", *text, 1, std::numeric_limits<std::uint64_t>::max());
  if (const auto text = line.value("--flavour")) options.flavour = choice("--flavour", *text, kFlavours);
  if (const auto text = line.value("--trace")) options.trace_file = read_file("--trace", *text);
  if (const auto text = line.value("--draw")) options.draw_file = read_file("--draw", *text);
  options.inspect = line.has("--inspect");
  options.by_line = line.has("--by-line");
  if (options.by_line && !options.inspect)
    throw UsageError("--by-line: says how --inspect counts; add --inspect");
  return options;
}

void require_one_run(const Options& options, const std::vector<Stage>& stages) {
  const SimulatorOptions& simulator = options.simulator;
  if (!simulator.traces()) return;
  const char* const option = simulator.trace_file.empty() ? "--draw" : "--trace";
  const auto refuse = [option](std::size_t number, const char* what, const char* remedy) {
    if (number > 1)
      throw UsageError(fmt::format("{}: is of one run, and there are {} {}; name one with {}", option, number,
                                   what, remedy));
  };
  std::size_t num_stages = 0, num_scans = 0;
  for (const Stage& stage : stages) {
    num_stages += bool(stage.simulator);
    num_scans += stage.simulator && stage.expectation == Expectation::scan;
  }
  refuse(num_stages, "stages", "--stage");
  if (num_scans > 0) refuse(options.kinds.size(), "kinds", "--kind");
  refuse(simulator.subgroup_widths.size(), "subgroup widths", "--subgroup-width");
  refuse(simulator.schedules.size(), "schedules", "--schedule");
}

}  // namespace scan::harness
