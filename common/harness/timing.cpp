// Warm-up, repeats, and the two clocks.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/timing.hpp"

#include <algorithm>

#include "harness/measure.hpp"

namespace scan::harness {

namespace {

constexpr double kLongRunMilliseconds = 5000;
constexpr double kLongRunsBudgetMilliseconds = 15000;  // for all repeats of a long run together
constexpr double kWarmUpMilliseconds = 500;
constexpr std::size_t kSteadyRuns = 10;
constexpr double kSteadyRatio = 1.01;

void warm_up(const TimedRun& load, std::optional<double>& best) {
  const Stopwatch watch;
  const bool knows_best = best.has_value();  // else nothing tells a low clock from a high one, and time must
  std::size_t steady_runs = 0;
  while (watch.milliseconds() < kWarmUpMilliseconds && !(knows_best && steady_runs >= kSteadyRuns)) {
    const double milliseconds = best_clock(load());
    best = std::min(best.value_or(milliseconds), milliseconds);
    steady_runs = milliseconds <= *best * kSteadyRatio ? steady_runs + 1 : 0;
  }
}

}  // namespace

Elapsed of_one_call(const Elapsed& all, std::uint32_t calls) {
  Elapsed one{.wall_milliseconds = all.wall_milliseconds / calls};
  if (all.device_milliseconds) one.device_milliseconds = *all.device_milliseconds / calls;
  return one;
}

void Samples::add(const Elapsed& elapsed) {
  wall_.push_back(elapsed.wall_milliseconds);
  if (elapsed.device_milliseconds) device_.push_back(*elapsed.device_milliseconds);
}

double best_clock(const Elapsed& elapsed) {
  return elapsed.device_milliseconds.value_or(elapsed.wall_milliseconds);
}

std::uint32_t affordable_repeats(std::uint32_t asked, double run_milliseconds) {
  if (run_milliseconds <= kLongRunMilliseconds) return asked;
  const auto affordable = static_cast<std::uint32_t>(kLongRunsBudgetMilliseconds / run_milliseconds);
  return std::clamp<std::uint32_t>(affordable, 1, asked);
}

Timing time_beside_ruler(const TimedRun& run, const TimedRun& ruler, const TimingPlan& plan,
                         std::optional<double>& best_ruler) {
  const std::uint32_t repeats = affordable_repeats(plan.repeats, plan.first_milliseconds);
  if (!plan.software) {
    std::optional<double> best_of_run;
    ruler ? warm_up(ruler, best_ruler) : warm_up(run, best_of_run);
  }
  if (plan.first_milliseconds <= kLongRunMilliseconds) run();  // of a long run the first one was the warm-up

  Samples runs, rulers;
  for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
    if (ruler) rulers.add(ruler());
    runs.add(run());
  }
  Timing timing;
  timing.wall_clock = !runs.has_device_times();
  timing.time = runs.statistics(timing.wall_clock);
  const bool comparable = !rulers.empty() && (timing.wall_clock || rulers.has_device_times());
  if (comparable && timing.time.median > 0) {
    timing.share_of_copy = rulers.statistics(timing.wall_clock).median / timing.time.median;
  }
  return timing;
}

}  // namespace scan::harness
