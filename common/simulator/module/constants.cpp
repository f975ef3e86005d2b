// Reads constants, and replaces and computes those that are specialized.
// Room: common/simulator/module. Source: the SPIR-V specification, 2.12 (specialization) and 3.49.7 (constants).
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "simulator/module/reader.hpp"

namespace scan::simulator {

void ModuleReader::read_constant(const Instruction& instruction) {
  Constant constant{.type = instruction.type};
  switch (instruction.opcode) {
    case spv::OpConstantTrue: constant.scalars = {1}; break;
    case spv::OpConstantFalse: constant.scalars = {0}; break;
    case spv::OpSpecConstantTrue: constant.scalars = replaced(instruction, {1}); break;
    case spv::OpSpecConstantFalse: constant.scalars = replaced(instruction, {0}); break;
    case spv::OpConstant: constant.scalars = number(instruction); break;
    case spv::OpSpecConstant: constant.scalars = replaced(instruction, number(instruction)); break;
    case spv::OpConstantComposite:
    case spv::OpSpecConstantComposite: constant.scalars = composite(instruction); break;
    case spv::OpUndef:
    case spv::OpConstantNull: constant.scalars = zeros(instruction); break;
    case spv::OpSpecConstantOp: constant.scalars = computed(instruction); break;
    default: throw refused(instruction);
  }
  if (constant.scalars.empty() || constant.scalars.size() != type(instruction.type).num_scalars) {
    throw refused(instruction, "a constant of another size than its type");
  }
  num_constant_scalars_ += constant.scalars.size();
  if (num_constant_scalars_ > kMaxScalars) {
    throw refused(instruction,
                  fmt::format("a module with more than {} scalars in its constants", kMaxScalars));
  }
  module_.constants[instruction.result] = std::move(constant);
}

const Constant& ModuleReader::constant(const Instruction& user, Id id) const {
  const auto found = module_.constants.find(id);
  if (found == module_.constants.end()) {
    throw refused(user, fmt::format("{} with an operand that is no constant", name_of(user.opcode)));
  }
  return found->second;
}

std::vector<std::uint64_t> ModuleReader::number(const Instruction& instruction) const {
  const auto words = instruction.operands;
  if (words.size() != type(instruction.type).width / 32) throw refused(instruction);
  return {words.size() == 2 ? words[0] | std::uint64_t{words[1]} << 32 : words[0]};
}

std::vector<std::uint64_t> ModuleReader::composite(const Instruction& instruction) const {
  std::vector<std::uint64_t> scalars;
  for (const Id part : instruction.operands) {
    const auto& more = constant(instruction, part).scalars;
    // Many parts may be one large constant.
    if (scalars.size() + more.size() > kMaxScalars) break;
    scalars.insert(scalars.end(), more.begin(), more.end());
  }
  return scalars;
}

std::vector<std::uint64_t> ModuleReader::zeros(const Instruction& instruction) {
  const Type& of = type(instruction.type);
  if (of.num_scalars == 0) throw refused(instruction);
  return std::vector<std::uint64_t>(of.num_scalars);
}

std::vector<std::uint64_t> ModuleReader::replaced(const Instruction& instruction,
                                                  std::vector<std::uint64_t> scalars) const {
  const auto number = binary_.decoration(instruction.result, spv::DecorationSpecId);
  if (!number) return scalars;
  for (const shader::Constant& replacement : replacements_) {
    if (replacement.id != *number) continue;
    const Type& of = type(instruction.type);
    if (of.width == 64) {
      throw refused(instruction, fmt::format("a value for the 64-bit specialization constant {}", *number));
    }
    return {of.kind == TypeKind::boolean ? replacement.value != 0 : replacement.value};
  }
  return scalars;
}

}  // namespace scan::simulator
