// Timing of several scans in turns, each beside the ruler and on a clock that is shown to be up.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "harness/timing.hpp"

namespace scan::harness {

/// One of those that are timed in turns. All but `run` may be empty.
struct Contender {
  TimedRun run;
  TimedRun ruler;  // a copy of as many items
  TimedRun load;   // a large copy: what keeps a GPU's clock up
};

/// What the turns of one contender brought, all rounds together.
struct TurnSamples {
  Samples runs, rulers_before, rulers_after;
  bool was_warm = true;  // false: in some turn the load never came back to its best time
};

/// The same, summed up.
struct TurnTiming {
  Statistics time;
  bool wall_clock = false;
  std::optional<double> share_of_copy;  // from the rulers before and after together
  std::optional<Statistics> ruler_before, ruler_after;
};

/// Runs the load until the median of five is within 0.3 % of the best such median so far (updated), at most 500 ms. Where no
/// best is known yet, it runs for 500 ms before that: nothing else tells a low clock from a high one. Returns whether it came
/// so far.
bool warm_up_by(const TimedRun& load, std::optional<double>& best_load);

/// One turn: warm up, one run that does not count, the ruler, the timed runs, the ruler again. Where the first run says that
/// they would take more than 150 ms together, there are fewer of them.
void take_turn(const Contender& contender, std::uint32_t repeats, std::optional<double>& best_load,
               TurnSamples& samples);

/// Nothing where no run was made.
std::optional<TurnTiming> timing_of(const TurnSamples& samples);

}  // namespace scan::harness
