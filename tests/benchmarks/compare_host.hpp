// The CPU as a lineup: host memory, the wall clock, and one scan more than chapter 01 has.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "harness/lineup.hpp"

namespace scan::compare {

std::unique_ptr<harness::Lineup> open_host();

/// The peer tbb::parallel_scan, for inclusive sums.
harness::Stage tbb_stage();

}  // namespace scan::compare
