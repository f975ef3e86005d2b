// Arithmetic: every component by itself, with what the operations of SPIR-V are by component.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/lowering/lowering.hpp"

namespace scan::simulator {
namespace {

Bits carry_u32(Bits a, Bits b, Bits, Bits) {
  return (a + b) >> 32;
}
Bits borrow_u32(Bits a, Bits b, Bits, Bits) {
  return a < b ? 1 : 0;
}
Bits carry_u64(Bits a, Bits b, Bits, Bits) {
  return a + b < a ? 1 : 0;
}
Bits high_of_product_u32(Bits a, Bits b, Bits, Bits) {
  return (a * b) >> 32;
}
Bits high_of_product_i32(Bits a, Bits b, Bits, Bits) {
  const auto as_signed = [](Bits bits) {
    return static_cast<std::int64_t>(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
  };
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(as_signed(a) * as_signed(b)) >> 32);
}

// The code of its own that an operation on 32 bits has, because it is executed so often.
std::optional<Code> frequent(spv::Op opcode, std::uint32_t width) {
  if (opcode == spv::OpLogicalAnd) return Code::logical_and;
  if (width != 32) return std::nullopt;
  switch (opcode) {
    case spv::OpIAdd: return Code::add_u32;
    case spv::OpISub: return Code::subtract_u32;
    case spv::OpIMul: return Code::multiply_u32;
    case spv::OpULessThan: return Code::less_u32;
    case spv::OpUGreaterThanEqual: return Code::at_least_u32;
    case spv::OpUGreaterThan: return Code::greater_u32;
    case spv::OpIEqual: return Code::equal_u32;
    case spv::OpINotEqual: return Code::not_equal_u32;
    default: return std::nullopt;
  }
}

}  // namespace

bool Lowering::lower_arithmetic(Call& call, const Instruction& instruction) {
  if (instruction.type == 0 || instruction.operands.empty()) return false;
  switch (instruction.opcode) {
    case spv::OpIAddCarry:
    case spv::OpISubBorrow:
    case spv::OpUMulExtended:
    case spv::OpSMulExtended: return wide_arithmetic(call, instruction);
    case spv::OpDot: return dot(call, instruction);
    case spv::OpAny:
    case spv::OpAll: return any_or_all(call, instruction);
    default: break;
  }
  if (!is_numeric(instruction.type)) return false;
  const spv::Op opcode = instruction.opcode == spv::OpVectorTimesScalar ? spv::OpFMul : instruction.opcode;
  if (!has_value(call, instruction.operands[0])) return false;
  const std::uint32_t width = width_of(value(call, instruction.operands[0]).type);
  const auto operation = scalar_operation(opcode, width, width_of(instruction.type));
  if (!operation) return false;
  componentwise(call, instruction, opcode, width, *operation, instruction.operands);
  return true;
}

void Lowering::componentwise(Call& call, const Instruction& instruction, spv::Op opcode, std::uint32_t width,
                             const ScalarOperation& operation, std::span<const Id> operands) {
  if (operands.size() < operation.num_operands) throw refused(instruction);
  const bool carries_data = !is_boolean(instruction.type);
  std::vector<Slot> slots;
  for (std::uint32_t component = 0; component < module_.type(instruction.type).num_scalars; ++component) {
    std::vector<Slot> scalars;
    for (std::uint32_t i = 0; i < operation.num_operands; ++i) {
      const std::vector<Slot>& operand = value(call, operands[i]).slots;
      scalars.push_back(operand[operand.size() == 1 ? 0 : component]);
    }
    slots.push_back(scalar(operation, opcode, width, carries_data, scalars));
  }
  define(call, instruction, std::move(slots));
}

Slot Lowering::scalar(const ScalarOperation& operation, spv::Op opcode, std::uint32_t width,
                      bool carries_data, std::span<const Slot> operands) {
  const Slot result = new_slot();
  if (operands.size() > 3) {
    emit({.code = Code::scalar_long,
          .d = result,
          .a = static_cast<Slot>(program_.lists.size()),
          .apply = operation.apply});
    program_.lists.emplace_back(operands.begin(), operands.end());
    return result;
  }
  const bool combines = operation.combines && carries_data && !in_operator_;
  Step step{.code = !carries_data ? Code::scalar_plain
                    : combines    ? Code::scalar_combines
                                  : Code::scalar,
            .d = result,
            .a = operands[0],
            .b = operands.size() > 1 ? operands[1] : constant(0),
            .c = operands.size() > 2 ? operands[2] : constant(0),
            .apply = operation.apply};
  if (const auto code = frequent(opcode, width)) {
    step.code = *code;
    step.count = combines ? 1 : 0;
  }
  emit(step);
  return result;
}

// A structure of two members: the low and the high part, or the result and what is carried over.
bool Lowering::wide_arithmetic(Call& call, const Instruction& instruction) {
  const Value first = value(call, instruction.operands[0]), second = value(call, instruction.operands[1]);
  const std::uint32_t width = width_of(first.type);
  spv::Op low = spv::OpIMul;
  ScalarFunction high = instruction.opcode == spv::OpUMulExtended ? high_of_product_u32 : high_of_product_i32;
  if (instruction.opcode == spv::OpIAddCarry) {
    low = spv::OpIAdd;
    high = width == 32 ? carry_u32 : carry_u64;
  } else if (instruction.opcode == spv::OpISubBorrow) {
    low = spv::OpISub;
    high = borrow_u32;
  } else if (width != 32) {
    throw refused(instruction);
  }
  const auto operation = scalar_operation(low, width, width);
  if (!operation) return false;
  std::vector<Slot> lows, highs;
  for (std::size_t i = 0; i < first.slots.size(); ++i) {
    const Slot operands[] = {first.slots[i], second.slots[i]};
    lows.push_back(scalar(*operation, low, width, true, operands));
    highs.push_back(scalar({high, 2, false}, instruction.opcode, width, true, operands));
  }
  lows.insert(lows.end(), highs.begin(), highs.end());
  define(call, instruction, std::move(lows));
  return true;
}

bool Lowering::dot(Call& call, const Instruction& instruction) {
  const Value first = value(call, instruction.operands[0]), second = value(call, instruction.operands[1]);
  const std::uint32_t width = width_of(first.type);
  const auto multiply = scalar_operation(spv::OpFMul, width, width);
  const auto add = scalar_operation(spv::OpFAdd, width, width);
  if (!multiply || !add) return false;
  std::optional<Slot> sum;
  for (std::size_t i = 0; i < first.slots.size(); ++i) {
    const Slot factors[] = {first.slots[i], second.slots[i]};
    const Slot product = scalar(*multiply, spv::OpFMul, width, true, factors);
    const Slot summands[] = {sum.value_or(product), product};
    sum = sum ? scalar(*add, spv::OpFAdd, width, true, summands) : product;
  }
  define(call, instruction, {*sum});
  return true;
}

bool Lowering::any_or_all(Call& call, const Instruction& instruction) {
  const spv::Op opcode = instruction.opcode == spv::OpAny ? spv::OpLogicalOr : spv::OpLogicalAnd;
  const auto operation = scalar_operation(opcode, 32, 32);
  const std::vector<Slot> vector = value(call, instruction.operands[0]).slots;
  if (!operation) return false;
  Slot result = vector[0];
  for (std::size_t i = 1; i < vector.size(); ++i) {
    const Slot operands[] = {result, vector[i]};
    result = scalar(*operation, opcode, 32, false, operands);
  }
  define(call, instruction, {result});
  return true;
}

bool Lowering::has_value(Call& call, Id id) const {
  return call.values.contains(id) || module_values_.contains(id) || module_.constants.contains(id);
}

// Numbers, booleans and vectors of them.
bool Lowering::is_numeric(Id type) const {
  const TypeKind kind = module_.type(type).kind;
  return kind == TypeKind::boolean || kind == TypeKind::integer || kind == TypeKind::floating ||
         kind == TypeKind::vector;
}

const Type& Lowering::scalar_type(Id type) const {
  const Type* scalar = &module_.type(type);
  while (scalar->kind == TypeKind::vector || scalar->kind == TypeKind::array ||
         scalar->kind == TypeKind::runtime_array) {
    scalar = &module_.type(scalar->element);
  }
  return *scalar;
}

std::uint32_t Lowering::width_of(Id type) const {
  const Type& scalar = scalar_type(type);
  return scalar.width == 64 ? 64 : 32;
}

bool Lowering::is_boolean(Id type) const {
  return scalar_type(type).kind == TypeKind::boolean;
}

}  // namespace scan::simulator
