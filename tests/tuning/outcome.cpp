// Tables and totals of the trials, for people.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#include "tuning/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/text.hpp"
#include "harness/text_table.hpp"
#include "tuning/best.hpp"

namespace scan::tuning {

namespace {

using harness::Colour;

std::string problem_text(const harness::Result& result) {
  return fmt::format("{}, {} {} items, {}{}", name_of(result.api), harness::grouped(result.request.num_items),
                     name_of(result.request.type), name_of(result.request.kind),
                     result.memory == opengl::Memory::sparse ? ", sparse memory" : "");
}

std::vector<std::string> row_of(const Trial& trial, harness::Reasons& reasons) {
  const harness::Result& result = trial.result;
  std::string median, spread, share;
  if (const auto& time = result.device_time) {
    median = harness::significant(time->median) + (result.wall_clock ? " *" : "");
    spread = fmt::format("{}..{}", harness::significant(time->min, 3), harness::significant(time->max, 3));
    if (result.share_of_copy) share = fmt::format("{:.3f}", *result.share_of_copy);
  }
  return {trial.combination.method_name(),
          reasons.verdict_cell(result.finding.verdict, result.finding.reason),
          fmt::format("{}", trial.combination.workgroup_size),
          fmt::format("{}", trial.combination.vectors),
          median,
          spread,
          share};
}

struct Count {
  std::size_t right = 0, wrong = 0, skipped = 0;
};

}  // namespace

void print_trials(std::FILE* out, std::span<const Trial> trials) {
  if (trials.empty()) return;
  fmt::print(out, "\n{}\n", problem_text(trials.front().result));
  harness::Reasons reasons;
  harness::TextTable table({"method", "verdict", "workgroup", "vectors", "ms", "min..max", "of copy"}, 2);
  for (const Trial& trial : trials)
    table.add(row_of(trial, reasons), harness::colour_of(trial.result.finding.verdict));
  table.print(out);
  fmt::print(out, "\n");
  reasons.print(out);
  std::fflush(out);
}

void print_best(std::FILE* out, const Trials& all) {
  fmt::print(out, "\nthe fastest of each method\n");
  for (const harness::DeviceInfo& device : all.devices) {
    fmt::print(out, "  {}: {}, {}{}\n", name_of(device.api), device.name, device.driver,
               device.software ? " (a software renderer: its times say nothing about a GPU)" : "");
  }
  std::string problem;
  for (const Best& best : best_of(all.trials)) {
    const harness::Result& result = best.trial.result;
    if (problem_text(result) != problem) {
      problem = problem_text(result);
      fmt::print(out, "  {}\n", problem);
    }
    fmt::print(out, "    {:<24} {{.workgroup_size = {}, .vectors = {}}},  // {} ms, {:.3f} of copy{}\n",
               best.trial.combination.method_name(), best.trial.combination.workgroup_size,
               best.trial.combination.vectors, harness::significant(result.device_time->median),
               result.share_of_copy.value_or(0), best.is_fastest_of_all ? "; the fastest of all" : "");
  }
  for (const std::string& note : all.notes) fmt::print(out, "  {}\n", harness::wrapped(note, 2));
}

void print_totals(std::FILE* out, const Trials& all) {
  std::map<harness::Api, Count> counts;
  harness::Reasons reasons;
  for (const Trial& trial : all.trials) {
    const harness::Result& result = trial.result;
    Count& count = counts[result.api];
    if (result.finding.verdict == Verdict::ok) {
      ++count.right;
      continue;
    }
    const bool is_skipped = result.finding.verdict == Verdict::skipped;
    ++(is_skipped ? count.skipped : count.wrong);
    if (is_skipped) {
      reasons.verdict_cell(result.finding.verdict, result.finding.reason);
    } else {
      fmt::print(out, "  {}, {}: {}: {}\n", trial.combination.name(), problem_text(result),
                 name_of(result.finding.verdict), result.finding.reason);
    }
  }
  fmt::print(out, "\n");
  reasons.print(out);
  for (const auto& [api, count] : counts) {
    fmt::print(out, "  {}: {} combinations x sizes x types: {} right, {} wrong, {} skipped\n", name_of(api),
               harness::grouped(count.right + count.wrong + count.skipped), harness::grouped(count.right),
               harness::grouped(count.wrong), harness::grouped(count.skipped));
  }
  std::fflush(out);
}

int exit_code(const Trials& all) {
  harness::Report report;
  for (const Trial& trial : all.trials) report.results.push_back(trial.result);
  return harness::exit_code(report);
}

}  // namespace scan::tuning
