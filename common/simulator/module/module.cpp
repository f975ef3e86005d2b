// Takes a module apart: settings, entry point, size of the workgroups; the rest is in the files beside it.
// Room: common/simulator/module.
// SPDX-License-Identifier: MIT
#include "simulator/module/module.hpp"

#include <fmt/format.h>
#include <glslang/SPIRV/doc.h>

#include <algorithm>

#include "simulator/module/reader.hpp"

namespace scan::simulator {

Module::Module(std::vector<std::uint32_t> words, std::span<const shader::Constant> replacements) {
  words_ = std::move(words);
  check_words(words_);
  Binary binary = take_apart(words_);
  places = binary.places;
  names = binary.names;
  ModuleReader(*this, binary, replacements).read();
}

const Type& Module::type(Id id) const {
  const auto found = types.find(id);
  if (found == types.end()) throw Error(fmt::format("{}: the id {} is no type that is simulated", name, id));
  return found->second;
}

Error not_simulated(const SourcePlace& place, std::string_view what) {
  const std::string where = text_of(place);
  return Error(fmt::format("{}{}{} is not simulated", where, where.empty() ? "" : ": ", what));
}

std::string name_of(spv::Op opcode) {
  return spv::OpcodeString(opcode);
}

void ModuleReader::read() {
  module_.name = binary_.main_file.empty() ? "the shader" : binary_.main_file;
  const auto is_function = [](const Instruction& instruction) {
    return instruction.opcode == spv::OpFunction;
  };
  const std::span<const Instruction> all(binary_.instructions);
  const auto num_globals = std::find_if(all.begin(), all.end(), is_function) - all.begin();
  for (const Instruction& instruction : all.first(static_cast<std::size_t>(num_globals)))
    read_global(instruction);
  read_functions(all.subspan(static_cast<std::size_t>(num_globals)));
  set_workgroup_size();
  if (!module_.functions.contains(module_.entry_point)) {
    throw Error(fmt::format("{} has no entry point for compute shaders", module_.name));
  }
}

void ModuleReader::read_global(const Instruction& instruction) {
  if (instruction.opcode >= spv::OpTypeVoid && instruction.opcode <= spv::OpTypeForwardPointer) {
    read_type(instruction);
  } else if (instruction.opcode == spv::OpUndef ||
             (instruction.opcode >= spv::OpConstantTrue && instruction.opcode <= spv::OpSpecConstantOp)) {
    read_constant(instruction);
  } else if (instruction.opcode == spv::OpVariable) {
    read_variable(instruction);
  } else {
    read_settings(instruction);
  }
}

void ModuleReader::read_settings(const Instruction& instruction) {
  const auto operands = instruction.operands;
  switch (instruction.opcode) {
    case spv::OpCapability:
      if (!is_simulated(static_cast<spv::Capability>(operands[0]))) {
        throw refused(instruction,
                      fmt::format("the capability {}", spv::CapabilityString(static_cast<int>(operands[0]))));
      }
      return;
    case spv::OpExtension: return;  // what it adds is refused where it is used
    case spv::OpExtInstImport: {
      const std::string set = literal_string(operands);
      if (set == "GLSL.std.450") {
        module_.glsl_set = instruction.result;
      } else if (set.starts_with("NonSemantic.")) {
        sets_without_effect_.insert(instruction.result);
      } else {
        throw refused(instruction, fmt::format("the instruction set {}", set));
      }
      return;
    }
    case spv::OpMemoryModel:
      if (operands[0] != spv::AddressingModelLogical || operands[1] != spv::MemoryModelGLSL450) {
        throw refused(instruction, fmt::format("the memory model {} {}",
                                               spv::AddressingString(static_cast<int>(operands[0])),
                                               spv::MemoryString(static_cast<int>(operands[1]))));
      }
      return;
    case spv::OpEntryPoint:
      if (operands[0] != spv::ExecutionModelGLCompute)
        throw refused(instruction, "a shader that is no compute shader");
      if (module_.entry_point != 0) throw refused(instruction, "a second entry point");
      module_.entry_point = operands[1];
      return;
    case spv::OpExecutionMode:
    case spv::OpExecutionModeId:
      if (operands[1] != spv::ExecutionModeLocalSize && operands[1] != spv::ExecutionModeLocalSizeId) {
        throw refused(instruction, fmt::format("the execution mode {}",
                                               spv::ExecutionModeString(static_cast<int>(operands[1]))));
      }
      local_sizes_.push_back(instruction);
      return;
    case spv::OpExtInst:  // of debugging; the validator allows no others here
      if (!operands.empty() && sets_without_effect_.contains(operands[0])) return;
      throw refused(instruction);
    default: throw refused(instruction);
  }
}

// The built-in constant comes before the execution modes.
void ModuleReader::set_workgroup_size() {
  const auto take = [&](std::size_t axis, std::uint64_t size) {
    module_.workgroup_size[axis] =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(size, kMaxInvocations + 1));
  };
  for (const Instruction& mode : local_sizes_) {
    for (std::size_t axis = 0; axis < 3 && axis + 2 < mode.operands.size(); ++axis) {
      const std::uint32_t operand = mode.operands[axis + 2];
      const bool is_id = mode.operands[1] == spv::ExecutionModeLocalSizeId;
      take(axis, is_id ? constant(mode, operand).scalars.at(0) : operand);
    }
  }
  for (const auto& [id, value] : module_.constants) {
    if (binary_.decoration(id, spv::DecorationBuiltIn) != spv::BuiltInWorkgroupSize) continue;
    for (std::size_t axis = 0; axis < 3 && axis < value.scalars.size(); ++axis)
      take(axis, value.scalars[axis]);
  }
  std::uint64_t invocations = 1;
  for (const std::uint32_t size : module_.workgroup_size) invocations *= size;
  if (invocations == 0 || invocations > kMaxInvocations) {
    throw Error(fmt::format("{}: a workgroup of {} × {} × {} invocations; 1 to {} are allowed", module_.name,
                            module_.workgroup_size[0], module_.workgroup_size[1], module_.workgroup_size[2],
                            kMaxInvocations));
  }
}

Error ModuleReader::refused(const Instruction& instruction) const {
  return refused(instruction, name_of(instruction.opcode));
}

Error ModuleReader::refused(const Instruction& instruction, std::string_view what) const {
  const SourcePlace& place = binary_.places[instruction.place];
  if (place.line != 0) return not_simulated(place, what);
  return not_simulated({}, fmt::format("{}: {}", module_.name, what));
}

std::string ModuleReader::name(Id id) const {
  const auto found = binary_.names.find(id);
  return found == binary_.names.end() ? "" : found->second;
}

}  // namespace scan::simulator
