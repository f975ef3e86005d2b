// What SPIR-V's instructions compute, a scalar at a time: pure functions of bits.
// Room: common/simulator/operations. Source: the SPIR-V specification, section 3.49, and the GLSL.std.450 instruction set.
// SPDX-License-Identifier: MIT
#pragma once

#include <glslang/SPIRV/spirv.hpp>

#include <cstdint>
#include <optional>

namespace scan::simulator {

/// A scalar of 32 or 64 bits, zero-extended; a boolean is 0 or 1.
using Bits = std::uint64_t;

/// One scalar operation, chosen once when a kernel is built. Unused operands are 0; all of them are used by
/// OpBitFieldInsert alone.
using ScalarFunction = Bits (*)(Bits a, Bits b, Bits c, Bits d);

struct ScalarOperation {
  ScalarFunction apply = nullptr;
  std::uint32_t num_operands = 0;
  /// Whether it counts as an application of the operator where two operands carry data: add, multiply, minimum,
  /// maximum, and, or, exclusive or. Never comparisons, selections, conversions.
  bool combines = false;
};

/// The component-wise operation of an opcode on operands of `operand_width` bits with a result of `result_width`
/// (they differ in conversions; a boolean's width is not looked at). Of a selection, `operand_width` is that of what is
/// selected. The offset and the count of a bit field are one scalar each for all components. Nothing for an opcode that
/// is none, or a width that is not simulated; OpBitcast between unequal widths is no operation on scalars.
///
/// What SPIR-V leaves undefined is computed as llvmpipe does: a shift takes its amount modulo the width; an unsigned
/// division by zero gives all ones, and so does either remainder; a signed one gives 0.
/// A float that an integer cannot hold becomes the nearest integer, and what is no number becomes 0.
std::optional<ScalarOperation> scalar_operation(spv::Op opcode, std::uint32_t operand_width,
                                                std::uint32_t result_width);

/// The same for an instruction of GLSL.std.450 that works by component. Transcendental functions are the C++
/// library's: within a few units in the last place of the exact result, not equal to any driver's.
std::optional<ScalarOperation> extended_operation(std::uint32_t instruction, std::uint32_t width);

}  // namespace scan::simulator
