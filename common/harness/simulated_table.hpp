// The rows of a report of the simulator.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>

#include "harness/report.hpp"

namespace scan::harness {

/// A row for each run; where a stage has more than a few, those of one verdict and one reason are one row. Below it
/// the reasons, and all findings of a run that has more than one.
void print_simulated(std::FILE* out, const Report& report);

}  // namespace scan::harness
