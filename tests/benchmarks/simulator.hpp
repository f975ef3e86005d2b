// The benchmarks of the simulator, beside those of the devices.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#pragma once

namespace scan::benchmarks {

/// Registers a benchmark for each stage of chapters 03 to 09 under each schedule, and one that counts accesses too.
void add_simulator();

}  // namespace scan::benchmarks
