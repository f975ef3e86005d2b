// The instructions of GLSL.std.450: most work by component; those that do not are put together from those that do.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include <glslang/SPIRV/GLSL.std.450.h>

#include <fmt/format.h>

#include "simulator/lowering/lowering.hpp"

namespace scan::simulator {

bool Lowering::lower_extended(Call& call, const Instruction& instruction) {
  if (instruction.opcode != spv::OpExtInst) return false;
  if (instruction.operands[0] != module_.glsl_set || module_.glsl_set == 0) return true;  // debugging only
  const std::uint32_t number = instruction.operands[1];
  const std::span<const Id> operands = instruction.operands.subspan(2);
  if (!operands.empty() && is_numeric(instruction.type) && has_value(call, operands[0])) {
    const std::uint32_t width = width_of(value(call, operands[0]).type);
    if (const auto operation = extended_operation(number, width)) {
      componentwise(call, instruction, spv::OpExtInst, width, *operation, operands);
      return true;
    }
  }
  throw not_simulated(module_.places[instruction.place], fmt::format("OpExtInst {} of GLSL.std.450", number));
}

}  // namespace scan::simulator
