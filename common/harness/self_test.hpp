// A self-test of the doctor: does the driver compile an integer subgroup reduction in a branch rightly? docs/driver-faults.md has
// the story, shaders/doctor/reduce_in_branch.comp a shape in which one does not. And how such a test runs on a device, which
// array_test.hpp needs, too.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/unique_function.hpp"
#include "opengl/context.hpp"
#include "scan/limits.hpp"
#include "shader/interface.hpp"
#include "shader/kernel.hpp"
#include "vulkan/device.hpp"

namespace scan::harness {

/// subgroup_add is what a driver may compile wrongly; scan, a scan and its last lane, is the control.
enum class LaneReduction { subgroup_add, scan };

/// One way to compile the shader.
struct SelfTestShape {
  std::uint32_t workgroup_size = 64;
  std::uint32_t num_vectors = 8;  // of 4 items, an invocation: 7, 8 or 12
  bool or_by_bits = false;        // the or at the end of the look-back's loop: a branch, or one operation

  std::uint32_t tile_items() const { return 4 * workgroup_size * num_vectors; }
};

/// Those that the limits allow; the one that is known to show the fault comes first.
std::vector<SelfTestShape> self_test_shapes(const DeviceLimits& limits);
shader::Kernel self_test_kernel(const SelfTestShape& shape, LaneReduction reduction);

/// Full and partial tiles: every border at which the guards of the last subgroup differ, for that one reduces, and sizes that
/// are no multiple of anything.
std::vector<std::uint32_t> self_test_sizes(const SelfTestShape& shape, std::uint32_t subgroup_size);

/// One dispatch of a kernel: what its buffers hold before it, one workgroup a tile.
struct SelfTestDispatch {
  shader::Parameters parameters{};
  std::vector<std::uint32_t> items_in;
  std::vector<std::uint32_t> items_out;    // sentinels, for more than the items
  std::vector<std::uint32_t> tile_states;  // or what else the shader is told, at BINDING_TILE_PREFIXES
};
/// Its items are whole vectors, padded with zeros.
SelfTestDispatch self_test_dispatch(const SelfTestShape& shape, std::uint32_t num_items,
                                    std::uint32_t subgroup_size);

/// The first element that is not as the closed form says. Values are those of the lanes' aggregate, which every item had added.
struct SelfTestMismatch {
  std::uint32_t index = 0;
  std::uint32_t expected = 0;
  std::uint32_t got = 0;
  std::uint32_t count = 0;  // elements that differ
};
/// Looks at every element of items_out after the dispatch, and at the sentinels behind them.
std::optional<SelfTestMismatch> self_test_mismatch(std::span<const std::uint32_t> items_out,
                                                   std::uint32_t num_items, std::uint32_t subgroup_size);

/// A dispatch with a wrong result.
struct SelfTestFault {
  SelfTestShape shape;
  LaneReduction reduction = LaneReduction::subgroup_add;
  std::uint32_t num_items = 0;
  SelfTestMismatch mismatch;
};

struct SelfTestReport {
  std::string not_run;         // why; else empty
  std::uint32_t num_runs = 0;  // of each reduction
  std::vector<SelfTestFault> faults;
};

/// Runs one dispatch and returns items_out.
using RunSelfTest = UniqueFunction<std::vector<std::uint32_t>(const SelfTestDispatch&)>;
/// Makes a kernel ready for a device. Throws Error, Unavailable where the device lacks something.
using BuildSelfTest = UniqueFunction<RunSelfTest(const shader::Kernel&)>;

/// All shapes, both reductions, all sizes. Never throws Error: what stands in the way is the report's reason.
SelfTestReport run_self_test(const DeviceLimits& limits, const BuildSelfTest& build);

/// The two machines that the doctor has. Both outlive what they return.
BuildSelfTest self_test_on(const vulkan::Device& device);
BuildSelfTest self_test_on(const opengl::Context& context);

/// For the doctor's list: "right …", "WRONG: …" or "not run: …".
std::string describe(const SelfTestReport& report);

/// The same for any self-test: `wrong` is what its faults come to, or empty where there are none; `not_run` is its report's.
std::string self_test_verdict(const std::string& wrong, const std::string& not_run, const std::string& right);

}  // namespace scan::harness
