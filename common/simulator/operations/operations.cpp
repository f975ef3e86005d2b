// Finds the operation of an opcode: choices and booleans here, the other families in the files beside it.
// Room: common/simulator/operations.
// SPDX-License-Identifier: MIT
#include "simulator/operations/operations.hpp"

#include "simulator/operations/typed.hpp"

namespace scan::simulator {
namespace {

std::optional<ScalarOperation> boolean_operation(spv::Op opcode) {
  switch (opcode) {
    case spv::OpLogicalNot: return on_booleans<1>([](bool a) { return !a; });
    case spv::OpLogicalAnd: return on_booleans<2>([](bool a, bool b) { return a && b; });
    case spv::OpLogicalOr: return on_booleans<2>([](bool a, bool b) { return a || b; });
    case spv::OpLogicalEqual: return on_booleans<2>([](bool a, bool b) { return a == b; });
    case spv::OpLogicalNotEqual: return on_booleans<2>([](bool a, bool b) { return a != b; });
    default: return std::nullopt;
  }
}

// Of any width, booleans too: the bits are passed on.
ScalarOperation select() {
  return {.apply = [](Bits condition, Bits if_true, Bits if_false,
                      Bits) { return condition != 0 ? if_true : if_false; },
          .num_operands = 3};
}

ScalarOperation same() {
  return {.apply = [](Bits a, Bits, Bits, Bits) { return a; }, .num_operands = 1};
}

}  // namespace

std::optional<ScalarOperation> scalar_operation(spv::Op opcode, std::uint32_t operand_width,
                                                std::uint32_t result_width) {
  if (opcode == spv::OpSelect) return select();
  if (opcode == spv::OpCopyObject) return same();
  if (opcode == spv::OpBitcast && operand_width == result_width) return same();
  if (const auto found = boolean_operation(opcode)) return found;
  if (const auto found = integer_operation(opcode, operand_width)) return found;
  if (const auto found = bit_operation(opcode, operand_width)) return found;
  if (const auto found = float_operation(opcode, operand_width)) return found;
  return conversion(opcode, operand_width, result_width);
}

}  // namespace scan::simulator
