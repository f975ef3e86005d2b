// The comparison itself: who takes part is built and checked, timed in turns, and checked again.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <vector>

#include "benchmarks/compare_entries.hpp"
#include "benchmarks/compare_report.hpp"
#include "harness/lineup.hpp"

namespace scan::compare {

/// One API, or OpenGL with one kind of memory, with those that run on it. It stays open for the whole comparison.
struct Team {
  Field field = Field::cpu;
  harness::OpenGlMemory opengl_memory = harness::OpenGlMemory::automatic;  // as it was asked for
  std::vector<Entry> entries;
  std::unique_ptr<harness::Lineup> lineup;  // empty where the API could not be opened
  std::exception_ptr absence;               // why not
  harness::TimedRun load;
  std::optional<double> best_load;
  bool software = false;
  bool lost = false;  // the device is gone: nothing more runs on it
};

/// Opens what the options ask for. Throws UsageError for what they name and is not there.
std::vector<Team> open_teams(const Options& options);

/// All rows for so many items, appended.
void compare_at(std::uint64_t num_items, const Options& options, std::vector<Team>& teams,
                std::vector<Row>& rows);

}  // namespace scan::compare
