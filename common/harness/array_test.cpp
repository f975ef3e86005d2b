// The array test's kernels and numbers, its runs, and what came out in words.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/array_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "scan/errors.hpp"

namespace scan::harness {

namespace {

constexpr std::uint32_t kWorkgroupSize = 64;
constexpr std::uint64_t kSentinel = 0xDEADBEEFDEADBEEF;
constexpr std::uint32_t kSentinelsBehind = 16;

/// No two neighbours alike, and both halves different from 0.
std::uint64_t number_at(std::uint32_t index) {
  return (index + 1) * 0x9E3779B97F4A7C15;
}

void append(std::vector<std::uint32_t>& words, std::uint64_t number) {
  words.push_back(static_cast<std::uint32_t>(number));
  words.push_back(static_cast<std::uint32_t>(number >> 32));
}

std::uint64_t number_of(std::span<const std::uint32_t> words, std::uint32_t index) {
  return words[2 * index] | std::uint64_t{words[2 * index + 1]} << 32;
}

void run_size(std::uint32_t num_held, const BuildSelfTest& build, ArrayTestReport& report) {
  for (const HeldAs held_as : {HeldAs::numbers, HeldAs::halves}) {
    const RunSelfTest run = build(array_test_kernel(num_held, held_as));
    for (const std::uint32_t shift : {0u, 1u, num_held - 1}) {
      const auto items_out = run(array_test_dispatch(num_held, shift));
      report.num_runs += held_as == HeldAs::numbers;
      if (const auto mismatch = array_test_mismatch(items_out, num_held, shift))
        report.faults.push_back({num_held, held_as, shift, *mismatch});
    }
  }
}

std::size_t faults_of(const ArrayTestReport& report, HeldAs held_as) {
  return static_cast<std::size_t>(std::ranges::count(report.faults, held_as, &ArrayFault::held_as));
}

/// The first wrong run in words.
std::string describe(const ArrayTestReport& report, HeldAs held_as) {
  const ArrayFault& fault = *std::ranges::find(report.faults, held_as, &ArrayFault::held_as);
  return fmt::format("an array of {}, shifted by {}: number {} is {:#x}, expected {:#x}; {} of {} differ",
                     fault.num_held, fault.shift, fault.mismatch.index, fault.mismatch.got,
                     fault.mismatch.expected, fault.mismatch.count, fault.num_held * kWorkgroupSize);
}

/// What the faults come to: a control that is wrong weighs more. Empty where there are none.
std::string faults_in_words(const ArrayTestReport& report) {
  const std::size_t num_wrong = faults_of(report, HeldAs::numbers);
  const std::size_t num_wrong_controls = faults_of(report, HeldAs::halves);
  if (num_wrong_controls > 0) {
    return fmt::format(
        "arrays with an index known only at run time come out wrong even with 32-bit numbers, in {} of {} "
        "runs ({}), which no chapter steers around; with 64-bit numbers in {}",
        num_wrong_controls, report.num_runs, describe(report, HeldAs::halves), num_wrong);
  }
  if (num_wrong == 0) return "";
  return fmt::format(
      "64-bit numbers in an array with an index known only at run time come out wrong in {} of {} runs "
      "({}), and their halves come out right: chapters steer around it",
      num_wrong, report.num_runs, describe(report, HeldAs::numbers));
}

}  // namespace

shader::Kernel array_test_kernel(std::uint32_t num_held, HeldAs held_as) {
  shader::Kernel kernel{
      .key = "doctor/index_at_run_time",
      .macros = shader::request_macros(ElementType::uint64, Operator::sum, /*in_place=*/false),
      .constants = {{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", kWorkgroupSize}},
  };
  kernel.macros.push_back({"NUM_HELD", std::to_string(num_held)});
  if (held_as == HeldAs::halves) kernel.macros.push_back({"HOLD_HALVES", "1"});
  return kernel;
}

SelfTestDispatch array_test_dispatch(std::uint32_t num_held, std::uint32_t shift) {
  const std::uint32_t num_items = kWorkgroupSize * num_held;
  SelfTestDispatch dispatch;
  dispatch.parameters.num_items = num_items;
  dispatch.parameters.num_tiles = 1;
  for (std::uint32_t index = 0; index < num_items; ++index) append(dispatch.items_in, number_at(index));
  for (std::uint32_t index = 0; index < num_items + kSentinelsBehind; ++index)
    append(dispatch.items_out, kSentinel);
  dispatch.tile_states = {shift};
  return dispatch;
}

std::optional<ArrayMismatch> array_test_mismatch(std::span<const std::uint32_t> items_out,
                                                 std::uint32_t num_held, std::uint32_t shift) {
  const std::uint32_t num_items = kWorkgroupSize * num_held;
  std::optional<ArrayMismatch> mismatch;
  for (std::uint32_t index = 0; index < items_out.size() / 2; ++index) {
    const std::uint32_t first = index / num_held * num_held;  // of the invocation
    const std::uint64_t expected =
        index < num_items ? number_at(first + (index - first + shift) % num_held) : kSentinel;
    const std::uint64_t got = number_of(items_out, index);
    if (got == expected) continue;
    if (!mismatch) mismatch = ArrayMismatch{index, expected, got, 0};
    ++mismatch->count;
  }
  return mismatch;
}

ArrayTestReport run_array_test(const DeviceLimits& limits, const BuildSelfTest& build) {
  ArrayTestReport report;
  if (!limits.int64) {
    report.not_run = "there are no 64-bit integers here";
    return report;
  }
  try {
    for (const std::uint32_t num_held : kArraySizes) run_size(num_held, build, report);
  } catch (const Error& error) {
    report.not_run = error.what();
  }
  return report;
}

std::string describe(const ArrayTestReport& report) {
  return self_test_verdict(
      faults_in_words(report), report.not_run,
      fmt::format("right with an index known only at run time: {} runs, every number checked",
                  report.num_runs));
}

}  // namespace scan::harness
