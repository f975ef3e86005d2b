// A small compute shader in SPIR-V's assembly language, with gaps for what a test is about.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <spirv-tools/libspirv.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "scan/errors.hpp"

namespace scan::test {

/// Everything from the types on stands in line 7 of kernel.comp.
struct Assembly {
  std::string capabilities;
  std::string memory_model = "Logical GLSL450";
  std::string modes = "OpExecutionMode %main LocalSize 8 1 1\n";
  std::string decorations;
  std::string globals;  // after %void, %bool, %uint, %one, %five and their pointers
  std::string body = "OpReturn\n";
  std::string functions;

  /// Throws Error for text that is no assembly.
  std::vector<std::uint32_t> words() const {
    const std::string text =
        "OpCapability Shader\n" + capabilities + "%glsl = OpExtInstImport \"GLSL.std.450\"\nOpMemoryModel " +
        memory_model + "\nOpEntryPoint GLCompute %main \"main\"\n" + modes +
        "%file = OpString \"kernel.comp\"\nOpSource GLSL 450 %file\nOpName %main \"main\"\n" + decorations +
        "OpLine %file 7 0\n%void = OpTypeVoid\n%main_type = OpTypeFunction %void\n%bool = OpTypeBool\n"
        "%uint = OpTypeInt 32 0\n%one = OpConstant %uint 1\n%five = OpConstant %uint 5\n" +
        globals + "%main = OpFunction %void None %main_type\n%start = OpLabel\nOpLine %file 7 0\n" + body +
        "OpFunctionEnd\n" + functions;
    std::string reason;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1_SPIRV_1_4);
    tools.SetMessageConsumer(
        [&](spv_message_level_t, const char*, const spv_position_t& position, const char* message) {
          reason = std::to_string(position.line) + ": " + message;
        });
    std::vector<std::uint32_t> binary;
    if (!tools.Assemble(text, &binary)) throw Error("no assembly: line " + reason);
    return binary;
  }
};

}  // namespace scan::test
