// Scalar operations against values worked out by hand, at the edges where they go wrong.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/operations/operations.hpp"

#include <glslang/SPIRV/GLSL.std.450.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "catch.hpp"

using namespace scan::simulator;

namespace {

constexpr Bits bits_of(std::uint32_t value) {
  return value;
}
constexpr Bits bits_of(std::int32_t value) {
  return static_cast<std::uint32_t>(value);
}
constexpr Bits bits_of(std::uint64_t value) {
  return value;
}
constexpr Bits bits_of(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}
constexpr Bits bits_of(bool value) {
  return value ? 1 : 0;
}
constexpr Bits bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
constexpr Bits bits_of(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

template <typename... Values>
Bits result_of(const std::optional<ScalarOperation>& operation, Values... values) {
  REQUIRE(operation);
  REQUIRE(operation->num_operands == sizeof...(values));
  Bits operands[4] = {bits_of(values)...};
  return operation->apply(operands[0], operands[1], operands[2], operands[3]);
}

template <typename Value, typename... Values>
Bits core(spv::Op opcode, Value first, Values... values) {
  return result_of(scalar_operation(opcode, sizeof(Value) * 8, sizeof(Value) * 8), first, values...);
}

template <typename Value, typename... Values>
Bits extended(GLSLstd450 instruction, Value first, Values... values) {
  return result_of(extended_operation(instruction, sizeof(Value) * 8), first, values...);
}

template <typename To, typename From>
Bits convert(spv::Op opcode, From value) {
  return result_of(scalar_operation(opcode, sizeof(From) * 8, sizeof(To) * 8), value);
}

constexpr std::int32_t kSmallest = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kSmallest64 = std::numeric_limits<std::int64_t>::min();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("signed arithmetic wraps instead of overflowing") {
  CHECK(core(spv::OpIAdd, 0x7FFFFFFFu, 1u) == 0x80000000u);
  CHECK(core(spv::OpIAdd, ~std::uint64_t{0}, std::uint64_t{2}) == 1);
  CHECK(core(spv::OpISub, 0u, 1u) == 0xFFFFFFFFu);
  CHECK(core(spv::OpIMul, 0x10001u, 0x10001u) == 0x20001u);
  CHECK(core(spv::OpSNegate, kSmallest) == bits_of(kSmallest));
  CHECK(core(spv::OpSDiv, kSmallest, -1) == bits_of(kSmallest));
  CHECK(core(spv::OpSDiv, kSmallest64, std::int64_t{-1}) == bits_of(kSmallest64));
  CHECK(core(spv::OpSRem, kSmallest, -1) == 0);
  CHECK(extended(GLSLstd450SAbs, kSmallest) == bits_of(kSmallest));
}

TEST_CASE(
    "a division rounds toward zero; the remainder's sign is the dividend's, the modulus' the divisor's") {
  CHECK(core(spv::OpSDiv, -7, 2) == bits_of(-3));
  CHECK(core(spv::OpUDiv, 0xFFFFFFF9u, 2u) == 0x7FFFFFFCu);
  CHECK(core(spv::OpSRem, -7, 2) == bits_of(-1));
  CHECK(core(spv::OpSRem, 7, -2) == 1);
  CHECK(core(spv::OpSMod, -7, 2) == 1);
  CHECK(core(spv::OpSMod, 7, -2) == bits_of(-1));
  CHECK(core(spv::OpSMod, -6, 2) == 0);
  CHECK(core(spv::OpUMod, 7u, 4u) == 3);
}

TEST_CASE("a division by zero has the value that the header states") {
  CHECK(core(spv::OpUDiv, 5u, 0u) == 0xFFFFFFFFu);
  CHECK(core(spv::OpUMod, 5u, 0u) == 0xFFFFFFFFu);
  CHECK(core(spv::OpSDiv, 5, 0) == 0);
  CHECK(core(spv::OpSDiv, -5, 0) == 0);
  CHECK(core(spv::OpSRem, 5, 0) == 0xFFFFFFFFu);
  CHECK(core(spv::OpSMod, 5, 0) == 0xFFFFFFFFu);
  CHECK(core(spv::OpUDiv, std::uint64_t{5}, std::uint64_t{0}) == ~std::uint64_t{0});
}

TEST_CASE("a shift takes its amount modulo the width") {
  CHECK(core(spv::OpShiftLeftLogical, 3u, 4u) == 48);
  CHECK(core(spv::OpShiftLeftLogical, 3u, 33u) == 6);
  CHECK(core(spv::OpShiftRightLogical, 0x80000000u, 31u) == 1);
  CHECK(core(spv::OpShiftRightArithmetic, kSmallest, 31) == 0xFFFFFFFFu);
  CHECK(core(spv::OpShiftRightArithmetic, kSmallest, 32) == bits_of(kSmallest));
  CHECK(core(spv::OpShiftLeftLogical, std::uint64_t{1}, std::uint64_t{63}) == 1ull << 63);
}

TEST_CASE("bit fields may be empty, whole, or end at the last bit") {
  CHECK(core(spv::OpBitFieldInsert, 0xFFFFFFFFu, 0u, 4u, 8u) == 0xFFFFF00Fu);
  CHECK(core(spv::OpBitFieldInsert, 5u, 7u, 3u, 0u) == 5);
  CHECK(core(spv::OpBitFieldInsert, 5u, 7u, 0u, 32u) == 7);
  CHECK(core(spv::OpBitFieldUExtract, 0xABCD1234u, 16u, 16u) == 0xABCD);
  CHECK(core(spv::OpBitFieldSExtract, 0xABCD1234u, 16u, 16u) == 0xFFFFABCDu);
  CHECK(core(spv::OpBitFieldSExtract, 0x00070000u, 16u, 4u) == 7);
  CHECK(core(spv::OpBitFieldSExtract, 0xABCD1234u, 5u, 0u) == 0);
  CHECK(core(spv::OpBitFieldUExtract, 0xABCD1234u, 0u, 32u) == 0xABCD1234u);
  CHECK(core(spv::OpBitFieldUExtract, 0xABCD1234u, 40u, 8u) == 0);
  CHECK(core(spv::OpBitReverse, 0x00000013u) == 0xC8000000u);
  CHECK(core(spv::OpBitCount, 0xF0F0F001u) == 13);
  CHECK(core(spv::OpNot, 0u) == 0xFFFFFFFFu);
}

TEST_CASE("the lowest and the highest bit are found, and none in zero") {
  CHECK(extended(GLSLstd450FindILsb, 0x00000028u) == 3);
  CHECK(extended(GLSLstd450FindILsb, 0u) == 0xFFFFFFFFu);
  CHECK(extended(GLSLstd450FindUMsb, 0x00000028u) == 5);
  CHECK(extended(GLSLstd450FindUMsb, 0u) == 0xFFFFFFFFu);
  CHECK(extended(GLSLstd450FindSMsb, 0x28) == 5);
  CHECK(extended(GLSLstd450FindSMsb, -1) == 0xFFFFFFFFu);
  CHECK(extended(GLSLstd450FindSMsb, -2) == 0);
  CHECK(extended(GLSLstd450FindSMsb, kSmallest) == 30);
}

TEST_CASE("comparisons see the sign or do not, as their names say") {
  CHECK(core(spv::OpSLessThan, -1, 0) == 1);
  CHECK(core(spv::OpULessThan, -1, 0) == 0);
  CHECK(core(spv::OpSGreaterThanEqual, -1, -1) == 1);
  CHECK(core(spv::OpUGreaterThan, -1, 1) == 1);
  CHECK(core(spv::OpIEqual, 3u, 3u) == 1);
  CHECK(core(spv::OpINotEqual, 3u, 3u) == 0);
  CHECK(extended(GLSLstd450SMin, -1, 1) == bits_of(-1));
  CHECK(extended(GLSLstd450UMin, -1, 1) == 1);
  CHECK(extended(GLSLstd450SClamp, -5, -2, 2) == bits_of(-2));
  CHECK(extended(GLSLstd450UClamp, 9u, 2u, 4u) == 4);
  CHECK(extended(GLSLstd450SSign, -9) == bits_of(-1));
}

TEST_CASE("with what is no number, ordered comparisons are false and unordered ones true") {
  const spv::Op ordered[] = {spv::OpFOrdEqual,       spv::OpFOrdNotEqual,      spv::OpFOrdLessThan,
                             spv::OpFOrdGreaterThan, spv::OpFOrdLessThanEqual, spv::OpFOrdGreaterThanEqual};
  const spv::Op unordered[] = {spv::OpFUnordEqual,         spv::OpFUnordNotEqual,
                               spv::OpFUnordLessThan,      spv::OpFUnordGreaterThan,
                               spv::OpFUnordLessThanEqual, spv::OpFUnordGreaterThanEqual};
  for (std::size_t i = 0; i < std::size(ordered); ++i) {
    CAPTURE(i);
    CHECK(core(ordered[i], kNoNumber, 1.0f) == 0);
    CHECK(core(unordered[i], kNoNumber, 1.0f) == 1);
    for (const auto& [a, b] : std::vector<std::pair<double, double>>{{1, 2}, {2, 1}, {2, 2}}) {
      CHECK(core(ordered[i], a, b) == core(unordered[i], a, b));
    }
  }
  CHECK(core(spv::OpFOrdLessThan, 1.0f, 2.0f) == 1);
  CHECK(core(spv::OpFOrdEqual, 0.0f, -0.0f) == 1);
  CHECK(core(spv::OpIsNan, kNoNumber) == 1);
  CHECK(core(spv::OpIsInf, -kInfinity) == 1);
  CHECK(core(spv::OpIsInf, 1.0f) == 0);
  CHECK(extended(GLSLstd450NMin, kNoNumber, 1.0f) == bits_of(1.0f));
  CHECK(extended(GLSLstd450NMax, 1.0f, kNoNumber) == bits_of(1.0f));
}

TEST_CASE("float arithmetic rounds after each step") {
  CHECK(core(spv::OpFAdd, 16777216.0f, 1.0f) == bits_of(16777216.0f));
  CHECK(core(spv::OpFDiv, 1.0f, 0.0f) == bits_of(kInfinity));
  CHECK(core(spv::OpFNegate, 0.0) == bits_of(-0.0));
  CHECK(core(spv::OpFMod, -7.0f, 2.0f) == bits_of(1.0f));
  CHECK(core(spv::OpFRem, -7.0f, 2.0f) == bits_of(-1.0f));
  // 1 + 2^-12 squared ends in 2^-24, which a float cannot hold beside 1.
  const float factor = 1 + std::ldexp(1.0f, -12), square = 1 + std::ldexp(1.0f, -11);
  CHECK(core(spv::OpFMul, factor, factor) == bits_of(square));
  CHECK(extended(GLSLstd450Fma, factor, factor, -square) == 0);
}

TEST_CASE("floats round to the even neighbour from a half") {
  for (const auto& [value, rounded] :
       std::vector<std::pair<float, float>>{{0.5f, 0}, {1.5f, 2}, {2.5f, 2}, {-0.5f, -0.0f}, {-2.6f, -3}}) {
    CAPTURE(value);
    CHECK(extended(GLSLstd450RoundEven, value) == bits_of(rounded));
    CHECK(extended(GLSLstd450Round, value) == bits_of(rounded));
  }
  CHECK(extended(GLSLstd450Trunc, -2.6f) == bits_of(-2.0f));
  CHECK(extended(GLSLstd450Floor, -2.6f) == bits_of(-3.0f));
  CHECK(extended(GLSLstd450Ceil, -2.6f) == bits_of(-2.0f));
  CHECK(extended(GLSLstd450Fract, -2.75f) == bits_of(0.25f));
}

TEST_CASE("the common functions of floats have their values") {
  CHECK(extended(GLSLstd450FAbs, -2.0) == bits_of(2.0));
  CHECK(extended(GLSLstd450FSign, -2.0f) == bits_of(-1.0f));
  CHECK(extended(GLSLstd450FClamp, 5.0f, 0.0f, 1.0f) == bits_of(1.0f));
  CHECK(extended(GLSLstd450FMix, 2.0f, 4.0f, 0.25f) == bits_of(2.5f));
  CHECK(extended(GLSLstd450FMin, 0.0f, -0.0f) == bits_of(-0.0f));
  CHECK(extended(GLSLstd450FClamp, -0.0f, 0.0f, 1.0f) == bits_of(-0.0f));
  CHECK(extended(GLSLstd450Step, 1.0f, 0.5f) == bits_of(0.0f));
  CHECK(extended(GLSLstd450Step, 1.0f, 1.0f) == bits_of(1.0f));
  CHECK(extended(GLSLstd450SmoothStep, 0.0f, 2.0f, 1.0f) == bits_of(0.5f));
  CHECK(extended(GLSLstd450Ldexp, 3.0f, -2) == bits_of(0.75f));
  CHECK(extended(GLSLstd450Ldexp, 3.0, 2) == bits_of(12.0));
  CHECK(extended(GLSLstd450Sqrt, 9.0f) == bits_of(3.0f));
  CHECK(extended(GLSLstd450InverseSqrt, 4.0) == bits_of(0.5));
  CHECK(extended(GLSLstd450Pow, 2.0f, 10.0f) == bits_of(1024.0f));
  CHECK(extended(GLSLstd450Exp2, 3.0f) == bits_of(8.0f));
  CHECK(extended(GLSLstd450Log2, 8.0f) == bits_of(3.0f));
  CHECK(extended(GLSLstd450Degrees, std::acos(-1.0f)) == bits_of(180.0f));
}

TEST_CASE("conversions keep the value where it fits, and the nearest where it does not") {
  CHECK(convert<std::uint32_t>(spv::OpConvertFToU, 3.9f) == 3);
  CHECK(convert<std::int32_t>(spv::OpConvertFToS, -3.9f) == bits_of(-3));
  CHECK(convert<std::uint32_t>(spv::OpConvertFToU, 4294967040.0f) == 4294967040u);
  CHECK(convert<std::uint32_t>(spv::OpConvertFToU, 1e20f) == 0xFFFFFFFFu);
  CHECK(convert<std::uint32_t>(spv::OpConvertFToU, 4294967296.0f) == 0xFFFFFFFFu);
  CHECK(convert<std::uint32_t>(spv::OpConvertFToU, -1.0f) == 0);
  CHECK(convert<std::int32_t>(spv::OpConvertFToS, -1e20) == bits_of(kSmallest));
  CHECK(convert<std::int64_t>(spv::OpConvertFToS, 1e30f) == 0x7FFFFFFFFFFFFFFFu);
  CHECK(convert<std::int32_t>(spv::OpConvertFToS, kNoNumber) == 0);
  CHECK(convert<float>(spv::OpConvertSToF, -1) == bits_of(-1.0f));
  CHECK(convert<float>(spv::OpConvertUToF, 0xFFFFFFFFu) == bits_of(4294967296.0f));
  CHECK(convert<double>(spv::OpConvertUToF, 0xFFFFFFFFu) == bits_of(4294967295.0));
  CHECK(convert<std::uint64_t>(spv::OpUConvert, 0xFFFFFFFFu) == 0xFFFFFFFFu);
  CHECK(convert<std::int64_t>(spv::OpSConvert, -1) == ~std::uint64_t{0});
  CHECK(convert<std::uint32_t>(spv::OpUConvert, std::uint64_t{0x1234567890}) == 0x34567890u);
  CHECK(convert<float>(spv::OpFConvert, 0.1) == bits_of(0.1f));
  CHECK(convert<std::uint32_t>(spv::OpBitcast, 1.0f) == 0x3F800000u);
}

TEST_CASE("booleans are 0 or 1, and a selection passes on what it selects") {
  const auto logical = [](spv::Op opcode, bool a, bool b) {
    return result_of(scalar_operation(opcode, 0, 0), a, b);
  };
  CHECK(logical(spv::OpLogicalAnd, true, false) == 0);
  CHECK(logical(spv::OpLogicalOr, true, false) == 1);
  CHECK(logical(spv::OpLogicalEqual, false, false) == 1);
  CHECK(logical(spv::OpLogicalNotEqual, true, true) == 0);
  CHECK(result_of(scalar_operation(spv::OpLogicalNot, 0, 0), true) == 0);
  CHECK(result_of(scalar_operation(spv::OpSelect, 64, 64), true, ~std::uint64_t{0}, std::uint64_t{2}) ==
        ~std::uint64_t{0});
  CHECK(result_of(scalar_operation(spv::OpSelect, 32, 32), false, 1u, 2u) == 2);
}

TEST_CASE("only operators of scans count as applications") {
  for (const spv::Op opcode : {spv::OpIAdd, spv::OpFAdd, spv::OpIMul, spv::OpFMul, spv::OpBitwiseAnd,
                               spv::OpBitwiseOr, spv::OpBitwiseXor}) {
    CHECK(scalar_operation(opcode, 32, 32)->combines);
  }
  for (const spv::Op opcode : {spv::OpISub, spv::OpShiftLeftLogical, spv::OpSelect, spv::OpIEqual,
                               spv::OpConvertFToS, spv::OpLogicalAnd, spv::OpNot}) {
    CHECK_FALSE(scalar_operation(opcode, 32, 32)->combines);
  }
  for (const GLSLstd450 instruction : {GLSLstd450FMin, GLSLstd450UMax, GLSLstd450SMin}) {
    CHECK(extended_operation(instruction, 64)->combines);
  }
  CHECK_FALSE(extended_operation(GLSLstd450Floor, 32)->combines);
}

TEST_CASE("what is no operation on scalars, or of another width, is none") {
  CHECK_FALSE(scalar_operation(spv::OpLoad, 32, 32));
  CHECK_FALSE(scalar_operation(spv::OpIAdd, 16, 16));
  CHECK_FALSE(scalar_operation(spv::OpBitcast, 64, 32));
  CHECK_FALSE(scalar_operation(spv::OpUConvert, 32, 8));
  CHECK_FALSE(extended_operation(GLSLstd450Length, 32));
  CHECK_FALSE(extended_operation(GLSLstd450Floor, 16));
}
