// Runs the self-test over all shapes and sizes, and puts what came out into words.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/self_test.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

void run_shape(const SelfTestShape& shape, const DeviceLimits& limits, const BuildSelfTest& build,
               SelfTestReport& report) {
  const std::array reductions{LaneReduction::subgroup_add, LaneReduction::scan};
  for (const LaneReduction reduction : reductions) {
    const RunSelfTest run = build(self_test_kernel(shape, reduction));
    for (const std::uint32_t num_items : self_test_sizes(shape, limits.subgroup_size)) {
      const auto items_out = run(self_test_dispatch(shape, num_items, limits.subgroup_size));
      report.num_runs += reduction == LaneReduction::subgroup_add;
      if (const auto mismatch = self_test_mismatch(items_out, num_items, limits.subgroup_size))
        report.faults.push_back({shape, reduction, num_items, *mismatch});
    }
  }
}

std::size_t faults_of(const SelfTestReport& report, LaneReduction reduction) {
  return static_cast<std::size_t>(std::ranges::count(report.faults, reduction, &SelfTestFault::reduction));
}

/// The first wrong run in words.
std::string describe(const SelfTestFault& fault) {
  return fmt::format(
      "items {}, workgroup {}, {} vectors an invocation{}: got {:#x} in {} elements, expected {:#x}",
      fault.num_items, fault.shape.workgroup_size, fault.shape.num_vectors,
      fault.shape.or_by_bits ? ", an or by bits" : "", fault.mismatch.got, fault.mismatch.count,
      fault.mismatch.expected);
}

/// Faults of subgroupAdd() where every tile was full: there every guard of the shader holds.
std::size_t faults_of_full_tiles(const SelfTestReport& report) {
  return static_cast<std::size_t>(std::ranges::count_if(report.faults, [](const SelfTestFault& fault) {
    return fault.reduction == LaneReduction::subgroup_add && fault.num_items % fault.shape.tile_items() == 0;
  }));
}

/// What the faults come to: a control that is wrong weighs more. Empty where there are none.
std::string faults_in_words(const SelfTestReport& report) {
  const std::size_t num_wrong = faults_of(report, LaneReduction::subgroup_add);
  const std::size_t num_wrong_controls = faults_of(report, LaneReduction::scan);
  if (num_wrong_controls > 0) {
    const auto control = std::ranges::find(report.faults, LaneReduction::scan, &SelfTestFault::reduction);
    return fmt::format(
        "subgroup scans come out wrong in {} of {} runs ({}), which no chapter steers around; "
        "subgroupAdd() was wrong in {}",
        num_wrong_controls, report.num_runs, describe(*control), num_wrong);
  }
  if (num_wrong == 0) return "";
  return fmt::format(
      "integer subgroup reductions in a branch come out wrong in {} of {} runs, {} of them of full "
      "tiles alone ({}), and a scan with its last lane comes out right: chapters steer around it",
      num_wrong, report.num_runs, faults_of_full_tiles(report), describe(report.faults.front()));
}

}  // namespace

SelfTestReport run_self_test(const DeviceLimits& limits, const BuildSelfTest& build) {
  SelfTestReport report;
  if (!limits.subgroup_arithmetic) {
    report.not_run = "there are no subgroup operations here";
    return report;
  }
  const std::vector<SelfTestShape> shapes = self_test_shapes(limits);
  if (shapes.empty()) {
    report.not_run =
        fmt::format("no workgroup of the test is a multiple of {} lanes and has at most {} invocations",
                    limits.subgroup_size, limits.max_invocations);
    return report;
  }
  try {
    for (const SelfTestShape& shape : shapes) run_shape(shape, limits, build, report);
  } catch (const Error& error) {
    report.not_run = error.what();
  }
  return report;
}

std::string describe(const SelfTestReport& report) {
  return self_test_verdict(
      faults_in_words(report), report.not_run,
      fmt::format("right in a branch: {} runs, full and partial tiles, every element checked",
                  report.num_runs));
}

std::string self_test_verdict(const std::string& wrong, const std::string& not_run,
                              const std::string& right) {
  if (!wrong.empty()) {
    return fmt::format("WRONG: {}; see docs/driver-faults.md{}", wrong,
                       not_run.empty() ? "" : fmt::format("; not run to its end: {}", not_run));
  }
  return not_run.empty() ? right : fmt::format("not run: {}", not_run);
}

}  // namespace scan::harness
