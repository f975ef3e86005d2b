// The doctor's test of arrays on results made by hand: right ones, those of the driver's fault, and other ways to be wrong.
// Room: tests/unit, for common/harness.
// SPDX-License-Identifier: MIT
#include "harness/array_test.hpp"

#include <algorithm>
#include <string>

#include "catch.hpp"
#include "scan/errors.hpp"

namespace scan::test {
namespace {

using harness::ArrayTestReport;
using harness::BuildSelfTest;
using harness::HeldAs;
using harness::RunSelfTest;
using harness::SelfTestDispatch;

const DeviceLimits kLimits{.int64 = true};

std::string value_of(const shader::Kernel& kernel, const std::string& name) {
  const auto macro = std::ranges::find(kernel.macros, name, &shader::Macro::name);
  return macro == kernel.macros.end() ? "" : macro->value;
}

/// What the shader does, on the host.
std::vector<std::uint32_t> stored(const SelfTestDispatch& dispatch, std::uint32_t num_held) {
  std::vector<std::uint32_t> items_out = dispatch.items_out;
  const std::uint32_t shift = dispatch.tile_states.front();
  for (std::uint32_t index = 0; index < dispatch.parameters.num_items; ++index) {
    const std::uint32_t first = index / num_held * num_held;
    const std::uint32_t from = first + (index - first + shift) % num_held;
    for (const std::uint32_t half : {0u, 1u})
      items_out[2 * index + half] = dispatch.items_in[2 * from + half];
  }
  return items_out;
}

std::uint32_t num_held_of(const shader::Kernel& kernel) {
  return static_cast<std::uint32_t>(std::stoul(value_of(kernel, "NUM_HELD")));
}

RunSelfTest build_right(const shader::Kernel& kernel) {
  return [num_held = num_held_of(kernel)](const SelfTestDispatch& dispatch) {
    return stored(dispatch, num_held);
  };
}

/// Without the upper halves of what is stored.
std::vector<std::uint32_t> without_upper_halves(std::vector<std::uint32_t> words, std::uint32_t num_items) {
  for (std::uint32_t index = 0; index < num_items; ++index) words[2 * index + 1] = 0;
  return words;
}

/// A driver with the fault.
RunSelfTest build_faulty(const shader::Kernel& kernel) {
  const bool is_control = !value_of(kernel, "HOLD_HALVES").empty();
  return [is_control, num_held = num_held_of(kernel)](const SelfTestDispatch& dispatch) {
    const auto right = stored(dispatch, num_held);
    return is_control ? right : without_upper_halves(right, dispatch.parameters.num_items);
  };
}

}  // namespace

TEST_CASE("the test of arrays calls a right device right") {
  const ArrayTestReport report = harness::run_array_test(kLimits, build_right);
  REQUIRE(report.not_run == "");
  REQUIRE(report.faults.empty());
  REQUIRE(report.num_runs == 3 * std::size(harness::kArraySizes));
  REQUIRE_THAT(harness::describe(report), contains("right") && contains(std::to_string(report.num_runs)));
}

TEST_CASE("the test of arrays names the driver's fault, and that the halves are right") {
  const ArrayTestReport report = harness::run_array_test(kLimits, build_faulty);
  REQUIRE(report.faults.size() == report.num_runs);
  for (const harness::ArrayFault& fault : report.faults) {
    REQUIRE(fault.held_as == HeldAs::numbers);
    REQUIRE(fault.mismatch.got == (fault.mismatch.expected & 0xFFFFFFFF));
    REQUIRE(fault.mismatch.count == 64 * fault.num_held);
  }
  REQUIRE_THAT(harness::describe(report),
               contains("WRONG: 64-bit numbers in an array") && contains("an array of 2, shifted by 0") &&
                   contains("chapters steer around it") && contains("docs/driver-faults.md"));
}

TEST_CASE("the test of arrays does not blame 64-bit numbers where the control is wrong too") {
  const ArrayTestReport report =
      harness::run_array_test(kLimits, [](const shader::Kernel& kernel) -> RunSelfTest {
        return [num_held = num_held_of(kernel)](const SelfTestDispatch& dispatch) {
          return without_upper_halves(stored(dispatch, num_held), dispatch.parameters.num_items);
        };
      });
  REQUIRE_THAT(harness::describe(report),
               contains("even with 32-bit numbers") && !contains("chapters steer around it"));
}

TEST_CASE("the test of arrays sees one wrong half wherever it is, and stores behind the items") {
  const std::uint32_t num_held = 8, shift = 7;
  const std::vector<std::uint32_t> right = stored(harness::array_test_dispatch(num_held, shift), num_held);
  REQUIRE_FALSE(harness::array_test_mismatch(right, num_held, shift));
  REQUIRE(right.size() > 2 * 64 * num_held);
  for (std::uint32_t word = 0; word < right.size(); ++word) {
    std::vector<std::uint32_t> items_out = right;
    items_out[word] += 1;
    const auto mismatch = harness::array_test_mismatch(items_out, num_held, shift);
    REQUIRE(mismatch);
    REQUIRE(mismatch->index == word / 2);
    REQUIRE(mismatch->count == 1);
  }
}

TEST_CASE("the test of arrays sees numbers that were never stored, and another shift") {
  const SelfTestDispatch dispatch = harness::array_test_dispatch(8, 1);
  REQUIRE(harness::array_test_mismatch(dispatch.items_out, 8, 1)->count == 64 * 8);
  REQUIRE(harness::array_test_mismatch(stored(dispatch, 8), 8, 0)->count == 64 * 8);
}

TEST_CASE("the test of arrays says why it was not run, and does not throw") {
  bool was_built = false;
  const BuildSelfTest build = [&](const shader::Kernel&) -> RunSelfTest {
    was_built = true;
    throw Unavailable("no such thing here");
  };
  SECTION("without 64-bit integers") {
    REQUIRE_THAT(harness::describe(harness::run_array_test({}, build)),
                 contains("not run: there are no 64-bit"));
    REQUIRE_FALSE(was_built);
  }
  SECTION("where a kernel cannot be built") {
    REQUIRE_THAT(harness::describe(harness::run_array_test(kLimits, build)),
                 contains("not run: no such thing here"));
  }
  SECTION("after a fault, which is named") {
    int num_built = 0;
    const ArrayTestReport report = harness::run_array_test(kLimits, [&](const shader::Kernel& kernel) {
      if (++num_built > 2) throw Unavailable("no more memory");
      return build_faulty(kernel);
    });
    REQUIRE_THAT(harness::describe(report),
                 contains("WRONG: 64-bit numbers") && contains("not run to its end: no more memory"));
  }
}

}  // namespace scan::test
