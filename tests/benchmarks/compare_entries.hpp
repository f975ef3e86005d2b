// Who takes part in the comparison: the scans of each API, by chapter, and the peers.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "benchmarks/compare_options.hpp"
#include "harness/stage.hpp"

namespace scan::compare {

struct Entry {
  std::string chapter;  // "11"; empty for a peer
  harness::Stage stage;
};

/// The first is the ruler, a copy.
std::vector<Entry> entries_of(Field field);

}  // namespace scan::compare
