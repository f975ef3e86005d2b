// Picks the trial with the least median of each method, and of each form, with each problem.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#include "tuning/best.hpp"

#include <algorithm>
#include <tuple>

namespace scan::tuning {

namespace {

auto problem_of(const Trial& trial) {
  const Request& request = trial.result.request;
  return std::tuple(trial.result.api, request.num_items, request.type, request.kind);
}

double median_of(const Trial& trial) {
  return trial.result.device_time->median;
}

void mark_fastest(std::span<Best> bests) {
  for (Best& best : bests) {
    best.is_fastest_of_all = std::none_of(bests.begin(), bests.end(), [&](const Best& other) {
      return problem_of(other.trial) == problem_of(best.trial) &&
             median_of(other.trial) < median_of(best.trial);
    });
  }
}

}  // namespace

std::vector<Best> best_of(std::span<const Trial> trials) {
  std::vector<Best> bests;
  for (const Trial& trial : trials) {
    if (!trial.result.device_time) continue;
    const auto rival = std::find_if(bests.begin(), bests.end(), [&](const Best& best) {
      return problem_of(best.trial) == problem_of(trial) &&
             best.trial.combination.method == trial.combination.method &&
             best.trial.combination.form == trial.combination.form;
    });
    if (rival == bests.end()) {
      bests.push_back({.trial = trial});
    } else if (median_of(trial) < median_of(rival->trial)) {
      rival->trial = trial;
    }
  }
  mark_fastest(bests);
  return bests;
}

}  // namespace scan::tuning
