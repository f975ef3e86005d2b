// Trials: problems one after the other on one device, each with the combinations that it is for.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "harness/measure.hpp"
#include "tuning/combination.hpp"
#include "tuning/tune_options.hpp"

namespace scan::tuning {

struct Problem {
  ElementType type = ElementType::uint32;
  std::uint64_t num_items = 0;
  std::vector<Kind> kinds;
  std::vector<Combination> combinations;
};

/// A result of the harness, and what it is of.
struct Trial {
  Combination combination;
  harness::Result result;
};

struct Trials {
  std::vector<harness::DeviceInfo> devices;
  std::vector<Trial> trials;
  std::vector<std::string> notes;
};

/// Runs all problems on one API, with one device for all of them, and adds what came of it. After each problem it
/// calls `finished` with the trials of that one. Throws UsageError for a device that is not there.
void run_problems(const TuneOptions& options, harness::Api api, const std::vector<Problem>& problems,
                  Trials& all, const std::function<void(std::span<const Trial>)>& finished);

}  // namespace scan::tuning
