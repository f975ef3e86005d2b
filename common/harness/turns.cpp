// The turns: warm-up, ruler, runs, ruler.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/turns.hpp"

#include <algorithm>
#include <vector>

#include "harness/measure.hpp"

namespace scan::harness {

namespace {

constexpr double kWarmUpMilliseconds = 500;
constexpr double kSteadyRatio = 1.003;
constexpr std::size_t kLoadsOfMedian = 5;
constexpr double kTurnMilliseconds = 150;  // of the timed runs together

double median_load(const TimedRun& load) {
  std::vector<double> milliseconds;
  for (std::size_t i = 0; i < kLoadsOfMedian; ++i) milliseconds.push_back(best_clock(load()));
  return statistics_of(std::move(milliseconds)).median;
}

void add_rulers(const TimedRun& ruler, std::uint32_t repeats, Samples& samples) {
  if (!ruler) return;
  for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) samples.add(ruler());
}

}  // namespace

bool warm_up_by(const TimedRun& load, std::optional<double>& best_load) {
  const Stopwatch watch;
  const double least = best_load ? 0 : kWarmUpMilliseconds, most = least + kWarmUpMilliseconds;
  bool is_steady = false;
  do {
    const double milliseconds = median_load(load);
    best_load = std::min(best_load.value_or(milliseconds), milliseconds);
    is_steady = milliseconds <= *best_load * kSteadyRatio;
  } while (watch.milliseconds() < least || (!is_steady && watch.milliseconds() < most));
  return is_steady;
}

void take_turn(const Contender& contender, std::uint32_t repeats, std::optional<double>& best_load,
               TurnSamples& samples) {
  if (contender.load && !warm_up_by(contender.load, best_load)) samples.was_warm = false;
  const double affordable = kTurnMilliseconds / std::max(contender.run().wall_milliseconds, 1e-3);
  const std::uint32_t num_runs =
      affordable < repeats ? std::max(static_cast<std::uint32_t>(affordable), 1u) : repeats;
  add_rulers(contender.ruler, num_runs, samples.rulers_before);
  for (std::uint32_t run = 0; run < num_runs; ++run) samples.runs.add(contender.run());
  add_rulers(contender.ruler, num_runs, samples.rulers_after);
}

std::optional<TurnTiming> timing_of(const TurnSamples& samples) {
  if (samples.runs.empty()) return {};
  TurnTiming timing;
  timing.wall_clock = !samples.runs.has_device_times();
  timing.time = samples.runs.statistics(timing.wall_clock);
  const Samples &before = samples.rulers_before, &after = samples.rulers_after;
  if (before.empty() || after.empty()) return timing;
  if (!timing.wall_clock && !(before.has_device_times() && after.has_device_times())) return timing;
  timing.ruler_before = before.statistics(timing.wall_clock);
  timing.ruler_after = after.statistics(timing.wall_clock);
  if (timing.time.median > 0)
    timing.share_of_copy =
        (timing.ruler_before->median + timing.ruler_after->median) / 2 / timing.time.median;
  return timing;
}

}  // namespace scan::harness
