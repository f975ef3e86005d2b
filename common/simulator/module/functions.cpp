// Reads functions as blocks of instructions, and holds each instruction against what is simulated.
// Room: common/simulator/module. Source: the SPIR-V specification, 2.4 (layout) and 2.16 (recursion).
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "simulator/module/reader.hpp"

namespace scan::simulator {
namespace {

constexpr std::uint32_t kMaxCallDepth = 64;

}  // namespace

void ModuleReader::read_functions(std::span<const Instruction> instructions) {
  Function function;
  for (const Instruction& instruction : instructions) {
    if (instruction.opcode == spv::OpFunction) {
      std::string mangled = name(instruction.result);
      function = {.id = instruction.result,
                  .return_type = instruction.type,
                  .name = mangled.substr(0, mangled.find('('))};
    } else if (instruction.opcode == spv::OpFunctionParameter) {
      function.parameters.emplace_back(instruction.result, instruction.type);
    } else if (instruction.opcode == spv::OpLabel) {
      function.blocks.push_back({.label = instruction.result});
    } else if (instruction.opcode == spv::OpFunctionEnd) {
      if (function.blocks.empty()) throw refused(instruction, "a function without a body");
      module_.functions[function.id] = std::move(function);
    } else {
      read_in_function(function, instruction);
    }
  }
  std::unordered_map<Id, std::uint32_t> known;
  for (const auto& [caller, calls] : calls_) {
    for (const Instruction& call : calls) check_call(call);
    call_depth(caller, 0, known);
  }
}

void ModuleReader::read_in_function(Function& function, const Instruction& instruction) {
  const auto operands = instruction.operands;
  if (instruction.opcode == spv::OpUndef) return read_constant(instruction);
  if (instruction.opcode == spv::OpExtInst) {
    if (sets_without_effect_.contains(operands[0])) return;
    if (operands[0] != module_.glsl_set) throw refused(instruction);
  }
  if (!is_simulated(instruction.opcode) || function.blocks.empty()) throw refused(instruction);
  if (instruction.type != 0) count_private(instruction, type(instruction.type));
  if (instruction.opcode == spv::OpVariable) {
    const Type& pointer = type(instruction.type);
    if (pointer.kind != TypeKind::pointer || pointer.storage != spv::StorageClassFunction ||
        type(pointer.element).num_scalars == 0) {
      throw refused(instruction);
    }
    count_private(instruction, type(pointer.element));
    if (operands.size() > 1 &&
        constant(instruction, operands[1]).scalars.size() != type(pointer.element).num_scalars) {
      throw refused(instruction);
    }
  }
  if (instruction.opcode == spv::OpFunctionCall) calls_[function.id].push_back(instruction);
  function.blocks.back().instructions.push_back(instruction);
}

void ModuleReader::count_private(const Instruction& instruction, const Type& type) {
  num_private_scalars_ += std::max(type.num_scalars, 1u);
  if (num_private_scalars_ > kMaxPrivateScalars) {
    throw refused(instruction,
                  fmt::format("a shader of more than {} scalars in the variables and results of one "
                              "invocation",
                              kMaxPrivateScalars));
  }
}

void ModuleReader::check_call(const Instruction& instruction) const {
  const auto callee = module_.functions.find(instruction.operands[0]);
  if (callee == module_.functions.end() ||
      callee->second.parameters.size() + 1 != instruction.operands.size()) {
    throw refused(instruction, "a call of a function that is none, or takes other arguments,");
  }
}

// Functions that are on the stack at once, from this one on. One that calls itself would have no such number.
std::uint32_t ModuleReader::call_depth(Id function, std::uint32_t depth_above,
                                       std::unordered_map<Id, std::uint32_t>& known) const {
  const auto calls = calls_.find(function);
  if (calls == calls_.end()) return 1;
  const auto found = known.find(function);
  std::uint32_t depth = found == known.end() ? 1 : found->second;
  if (depth_above + depth > kMaxCallDepth) {
    throw refused(calls->second.front(),
                  fmt::format("a function that calls itself or others more than {} deep", kMaxCallDepth));
  }
  if (found != known.end()) return depth;
  for (const Instruction& call : calls->second) {
    depth = std::max(depth, 1 + call_depth(call.operands[0], depth_above + 1, known));
  }
  known[function] = depth;
  return depth;
}

}  // namespace scan::simulator
