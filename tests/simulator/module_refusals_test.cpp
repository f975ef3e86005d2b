// What the simulator does not simulate is refused in one line, with its name and its place.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "catch.hpp"
#include "scan/errors.hpp"
#include "simulator/assembly.hpp"
#include "simulator/module/module.hpp"

namespace {

using namespace scan;
using test::Assembly;

std::string refusal_of_words(const std::vector<std::uint32_t>& words) {
  try {
    const simulator::Module module(words, {});
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "not refused";
}

std::string refusal(const Assembly& assembly) {
  return refusal_of_words(assembly.words());
}

}  // namespace

TEST_CASE("the shader that the refusals start from is not refused") {
  CHECK(refusal(Assembly{}) == "not refused");
}

TEST_CASE("words that are not SPIR-V are refused") {
  CHECK_THAT(refusal_of_words({}), test::contains("0 words is not SPIR-V"));
  CHECK_THAT(refusal_of_words({1, 2, 3, 4, 5}), test::contains("starts with 0x00000001 is not SPIR-V"));
  auto words = Assembly{}.words();
  words.pop_back();
  CHECK_THAT(refusal_of_words(words), test::contains("is not SPIR-V that"));
}

TEST_CASE("words in the other byte order are turned") {
  auto words = Assembly{}.words();
  for (std::uint32_t& word : words) word = __builtin_bswap32(word);
  CHECK(refusal_of_words(words) == "not refused");
}

TEST_CASE("capabilities and memory models beyond plain data are refused by name") {
  CHECK(refusal({.capabilities = "OpCapability Float16\n"}) ==
        "kernel.comp: the capability Float16 is not simulated");
  CHECK(refusal({.capabilities = "OpCapability ImageQuery\n"}) ==
        "kernel.comp: the capability ImageQuery is not simulated");
  CHECK(refusal(
            {.capabilities = "OpCapability VulkanMemoryModel\nOpExtension \"SPV_KHR_vulkan_memory_model\"\n",
             .memory_model = "Logical Vulkan"}) ==
        "kernel.comp: the capability VulkanMemoryModelKHR is not simulated");
}

TEST_CASE("types that are no plain data are refused by name and line") {
  CHECK(refusal({.globals = "%image = OpTypeSampler\n"}) == "kernel.comp:7: OpTypeSampler is not simulated");
  CHECK(refusal({.globals = "%float = OpTypeFloat 32\n%column = OpTypeVector %float 2\n"
                            "%matrix = OpTypeMatrix %column 2\n"}) ==
        "kernel.comp:7: OpTypeMatrix is not simulated");
}

TEST_CASE("arrays beyond all memory are refused, however they get long") {
  CHECK_THAT(refusal({.globals = "%many = OpConstant %uint 16777217\n%array = OpTypeArray %uint %many\n"}),
             test::contains("kernel.comp:7: an array of 16777217"));
  std::string globals = "%many = OpConstant %uint 65536\n%a0 = OpTypeArray %uint %many\n";
  globals += "%a1 = OpTypeArray %a0 %many\n";
  CHECK_THAT(refusal({.globals = globals}), test::contains("an array of 65536"));
}

TEST_CASE("types and calls that are nested without end are refused") {
  std::string types = "%t0 = OpTypeArray %uint %one\n", functions;
  for (int i = 1; i < 100; ++i)
    types += "%t" + std::to_string(i) + " = OpTypeArray %t" + std::to_string(i - 1) + " %one\n";
  CHECK_THAT(refusal({.globals = types}), test::contains("nested more than 64 deep"));

  const auto calling = [&](int callee) {
    return "%r" + std::to_string(callee) + " = OpFunctionCall %void %f" + std::to_string(callee) +
           "\nOpReturn\n";
  };
  for (int i = 0; i < 100; ++i) {
    functions += "%f" + std::to_string(i) + " = OpFunction %void None %main_type\n%l" + std::to_string(i) +
                 " = OpLabel\n" + (i < 99 ? calling(i + 1) : "OpReturn\n") + "OpFunctionEnd\n";
  }
  CHECK_THAT(refusal({.body = calling(0), .functions = functions}), test::contains("more than 64 deep"));
  const std::string itself =
      "%f0 = OpFunction %void None %main_type\n%l0 = OpLabel\n" + calling(0) + "OpFunctionEnd\n";
  CHECK_THAT(refusal({.functions = itself}), test::contains("calls itself"));
}

TEST_CASE("workgroups of none and of too many invocations are refused") {
  CHECK_THAT(refusal({.modes = "OpExecutionMode %main LocalSize 0 1 1\n"}),
             test::contains("kernel.comp: a workgroup of 0 × 1 × 1 invocations"));
  CHECK_THAT(refusal({.modes = "OpExecutionMode %main LocalSize 65536 65536 65536\n"}),
             test::contains("a workgroup of 65536 × 65536 × 65536"));
  CHECK_THAT(refusal({.modes = ""}), test::contains("is not SPIR-V that"));
}

TEST_CASE("instructions that are not simulated are refused by name and line") {
  CHECK(refusal({.body = "%copy = OpUndef %uint\n%count = OpBitCount %uint %one\nOpReturn\n"}) ==
        "not refused");
  CHECK(refusal({.globals = "%pointer = OpTypePointer Function %uint\n",
                 .body = "%from = OpVariable %pointer Function\n%to = OpVariable %pointer Function\n"
                         "OpCopyMemory %to %from\nOpReturn\n"}) ==
        "kernel.comp:7: OpCopyMemory is not simulated");
}

TEST_CASE("built-ins and storage of other stages are refused by name") {
  const std::string input = "%pointer = OpTypePointer Input %uint\n%built_in = OpVariable %pointer Input\n";
  CHECK(refusal({.decorations = "OpDecorate %built_in BuiltIn LocalInvocationIndex\n", .globals = input}) ==
        "not refused");
  CHECK(refusal({.capabilities = "OpCapability DeviceGroup\n",
                 .decorations = "OpDecorate %built_in BuiltIn DeviceIndex\n",
                 .globals = input}) == "kernel.comp: the capability DeviceGroup is not simulated");
}
