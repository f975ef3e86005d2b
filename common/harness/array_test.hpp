// A self-test of the doctor: does an array of 64-bit numbers keep them whole where its index is known only at run time?
// docs/driver-faults.md has the story; the shader is shaders/doctor/index_at_run_time.comp.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/self_test.hpp"
#include "scan/limits.hpp"
#include "shader/kernel.hpp"

namespace scan::harness {

/// Numbers of 64 bits are what a driver may compile wrongly; their halves, two of 32 bits for each, are the control.
enum class HeldAs { numbers, halves };

/// How many numbers the array of an invocation has.
inline constexpr std::uint32_t kArraySizes[] = {2, 8, 33, 64};

shader::Kernel array_test_kernel(std::uint32_t num_held, HeldAs held_as);

/// One dispatch, of one workgroup; its items are the halves of the numbers, the lower one first, and its state is the shift.
/// 0 <= shift < num_held.
SelfTestDispatch array_test_dispatch(std::uint32_t num_held, std::uint32_t shift);

/// The first number that is not the one `shift` places further on in the array of its invocation.
struct ArrayMismatch {
  std::uint32_t index = 0;
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
  std::uint32_t count = 0;  // numbers that differ
};
/// Looks at every number of items_out after the dispatch, and at the sentinels behind them.
std::optional<ArrayMismatch> array_test_mismatch(std::span<const std::uint32_t> items_out,
                                                 std::uint32_t num_held, std::uint32_t shift);

/// A dispatch with a wrong result.
struct ArrayFault {
  std::uint32_t num_held = 0;
  HeldAs held_as = HeldAs::numbers;
  std::uint32_t shift = 0;
  ArrayMismatch mismatch;
};

struct ArrayTestReport {
  std::string not_run;         // why; else empty
  std::uint32_t num_runs = 0;  // of each way to hold them
  std::vector<ArrayFault> faults;
};

/// All sizes, both ways, several shifts. Never throws Error: what stands in the way is the report's reason.
ArrayTestReport run_array_test(const DeviceLimits& limits, const BuildSelfTest& build);

/// For the doctor's list: "right …", "WRONG: …" or "not run: …".
std::string describe(const ArrayTestReport& report);

}  // namespace scan::harness
