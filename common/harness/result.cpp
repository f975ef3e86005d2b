// Statistics of the times, throughput, and what the results mean for the exit code.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/result.hpp"

#include <algorithm>

#include "harness/report.hpp"

namespace scan::harness {

Statistics statistics_of(std::vector<double> milliseconds) {
  std::sort(milliseconds.begin(), milliseconds.end());
  const std::size_t middle = milliseconds.size() / 2;
  const bool even = milliseconds.size() % 2 == 0;
  const double median = even ? (milliseconds[middle - 1] + milliseconds[middle]) / 2 : milliseconds[middle];
  return {median, milliseconds.front(), milliseconds.back(), milliseconds.size()};
}

std::optional<double> gigabytes_per_second(std::uint64_t bytes, double milliseconds) {
  if (!(milliseconds > 0)) return {};
  return static_cast<double>(bytes) / milliseconds / 1e6;
}

std::uint64_t Simulation::instructions() const {
  std::uint64_t sum = 0;
  for (const simulator::DispatchCounters& dispatch : dispatches) sum += dispatch.total.instructions;
  return sum;
}

int exit_code(const Report& report) {
  constexpr int kRight = 0, kWrong = 1, kNothingRan = 77;
  bool any_is_right = false;
  for (const Result& result : report.results) {
    if (result.finding.verdict == Verdict::skipped) continue;
    if (result.finding.verdict != Verdict::ok) return kWrong;
    any_is_right = true;
  }
  return any_is_right ? kRight : kNothingRan;
}

}  // namespace scan::harness
