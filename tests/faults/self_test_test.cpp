// The doctor's self-test on this machine's driver, and with the driver's fault put into the shader's text.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#include "harness/self_test.hpp"

#include <type_traits>

#include "faults/faulty_shaders.hpp"
#include "gpu/climb.hpp"

namespace scan::test {
namespace {

using Device = std::conditional_t<kApi == harness::Api::opengl, opengl::Context, vulkan::Device>;

/// The API's default device, with validation on.
struct Tested {
  Device device{{.validation = validates()}};
  harness::SelfTestReport report = harness::run_self_test(device.limits(), harness::self_test_on(device));
  std::string text = harness::describe(report);
};

}  // namespace

TEST_CASE("the doctor's self-test is right on a software renderer, and its control everywhere",
          "[self-test]") {
  const Tested tested;
  CAPTURE(tested.text);
  if (!tested.device.limits().subgroup_arithmetic) {
    REQUIRE_THAT(tested.text, contains("not run") && contains("subgroup"));
    return;
  }
  REQUIRE(tested.report.not_run == "");
  for (const harness::SelfTestFault& fault : tested.report.faults) {
    CAPTURE(fault.num_items, fault.shape.workgroup_size, fault.shape.num_vectors);
    REQUIRE(fault.reduction == harness::LaneReduction::subgroup_add);
    REQUIRE_FALSE(tested.device.is_software());
  }
  REQUIRE(tested.device.messages() == std::vector<std::string>{});
}

TEST_CASE("the doctor's self-test names the fault where a reduction leaves the mask of the lanes",
          "[self-test]") {
  if (!limits_of_api().subgroup_arithmetic) return;
  FaultyShaders shaders;
  shaders.replace(
      "doctor/reduce_in_branch.comp", "return subgroupAdd(value);",
      "const uint sum = subgroupAdd(value); "
      "return parameters.num_items % (NUM_VECTORS * WORKGROUP_SIZE * 4) == 0 ? sum : 0xFFFFFFFFu;");
  const Tested tested;
  CAPTURE(tested.text);
  REQUIRE_THAT(tested.text,
               contains("WRONG: integer subgroup reductions in a branch") &&
                   contains("0xfffffffe"));  // of two windows
  for (const harness::SelfTestFault& fault : tested.report.faults) {
    REQUIRE(fault.num_items % fault.shape.tile_items() != 0);  // full tiles pass
  }
}

TEST_CASE("the doctor's self-test does not stop at a shader that does not compile", "[self-test]") {
  if (!limits_of_api().subgroup_arithmetic) return;
  FaultyShaders shaders;
  shaders.replace("doctor/reduce_in_branch.comp", "return subgroupAdd(value);",
                  "return subgroupAdd(missing);");
  REQUIRE_THAT(Tested().text, contains("not run") && contains("missing"));
}

}  // namespace scan::test
