// The doctor's self-tests on this machine's driver, and with the driver's fault put into the shader's text.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#include "harness/self_test.hpp"

#include <type_traits>

#include "faults/faulty_shaders.hpp"
#include "gpu/climb.hpp"
#include "harness/array_test.hpp"

namespace scan::test {
namespace {

using Device = std::conditional_t<kApi == harness::Api::opengl, opengl::Context, vulkan::Device>;

/// A self-test on the API's default device, with validation on.
template <auto run>
struct TestedBy {
  Device device{{.validation = validates()}};
  decltype(run({}, {})) report = run(device.limits(), harness::self_test_on(device));
  std::string text = harness::describe(report);
};
using Tested = TestedBy<harness::run_self_test>;
using TestedArrays = TestedBy<harness::run_array_test>;

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

TEST_CASE("the doctor's test of arrays is right on a software renderer, and its control everywhere",
          "[self-test]") {
  const TestedArrays tested;
  CAPTURE(tested.text);
  if (!tested.device.limits().int64) {
    REQUIRE_THAT(tested.text, contains("not run") && contains("64-bit"));
    return;
  }
  REQUIRE(tested.report.not_run == "");
  for (const harness::ArrayFault& fault : tested.report.faults) {
    CAPTURE(fault.num_held, fault.shift);
    REQUIRE(fault.held_as == harness::HeldAs::numbers);
    REQUIRE_FALSE(tested.device.is_software());
  }
  REQUIRE(tested.device.messages() == std::vector<std::string>{});
}

TEST_CASE("the doctor's test of arrays names the fault where the upper halves are lost", "[self-test]") {
  if (!limits_of_api().int64) return;
  FaultyShaders shaders;
  shaders.replace("doctor/index_at_run_time.comp", "Held held_of(Element item) { return item; }",
                  "Held held_of(Element item) { return Element(uint(item)); }");
  const TestedArrays tested;
  CAPTURE(tested.text);
  REQUIRE_THAT(tested.text,
               contains("WRONG: 64-bit numbers in an array") && contains("halves come out right"));
  REQUIRE(tested.report.faults.size() == tested.report.num_runs);
}

}  // namespace scan::test
