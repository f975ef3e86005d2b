// The doctor's self-test on results made by hand: right ones, those of the driver's fault, and every other way to be wrong.
// Room: tests/unit, for common/harness.
// SPDX-License-Identifier: MIT
#include "harness/self_test.hpp"

#include <algorithm>

#include "catch.hpp"
#include "scan/errors.hpp"

namespace scan::test {
namespace {

using harness::BuildSelfTest;
using harness::LaneReduction;
using harness::RunSelfTest;
using harness::SelfTestDispatch;
using harness::SelfTestReport;
using harness::SelfTestShape;

constexpr std::uint32_t kLanes = 32;
constexpr std::uint32_t kAggregate = 528;         // 1 + 2 + … + 32
constexpr std::uint32_t kLaneMasks = 0xFFFFFFFE;  // 0xFFFFFFFF for each of two windows

const DeviceLimits kLimits{.max_invocations = 1024, .subgroup_size = kLanes, .subgroup_arithmetic = true};

/// What the shader does, on the host: every item and an aggregate that the caller chooses.
std::vector<std::uint32_t> stored(const SelfTestDispatch& dispatch, std::uint32_t aggregate) {
  std::vector<std::uint32_t> items_out = dispatch.items_out;
  std::ranges::transform(dispatch.items_in, items_out.begin(),
                         [&](std::uint32_t item) { return item + aggregate; });
  return items_out;
}

bool has_macro(const shader::Kernel& kernel, const std::string& name) {
  return std::ranges::any_of(kernel.macros, [&](const shader::Macro& macro) { return macro.name == name; });
}

std::uint32_t tile_items_of(const shader::Kernel& kernel) {
  return 4 * kernel.constants.front().value *
         static_cast<std::uint32_t>(std::stoul(kernel.macros.front().value));
}

/// A driver with the fault: the mask of the lanes in place of each window's sum, where the tile is not full.
RunSelfTest build_faulty(const shader::Kernel& kernel) {
  const bool is_control = has_macro(kernel, "REDUCE_BY_SCAN");
  return [is_control, tile_items = tile_items_of(kernel)](const SelfTestDispatch& dispatch) {
    const bool is_full = dispatch.parameters.num_items % tile_items == 0;
    return stored(dispatch, is_control || is_full ? kAggregate : kLaneMasks);
  };
}

RunSelfTest build_right(const shader::Kernel& /*kernel*/) {
  return [](const SelfTestDispatch& dispatch) {
    return stored(dispatch, kAggregate);
  };
}

}  // namespace

TEST_CASE("the self-test calls a right device right") {
  const SelfTestReport report = harness::run_self_test(kLimits, build_right);
  REQUIRE(report.not_run == "");
  REQUIRE(report.faults.empty());
  REQUIRE(report.num_runs > 0);
  REQUIRE_THAT(harness::describe(report), contains("right") && contains(std::to_string(report.num_runs)));
}

TEST_CASE("the self-test names the driver's fault, and that a scan's last lane is right") {
  const SelfTestReport report = harness::run_self_test(kLimits, build_faulty);
  REQUIRE_FALSE(report.faults.empty());
  for (const harness::SelfTestFault& fault : report.faults) {
    REQUIRE(fault.reduction == LaneReduction::subgroup_add);
    REQUIRE(fault.num_items % fault.shape.tile_items() != 0);  // full tiles pass
    REQUIRE(fault.mismatch.got == kLaneMasks);
    REQUIRE(fault.mismatch.expected == kAggregate);
  }
  REQUIRE_THAT(harness::describe(report),
               contains("WRONG: integer subgroup reductions in a branch") && contains("0xfffffffe") &&
                   contains(", 0 of them of full tiles alone (") && contains("chapters steer around it") &&
                   contains("docs/driver-faults.md"));
}

TEST_CASE("the self-test counts the wrong runs whose tiles are all full") {
  const SelfTestReport report =
      harness::run_self_test(kLimits, [](const shader::Kernel& kernel) -> RunSelfTest {
        return [is_control = has_macro(kernel, "REDUCE_BY_SCAN")](const SelfTestDispatch& dispatch) {
          return stored(dispatch, is_control ? kAggregate : kLaneMasks);
        };
      });
  const std::size_t num_shapes = harness::self_test_shapes(kLimits).size();
  const std::size_t num_full = 2 * num_shapes;  // one full tile, and two
  REQUIRE_THAT(harness::describe(report),
               contains(", " + std::to_string(num_full) + " of them of full tiles alone ("));
}

TEST_CASE("the self-test does not blame reductions where the control is wrong too") {
  const SelfTestReport report = harness::run_self_test(kLimits, [](const shader::Kernel&) -> RunSelfTest {
    return [](const SelfTestDispatch& dispatch) {
      return stored(dispatch, kAggregate + 1);
    };
  });
  REQUIRE_THAT(harness::describe(report),
               contains("WRONG: subgroup scans") && !contains("chapters steer around it"));
}

TEST_CASE("the self-test sees one wrong element wherever it is") {
  const SelfTestShape shape;
  const std::uint32_t num_items = 997;
  const SelfTestDispatch dispatch = harness::self_test_dispatch(shape, num_items, kLanes);
  const std::vector<std::uint32_t> right = stored(dispatch, kAggregate);
  REQUIRE_FALSE(harness::self_test_mismatch(right, num_items, kLanes));
  for (std::uint32_t index = 0; index < right.size(); ++index) {
    std::vector<std::uint32_t> items_out = right;
    items_out[index] += 1;
    const auto mismatch = harness::self_test_mismatch(items_out, num_items, kLanes);
    REQUIRE(mismatch);
    REQUIRE(mismatch->index == index);
    REQUIRE(mismatch->count == 1);
  }
}

TEST_CASE("the self-test sees items that were never stored, and stores behind the items") {
  const SelfTestDispatch dispatch = harness::self_test_dispatch({}, 100, kLanes);
  REQUIRE(harness::self_test_mismatch(dispatch.items_out, 100, kLanes)->count == 100);
  std::vector<std::uint32_t> beyond = stored(dispatch, kAggregate);
  beyond[100] = 7;
  REQUIRE(harness::self_test_mismatch(beyond, 100, kLanes)->index == 100);
}

TEST_CASE("the self-test has full tiles, and sizes that are no multiple of 4, 128 or the tile") {
  for (const std::uint32_t lanes : {4u, 8u, 32u, 64u}) {
    for (const SelfTestShape& shape :
         harness::self_test_shapes({.max_invocations = 1024, .subgroup_size = lanes})) {
      const auto sizes = harness::self_test_sizes(shape, lanes);
      const auto num_whole = [&](std::uint32_t of) {
        return std::ranges::count_if(sizes, [&](std::uint32_t size) { return size % of == 0; });
      };
      for (const std::uint32_t of : {4u, 128u, shape.tile_items()}) {
        REQUIRE(num_whole(of) > 0);
        REQUIRE(num_whole(of) < static_cast<std::ptrdiff_t>(sizes.size()));
      }
      REQUIRE(std::ranges::find(sizes, 0u) == sizes.end());
    }
  }
}

TEST_CASE("the self-test says why it was not run, and does not throw") {
  bool was_built = false;
  const BuildSelfTest build = [&](const shader::Kernel&) -> RunSelfTest {
    was_built = true;
    throw Unavailable("no such thing here");
  };
  SECTION("without subgroups") {
    REQUIRE_THAT(harness::describe(harness::run_self_test({}, build)),
                 contains("not run") && contains("subgroup"));
    REQUIRE_FALSE(was_built);
  }
  SECTION("with subgroups wider than every workgroup") {
    const DeviceLimits limits{.max_invocations = 32, .subgroup_size = 32, .subgroup_arithmetic = true};
    REQUIRE_THAT(harness::describe(harness::run_self_test(limits, build)),
                 contains("not run") && contains("32"));
    REQUIRE_FALSE(was_built);
  }
  SECTION("where a kernel cannot be built") {
    REQUIRE_THAT(harness::describe(harness::run_self_test(kLimits, build)),
                 contains("not run: no such thing here"));
  }
}

TEST_CASE("a fault that was seen is named although the self-test did not come to its end") {
  int num_built = 0;
  const SelfTestReport report =
      harness::run_self_test(kLimits, [&](const shader::Kernel& kernel) -> RunSelfTest {
        if (++num_built > 2) throw Unavailable("no more memory");
        return build_faulty(kernel);
      });
  REQUIRE_THAT(harness::describe(report), contains("WRONG: integer subgroup reductions") &&
                                              contains("not run to its end: no more memory"));
}

}  // namespace scan::test
