// Compares the scans of this ladder with those of others: one table, one device, one run. ./ladder bench --compare
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "benchmarks/compare_run.hpp"
#include "harness/run_program.hpp"
#include "harness/text.hpp"
#include "scan/errors.hpp"

namespace {

using namespace scan;
using namespace scan::compare;

constexpr std::uint64_t kGpuSizes[] = {1u << 20, 1u << 24, 1u << 26, 1u << 28};
constexpr std::uint64_t kSoftwareSizes[] = {1u << 16, 1u << 20};  // more would take minutes, and tell nothing

std::vector<std::uint64_t> default_sizes(const std::vector<Team>& teams) {
  const bool has_gpu = std::any_of(teams.begin(), teams.end(), [](const Team& team) {
    return team.field != Field::cpu && team.lineup && !team.software;
  });
  return has_gpu ? std::vector(std::begin(kGpuSizes), std::end(kGpuSizes))
                 : std::vector(std::begin(kSoftwareSizes), std::end(kSoftwareSizes));
}

Comparison compare_all(Options options) {
  const harness::Stopwatch watch;
  std::vector<Team> teams = open_teams(options);
  if (options.sizes.empty()) options.sizes = default_sizes(teams);
  Comparison comparison{.command = command_of(options),
                        .date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))),
                        .input = "pattern random (seed 1)",
                        .rounds = options.rounds,
                        .repeats = options.repeats};
  for (const Team& team : teams) {
    const bool is_listed = !comparison.devices.empty() && comparison.devices.back().field == team.field;
    if (!team.lineup || is_listed) continue;
    const harness::DeviceInfo info = team.lineup->device_info();
    comparison.devices.push_back({team.field, info.name, info.driver, info.software});
  }
  for (const std::uint64_t size : options.sizes) compare_at(size, options, teams, comparison.rows);
  comparison.device_lost =
      std::any_of(teams.begin(), teams.end(), [](const Team& team) { return team.lost; });
  comparison.seconds = watch.milliseconds() / 1000;
  return comparison;
}

void publish(const Options& options, const Comparison& comparison) {
  std::FILE* const out = options.json_file == "-" ? stderr : stdout;
  harness::print_whole(
      out, [&] { options.markdown ? print_markdown(out, comparison) : print_table(out, comparison); });
  if (!options.json_file.empty()) harness::write_file(options.json_file, to_json(comparison));
}

int run(int argc, char** argv) {
  const auto options = parse_options(argc, argv);
  if (!options) return 0;
  const Comparison comparison = compare_all(*options);
  publish(*options, comparison);
  // What a lost device still holds would wait for it at the end of the process, perhaps for ever.
  if (comparison.device_lost) {
    std::fflush(nullptr);
    std::_Exit(exit_code(comparison));
  }
  return exit_code(comparison);
}

}  // namespace

int main(int argc, char** argv) {
  return scan::harness::run_program([&] { return run(argc, argv); });
}
