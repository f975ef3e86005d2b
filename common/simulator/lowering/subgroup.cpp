// Subgroup operations: one step for all components, at which the lanes wait for each other.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include "simulator/lowering/lowering.hpp"

namespace scan::simulator {
namespace {

bool is_arithmetic(spv::Op opcode) {
  return opcode >= spv::OpGroupNonUniformIAdd && opcode <= spv::OpGroupNonUniformLogicalXor;
}

std::string name_of_arithmetic(spv::Op opcode) {
  switch (opcode) {
    case spv::OpGroupNonUniformIAdd:
    case spv::OpGroupNonUniformFAdd: return "Add";
    case spv::OpGroupNonUniformIMul:
    case spv::OpGroupNonUniformFMul: return "Mul";
    case spv::OpGroupNonUniformSMin:
    case spv::OpGroupNonUniformUMin:
    case spv::OpGroupNonUniformFMin: return "Min";
    case spv::OpGroupNonUniformSMax:
    case spv::OpGroupNonUniformUMax:
    case spv::OpGroupNonUniformFMax: return "Max";
    case spv::OpGroupNonUniformBitwiseAnd:
    case spv::OpGroupNonUniformLogicalAnd: return "And";
    case spv::OpGroupNonUniformBitwiseOr:
    case spv::OpGroupNonUniformLogicalOr: return "Or";
    default: return "Xor";
  }
}

std::string group_prefix(spv::GroupOperation operation) {
  switch (operation) {
    case spv::GroupOperationInclusiveScan: return "Inclusive";
    case spv::GroupOperationExclusiveScan: return "Exclusive";
    case spv::GroupOperationClusteredReduce: return "Clustered";
    default: return "";
  }
}

// As in GLSL; `subgroup` goes before it.
std::string name_of_call(const SubgroupCall& call) {
  constexpr const char* kQuadSwaps[] = {"QuadSwapHorizontal", "QuadSwapVertical", "QuadSwapDiagonal"};
  if (is_arithmetic(call.opcode)) return group_prefix(call.group_operation) + name_of_arithmetic(call.opcode);
  switch (call.opcode) {
    case spv::OpGroupNonUniformBallotBitCount:
      return "Ballot" + group_prefix(call.group_operation) + "BitCount";
    case spv::OpGroupNonUniformQuadSwap: return kQuadSwaps[call.direction % 3];
    case spv::OpGroupNonUniformBallotFindLSB: return "BallotFindLSB";
    case spv::OpGroupNonUniformBallotFindMSB: return "BallotFindMSB";
    default: return name_of(call.opcode).substr(std::string("OpGroupNonUniform").size());
  }
}

}  // namespace

bool Lowering::lower_subgroup(Call& call, const Instruction& instruction) {
  if (!is_subgroup_operation(instruction.opcode)) return false;
  const auto operands = instruction.operands;
  if (constant_of(operands[0]) != spv::ScopeSubgroup) throw refused(instruction);
  SubgroupStep step;
  step.call.opcode = instruction.opcode;
  std::size_t next = 1;
  if (is_arithmetic(instruction.opcode) || instruction.opcode == spv::OpGroupNonUniformBallotBitCount) {
    step.call.group_operation = static_cast<spv::GroupOperation>(operands[next++]);
  }
  if (next < operands.size()) {
    const Value& first = value(call, operands[next++]);
    step.first = first.slots;
    step.call.width = width_of(first.type);
    step.call.is_float = scalar_type(first.type).kind == TypeKind::floating;
  }
  if (next < operands.size()) {
    if (is_arithmetic(instruction.opcode)) {
      step.call.cluster_size = static_cast<std::uint32_t>(constant_of(operands[next]));
    } else if (instruction.opcode == spv::OpGroupNonUniformQuadSwap) {
      step.call.direction = static_cast<std::uint32_t>(constant_of(operands[next]));
    } else {
      step.second = value(call, operands[next]).slots.at(0);
      step.has_second = true;
    }
  }
  step.result = new_slots(module_.type(instruction.type).num_scalars);
  step.takes_ballot = instruction.opcode == spv::OpGroupNonUniformInverseBallot ||
                      instruction.opcode == spv::OpGroupNonUniformBallotBitExtract ||
                      instruction.opcode == spv::OpGroupNonUniformBallotBitCount ||
                      instruction.opcode == spv::OpGroupNonUniformBallotFindLSB ||
                      instruction.opcode == spv::OpGroupNonUniformBallotFindMSB;
  step.name = "subgroup" + name_of_call(step.call);
  define(call, instruction, step.result);
  emit({.code = Code::subgroup, .a = static_cast<Slot>(program_.subgroup_steps.size())});
  program_.subgroup_steps.push_back(std::move(step));
  program_.uses_subgroups = true;
  return true;
}

}  // namespace scan::simulator
