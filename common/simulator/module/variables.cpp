// Reads the variables of a module: buffers, parameters, shared memory, private ones and built-ins.
// Room: common/simulator/module. Source: the SPIR-V specification, 3.7 (storage classes) and 3.21 (built-ins).
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <glslang/SPIRV/doc.h>

#include "simulator/module/reader.hpp"

namespace scan::simulator {
namespace {

// Scalars of 32-bit integers that a built-in has; 0 for one that is not simulated.
std::uint32_t scalars_of(spv::BuiltIn built_in) {
  switch (built_in) {
    case spv::BuiltInLocalInvocationIndex:
    case spv::BuiltInSubgroupSize:
    case spv::BuiltInNumSubgroups:
    case spv::BuiltInSubgroupId:
    case spv::BuiltInSubgroupLocalInvocationId: return 1;
    case spv::BuiltInNumWorkgroups:
    case spv::BuiltInWorkgroupId:
    case spv::BuiltInLocalInvocationId:
    case spv::BuiltInGlobalInvocationId: return 3;
    case spv::BuiltInSubgroupEqMask:
    case spv::BuiltInSubgroupGeMask:
    case spv::BuiltInSubgroupGtMask:
    case spv::BuiltInSubgroupLeMask:
    case spv::BuiltInSubgroupLtMask: return 4;
    default: return 0;
  }
}

}  // namespace

void ModuleReader::read_variable(const Instruction& instruction) {
  const Type& pointer = type(instruction.type);
  const auto storage = static_cast<spv::StorageClass>(instruction.operands[0]);
  if (pointer.kind != TypeKind::pointer || pointer.storage != storage) throw refused(instruction);
  Variable variable{.id = instruction.result,
                    .type = pointer.element,
                    .storage = storage,
                    .name = name(instruction.result),
                    .binding = binary_.decoration(instruction.result, spv::DecorationBinding)};
  if (variable.name.empty()) variable.name = name(variable.type);
  if (const auto built_in = binary_.decoration(instruction.result, spv::DecorationBuiltIn)) {
    variable.built_in = static_cast<spv::BuiltIn>(*built_in);
  }
  variable.is_writable = !is_everywhere(variable, spv::DecorationNonWritable);
  variable.is_readable = !is_everywhere(variable, spv::DecorationNonReadable);
  check_storage(instruction, variable);
  if (instruction.operands.size() > 1) {
    variable.initializer = instruction.operands[1];
    if (storage != spv::StorageClassPrivate ||
        constant(instruction, variable.initializer).scalars.size() != type(variable.type).num_scalars) {
      throw refused(instruction, fmt::format("the initializer of {}", variable.name));
    }
  }
  module_.variables[instruction.result] = std::move(variable);
}

void ModuleReader::check_storage(const Instruction& instruction, const Variable& variable) const {
  const Type& of = type(variable.type);
  switch (variable.storage) {
    case spv::StorageClassInput: check_built_in(instruction, variable); return;
    case spv::StorageClassPrivate:
    case spv::StorageClassWorkgroup:
      if (of.num_scalars == 0)
        throw refused(instruction, fmt::format("{}, which has no size,", variable.name));
      return;
    case spv::StorageClassUniform:
    case spv::StorageClassStorageBuffer:
    case spv::StorageClassPushConstant:
      if (of.kind != TypeKind::structure || binary_.decoration(variable.type, spv::DecorationBufferBlock)) {
        throw refused(instruction, fmt::format("{}, which is no single block,", variable.name));
      }
      if (!extents_.at(variable.type).bytes) {
        throw refused(instruction, fmt::format("the layout of the block {}", variable.name));
      }
      if (variable.storage != spv::StorageClassStorageBuffer && of.num_scalars == 0) {
        throw refused(instruction, fmt::format("{}, which has no size,", variable.name));
      }
      if (variable.storage != spv::StorageClassPushConstant && !variable.binding) {
        throw refused(instruction, fmt::format("{}, which has no binding,", variable.name));
      }
      return;
    default:
      throw refused(instruction, fmt::format("a variable of the storage class {}",
                                             spv::StorageClassString(static_cast<int>(variable.storage))));
  }
}

void ModuleReader::check_built_in(const Instruction& instruction, const Variable& variable) const {
  if (!variable.built_in)
    throw refused(instruction, fmt::format("{}, an input of earlier stages,", variable.name));
  const std::uint32_t num_scalars = scalars_of(*variable.built_in);
  const Type& of = type(variable.type);
  const Type& scalar = of.kind == TypeKind::vector ? type(of.element) : of;
  if (num_scalars == 0 || of.num_scalars != num_scalars || scalar.kind != TypeKind::integer ||
      scalar.width != 32) {
    throw refused(instruction,
                  fmt::format("the built-in {}", spv::BuiltInString(static_cast<int>(*variable.built_in))));
  }
}

// Of the variable itself or of all members of its block.
bool ModuleReader::is_everywhere(const Variable& variable, spv::Decoration kind) const {
  if (binary_.decoration(variable.id, kind)) return true;
  const auto& members = type(variable.type).members;
  for (std::uint32_t index = 0; index < members.size(); ++index) {
    if (!binary_.decoration(variable.type, kind, index)) return false;
  }
  return !members.empty();
}

}  // namespace scan::simulator
