// What came of the trials: a table of each problem, the best of each method, totals, JSON.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <span>
#include <string>

#include "tuning/trial.hpp"

namespace scan::tuning {

/// The trials of one problem, a row each.
void print_trials(std::FILE* out, std::span<const Trial> trials);

/// The fastest right trial of each method, and of each form of a single pass, for each API, type, kind and number of
/// items, as entries of the table in common/scan/tuning.cpp; and for each of those problems the fastest of all.
void print_best(std::FILE* out, const Trials& all);

/// "600 combinations x sizes x types: 600 right, 0 wrong, 0 skipped", an API a line, and why those that are not right
/// are not.
void print_totals(std::FILE* out, const Trials& all);

/// 0 when something was checked and nothing is wrong, 1 when anything is, 77 when nothing could run.
int exit_code(const Trials& all);

std::string to_json(const Trials& all, const std::string& command);

}  // namespace scan::tuning
