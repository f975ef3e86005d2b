// The simulator's table: verdicts, widths, schedules and instructions in place of times.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/simulated_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/text_table.hpp"

namespace scan::harness {

namespace {

constexpr std::size_t kMostRowsOfStage = 8;  // of one kind: more are folded

/// Runs of one stage and kind.
using Runs = std::vector<const Result*>;

bool is_same_stage(const Result& a, const Result& b) {
  return a.stage == b.stage && a.request.kind == b.request.kind;
}

std::vector<Runs> by_stage(const Report& report) {
  std::vector<Runs> stages;
  for (const Result& result : report.results) {
    if (stages.empty() || !is_same_stage(*stages.back().front(), result)) stages.emplace_back();
    stages.back().push_back(&result);
  }
  return stages;
}

/// The verdict's reason, and what else was found, a line each.
std::string reason_of(const Result& result) {
  std::string reason = result.finding.reason;
  const auto& findings = result.simulation->findings;
  for (std::size_t i = 1; i < findings.size(); ++i)
    reason += fmt::format("\nand {}: {}", simulator::name_of(findings[i].fault), findings[i].message);
  return reason;
}

/// Runs that a reader need not tell apart, in the order of the first of each.
std::vector<Runs> folded(const Runs& runs) {
  std::vector<Runs> rows;
  for (const Result* run : runs) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Runs& one) {
      return runs.size() > kMostRowsOfStage && one.front()->finding.verdict == run->finding.verdict &&
             reason_of(*one.front()) == reason_of(*run);
    });
    row == rows.end() ? rows.push_back({run}) : row->push_back(run);
  }
  return rows;
}

std::string count_or_one(std::size_t count, std::string_view what, std::string one) {
  return count == 1 ? std::move(one) : fmt::format("{} {}", count, what);
}

std::vector<std::string> row_of(const Runs& runs, std::size_t num_runs, Reasons& reasons) {
  const Result& first = *runs.front();
  const Simulation& simulation = *first.simulation;
  std::set<std::uint32_t> widths;
  std::set<simulator::Schedule> schedules;
  std::uint64_t least = simulation.instructions(), most = least;
  for (const Result* run : runs) {
    widths.insert(run->simulation->subgroup_width);
    schedules.insert(run->simulation->schedule);
    least = std::min(least, run->simulation->instructions());
    most = std::max(most, run->simulation->instructions());
  }
  std::string schedule =
      count_or_one(schedules.size(), "schedules", std::string(simulator::name_of(simulation.schedule)));
  if (runs.size() != widths.size() * schedules.size())
    schedule = fmt::format("{} of {} runs", runs.size(), num_runs);
  const bool is_copy = first.expectation == Expectation::copy;
  return {first.stage,
          is_copy ? "-" : std::string(name_of(first.request.kind)),
          reasons.verdict_cell(first.finding.verdict, reason_of(first)),
          count_or_one(widths.size(), "widths", std::to_string(simulation.subgroup_width)),
          schedule,
          most == 0       ? ""
          : least == most ? grouped(most)
                          : fmt::format("{}..{}", grouped(least), grouped(most))};
}

}  // namespace

void print_simulated(std::FILE* out, const Report& report) {
  Reasons reasons;
  TextTable table({"stage", "kind", "verdict", "subgroup", "schedule", "instructions"}, 3);
  bool any_ok = false;
  for (const Runs& stage : by_stage(report)) {
    for (const Runs& row : folded(stage)) {
      table.add(row_of(row, stage.size(), reasons), colour_of(row.front()->finding.verdict));
      any_ok = any_ok || row.front()->finding.verdict == Verdict::ok;
    }
  }
  table.print(out);
  fmt::print(out, "\n");
  reasons.print(out);
  if (any_ok)
    fmt::print(out, "  {}\n",
               wrapped("ok: the result is right, and no run of it raced, passed a bound, read what was never "
                       "written, parted at a barrier or waited in vain; instructions: of SPIR-V, by all "
                       "invocations",
                       2));
}

}  // namespace scan::harness
