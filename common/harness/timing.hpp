// Timing of something that runs any number of times, beside the ruler.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "harness/result.hpp"

namespace scan::harness {

/// One run's time by both clocks; the device's is absent where it has no usable timestamps.
struct Elapsed {
  double wall_milliseconds = 0;
  std::optional<double> device_milliseconds;
};

/// What one took of so many that followed each other.
Elapsed of_one_call(const Elapsed& all, std::uint32_t calls);

/// Runs once and returns when that is done.
using TimedRun = std::function<Elapsed()>;

/// The times of several runs by both clocks.
class Samples {
 public:
  void add(const Elapsed& elapsed);
  bool empty() const { return wall_.empty(); }
  /// The device's clock counts only if every run has its time.
  bool has_device_times() const { return !wall_.empty() && device_.size() == wall_.size(); }
  Statistics statistics(bool wall_clock) const { return statistics_of(wall_clock ? wall_ : device_); }

 private:
  std::vector<double> wall_, device_;
};

/// The time by the device's clock, where it has one.
double best_clock(const Elapsed& elapsed);

struct TimingPlan {
  std::uint32_t repeats = 5;
  bool software = false;  // a software renderer has no clock that sinks: one warm-up run is enough
  double first_milliseconds =
      0;  // of a run already made, by the wall clock: long ones are repeated less often
};

struct Timing {
  Statistics time;
  bool wall_clock = false;
  std::optional<double> share_of_copy;
};

/// How many of the asked-for repeats to make when one run takes so long: all below 5 s, then fewer, never
/// none.
std::uint32_t affordable_repeats(std::uint32_t asked, double run_milliseconds);

/// Warms up, then runs the ruler (which may be empty) and `run` in turns. A GPU's clock sinks while the host
/// checks results and needs some 300 ms of load to recover, during which times are steady and wrong: so the
/// warm-up lasts until the ruler is within 1 % of `best_ruler`, the best of this process so far (updated), or
/// 500 ms.
Timing time_beside_ruler(const TimedRun& run, const TimedRun& ruler, const TimingPlan& plan,
                         std::optional<double>& best_ruler);

}  // namespace scan::harness
