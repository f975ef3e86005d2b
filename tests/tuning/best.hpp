// The fastest right trials, method by method.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "tuning/trial.hpp"

namespace scan::tuning {

struct Best {
  Trial trial;
  bool is_fastest_of_all = false;  // of all methods with this problem
};

/// Of each method, and of each form of a single pass, with each problem that it has a time for, the trial with the least
/// median; problem after problem, in the order of the trials. What is not right has no time.
std::vector<Best> best_of(std::span<const Trial> trials);

}  // namespace scan::tuning
