// Computes specialization constants that are made from others, such as the lengths of shared arrays.
// Room: common/simulator/module. Source: the SPIR-V specification, OpSpecConstantOp.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "simulator/module/reader.hpp"
#include "simulator/operations/operations.hpp"

namespace scan::simulator {
namespace {

// Of a scalar, or of a vector's components; a boolean counts as 32 bits.
std::uint32_t width_of(const Module& module, const Type& type) {
  if (type.kind == TypeKind::vector) return width_of(module, module.type(type.element));
  return type.kind == TypeKind::boolean ? 32 : type.width;
}

// A part of a constant, found by literal indices.
struct Part {
  std::uint32_t first = 0;
  Id type = 0;
};

Part find_part(const Module& module, Id composite, std::span<const std::uint32_t> indices) {
  Part part{.type = composite};
  for (const std::uint32_t index : indices) {
    const Type& type = module.type(part.type);
    part = {.first = part.first + first_scalar(module, type, index), .type = part_of(type, index)};
  }
  return part;
}

}  // namespace

std::vector<std::uint64_t> ModuleReader::computed(const Instruction& instruction) const {
  Instruction inner = instruction;
  inner.opcode = static_cast<spv::Op>(instruction.operands[0]);
  inner.operands = instruction.operands.subspan(1);
  switch (inner.opcode) {
    case spv::OpCompositeExtract: return extracted(inner);
    case spv::OpCompositeInsert: return inserted(inner);
    case spv::OpVectorShuffle: return shuffled(inner);
    case spv::OpSelect: return selected(inner);
    default: return by_component(inner);
  }
}

std::vector<std::uint64_t> ModuleReader::extracted(const Instruction& instruction) const {
  const Constant& whole = constant(instruction, instruction.operands[0]);
  const Part part = find_part(module_, whole.type, instruction.operands.subspan(1));
  const auto start = whole.scalars.begin() + part.first;
  return {start, start + type(part.type).num_scalars};
}

std::vector<std::uint64_t> ModuleReader::inserted(const Instruction& instruction) const {
  const auto& object = constant(instruction, instruction.operands[0]).scalars;
  const Constant& whole = constant(instruction, instruction.operands[1]);
  const Part part = find_part(module_, whole.type, instruction.operands.subspan(2));
  if (object.size() != type(part.type).num_scalars) throw refused(instruction);
  std::vector<std::uint64_t> scalars = whole.scalars;
  std::copy(object.begin(), object.end(), scalars.begin() + part.first);
  return scalars;
}

std::vector<std::uint64_t> ModuleReader::shuffled(const Instruction& instruction) const {
  constexpr std::uint32_t kNoComponent = 0xffffffff;  // any value will do
  std::vector<std::uint64_t> from = constant(instruction, instruction.operands[0]).scalars;
  const auto& second = constant(instruction, instruction.operands[1]).scalars;
  from.insert(from.end(), second.begin(), second.end());
  std::vector<std::uint64_t> scalars;
  for (const std::uint32_t component : instruction.operands.subspan(2)) {
    if (component != kNoComponent && component >= from.size()) throw refused(instruction);
    scalars.push_back(component == kNoComponent ? 0 : from[component]);
  }
  return scalars;
}

std::vector<std::uint64_t> ModuleReader::selected(const Instruction& instruction) const {
  const auto& condition = constant(instruction, instruction.operands[0]).scalars;
  const auto& if_true = constant(instruction, instruction.operands[1]).scalars;
  const auto& if_false = constant(instruction, instruction.operands[2]).scalars;
  if (condition.size() == 1) return condition[0] != 0 ? if_true : if_false;
  if (condition.size() != if_true.size() || condition.size() != if_false.size()) throw refused(instruction);
  std::vector<std::uint64_t> scalars;
  for (std::size_t i = 0; i < condition.size(); ++i) {
    scalars.push_back(condition[i] != 0 ? if_true[i] : if_false[i]);
  }
  return scalars;
}

std::vector<std::uint64_t> ModuleReader::by_component(const Instruction& instruction) const {
  constexpr std::size_t kMaxOperands = 3;
  if (instruction.operands.empty()) throw refused(instruction);
  const Type& result = type(instruction.type);
  const Type& first = type(constant(instruction, instruction.operands[0]).type);
  const auto operation =
      scalar_operation(instruction.opcode, width_of(module_, first), width_of(module_, result));
  if (!operation || operation->num_operands != instruction.operands.size() ||
      operation->num_operands > kMaxOperands) {
    throw refused(instruction);
  }
  std::vector<std::uint64_t> scalars;
  for (std::uint32_t i = 0; i < result.num_scalars; ++i) {
    std::uint64_t values[kMaxOperands] = {};
    for (std::size_t operand = 0; operand < instruction.operands.size(); ++operand) {
      const auto& of = constant(instruction, instruction.operands[operand]).scalars;
      if (of.size() != result.num_scalars) throw refused(instruction);
      values[operand] = of[i];
    }
    scalars.push_back(operation->apply(values[0], values[1], values[2], 0));
  }
  return scalars;
}

}  // namespace scan::simulator
