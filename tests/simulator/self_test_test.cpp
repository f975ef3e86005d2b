// The doctor's self-tests on the simulator: right at every width, under every schedule, with nothing found. So the shader is
// right, and what a driver makes of it is the driver's.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "harness/self_test.hpp"

#include <algorithm>

#include "catch.hpp"
#include "harness/array_test.hpp"
#include "simulator/device.hpp"

namespace scan::test {
namespace {

using harness::LaneReduction;
using harness::SelfTestDispatch;
using harness::SelfTestShape;

simulator::Buffer filled_buffer(const simulator::Device& device, const std::vector<std::uint32_t>& words) {
  simulator::Buffer buffer(device, std::as_bytes(std::span(words)).size());
  simulator::upload(buffer.range(), std::as_bytes(std::span(words)));
  return buffer;
}

std::vector<std::uint32_t> run(simulator::Device& device, const simulator::Kernel& kernel,
                               const SelfTestDispatch& dispatch) {
  const simulator::Buffer items_in = filled_buffer(device, dispatch.items_in);
  const simulator::Buffer items_out = filled_buffer(device, dispatch.items_out);
  const simulator::Buffer tile_states = filled_buffer(device, dispatch.tile_states);
  simulator::Commands(device).dispatch(kernel,
                                       {{BINDING_ITEMS_IN, items_in.range()},
                                        {BINDING_ITEMS_OUT, items_out.range()},
                                        {BINDING_TILE_PREFIXES, tile_states.range()}},
                                       dispatch.parameters, {.x = dispatch.parameters.num_tiles});
  std::vector<std::uint32_t> words(dispatch.items_out.size());
  simulator::download(items_out.range(), std::as_writable_bytes(std::span(words)));
  return words;
}

void require_right(const SelfTestShape& shape, LaneReduction reduction,
                   const simulator::DeviceOptions& options) {
  simulator::Device device(options);
  const std::uint32_t lanes = device.limits().subgroup_size;
  const simulator::Kernel kernel(device, harness::self_test_kernel(shape, reduction));
  for (const std::uint32_t num_items : harness::self_test_sizes(shape, lanes)) {
    CAPTURE(lanes, num_items, shape.num_vectors, shape.or_by_bits, reduction == LaneReduction::subgroup_add);
    const auto items_out = run(device, kernel, harness::self_test_dispatch(shape, num_items, lanes));
    REQUIRE_FALSE(harness::self_test_mismatch(items_out, num_items, lanes));
    REQUIRE(device.findings().empty());
  }
}

}  // namespace

TEST_CASE("the doctor's self-test is right at every width and under every schedule") {
  for (const std::uint32_t width : {1, 2, 4, 8, 16, 32, 64, 128}) {
    for (const simulator::Schedule schedule : simulator::kSchedules) {
      const simulator::DeviceOptions options{.settings = {.subgroup_width = width, .schedule = schedule},
                                             .count = false};
      for (const bool or_by_bits : {false, true}) {
        const std::uint32_t two_subgroups = std::max(64u, 2 * width);  // of which the last one looks back
        const SelfTestShape shape{.workgroup_size = two_subgroups, .or_by_bits = or_by_bits};
        require_right(shape, LaneReduction::subgroup_add, options);
        require_right(shape, LaneReduction::scan, options);
      }
    }
  }
}

TEST_CASE("every shape of the doctor's self-test is right in both texts of the shader") {
  for (const simulator::Flavour flavour : {simulator::Flavour::vulkan, simulator::Flavour::opengl}) {
    const simulator::DeviceOptions options{.flavour = flavour, .count = false};
    const DeviceLimits limits = simulator::limits_of(options.settings);
    for (const SelfTestShape& shape : harness::self_test_shapes(limits)) {
      require_right(shape, LaneReduction::subgroup_add, options);
      require_right(shape, LaneReduction::scan, options);
    }
  }
}

TEST_CASE("the doctor's test of arrays is right in both texts of the shader") {
  for (const simulator::Flavour flavour : {simulator::Flavour::vulkan, simulator::Flavour::opengl}) {
    simulator::Device device({.flavour = flavour, .count = false});
    const harness::ArrayTestReport report =
        harness::run_array_test(device.limits(), [&](const shader::Kernel& kernel) -> harness::RunSelfTest {
          return [&device, ready = simulator::Kernel(device, kernel)](const SelfTestDispatch& dispatch) {
            return run(device, ready, dispatch);
          };
        });
    REQUIRE_THAT(harness::describe(report), contains("right with an index known only at run time"));
    REQUIRE(device.findings().empty());
  }
}

}  // namespace scan::test
