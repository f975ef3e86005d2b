// The instructions of GLSL.std.450 that work by component: what a shader calls as floor(), min(), sqrt() and so on.
// Room: common/simulator/operations.
// SPDX-License-Identifier: MIT
#include <glslang/SPIRV/GLSL.std.450.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

#include "simulator/operations/typed.hpp"

namespace scan::simulator {
namespace {

// Where neither is less, as with zeros of both signs, the later operand: SPIR-V leaves the choice, llvmpipe makes this
// one. Where one is no number, the other: FMin may do as it likes there, NMin has to.
template <typename Value>
Value least(Value a, Value b) {
  if constexpr (std::is_floating_point_v<Value>) {
    if (std::isnan(b)) return a;
  }
  return a < b ? a : b;
}

template <typename Value>
Value greatest(Value a, Value b) {
  if constexpr (std::is_floating_point_v<Value>) {
    if (std::isnan(b)) return a;
  }
  return a > b ? a : b;
}

template <typename Value>
Value clamped(Value value, Value low, Value high) {
  return least(high, greatest(low, value));
}

template <typename Value>
Value sign(Value value) {
  return static_cast<Value>((value > 0 ? 1 : 0) - (value < 0 ? 1 : 0));
}

template <typename Float>
Float smooth_step(Float low, Float high, Float value) {
  const Float share = clamped((value - low) / (high - low), Float{0}, Float{1});
  return share * (share * (Float{3} - Float{2} * share));
}

// The number of the lowest or the highest bit that is set; all ones where there is none.
template <typename Unsigned>
Unsigned lowest_bit(Unsigned value) {
  return value == 0 ? ~Unsigned{0} : static_cast<Unsigned>(std::countr_zero(value));
}

template <typename Unsigned>
Unsigned highest_bit(Unsigned value) {
  return static_cast<Unsigned>(std::bit_width(value)) - 1;
}

// Of a negative number, the highest bit that is not set.
template <typename Integer>
Integer highest_bit_signed(Integer value) {
  return static_cast<Integer>(
      highest_bit(static_cast<std::make_unsigned_t<Integer>>(value < 0 ? ~value : value)));
}

// Times two to the power of a signed integer.
template <typename Float>
ScalarOperation scale() {
  const auto apply = [](Bits a, Bits exponent, Bits, Bits) {
    return to_bits(std::ldexp(from_bits<Float>(a), from_bits<std::int32_t>(exponent)));
  };
  return {.apply = apply, .num_operands = 2};
}

std::optional<ScalarOperation> scale(std::uint32_t width) {
  if (width == 32) return scale<float>();
  if (width == 64) return scale<double>();
  return std::nullopt;
}

std::optional<ScalarOperation> integer_instruction(std::uint32_t instruction, std::uint32_t width) {
  switch (instruction) {
    case GLSLstd450SAbs:
      return on_unsigned<1>(
          width, [](auto a) { return static_cast<std::make_signed_t<decltype(a)>>(a) < 0 ? 0 - a : a; });
    case GLSLstd450SSign: return on_signed<1>(width, [](auto a) { return sign(a); });
    case GLSLstd450UMin: return combining(on_unsigned<2>(width, [](auto a, auto b) { return least(a, b); }));
    case GLSLstd450SMin: return combining(on_signed<2>(width, [](auto a, auto b) { return least(a, b); }));
    case GLSLstd450UMax:
      return combining(on_unsigned<2>(width, [](auto a, auto b) { return greatest(a, b); }));
    case GLSLstd450SMax: return combining(on_signed<2>(width, [](auto a, auto b) { return greatest(a, b); }));
    case GLSLstd450UClamp:
      return on_unsigned<3>(width, [](auto a, auto b, auto c) { return clamped(a, b, c); });
    case GLSLstd450SClamp:
      return on_signed<3>(width, [](auto a, auto b, auto c) { return clamped(a, b, c); });
    case GLSLstd450FindILsb: return on_unsigned<1>(width, [](auto a) { return lowest_bit(a); });
    case GLSLstd450FindUMsb: return on_unsigned<1>(width, [](auto a) { return highest_bit(a); });
    case GLSLstd450FindSMsb: return on_signed<1>(width, [](auto a) { return highest_bit_signed(a); });
    default: return std::nullopt;
  }
}

std::optional<ScalarOperation> float_instruction(std::uint32_t instruction, std::uint32_t width) {
  switch (instruction) {
    case GLSLstd450Round:      // a half may go either way
    case GLSLstd450RoundEven:  // the host's mode is never changed: to nearest, a half to even
      return on_floats<1>(width, [](auto a) { return std::nearbyint(a); });
    case GLSLstd450Trunc: return on_floats<1>(width, [](auto a) { return std::trunc(a); });
    case GLSLstd450Floor: return on_floats<1>(width, [](auto a) { return std::floor(a); });
    case GLSLstd450Ceil: return on_floats<1>(width, [](auto a) { return std::ceil(a); });
    case GLSLstd450Fract: return on_floats<1>(width, [](auto a) { return a - std::floor(a); });
    case GLSLstd450FAbs: return on_floats<1>(width, [](auto a) { return std::abs(a); });
    case GLSLstd450FSign: return on_floats<1>(width, [](auto a) { return sign(a); });
    case GLSLstd450FMin:
    case GLSLstd450NMin: return combining(on_floats<2>(width, [](auto a, auto b) { return least(a, b); }));
    case GLSLstd450FMax:
    case GLSLstd450NMax: return combining(on_floats<2>(width, [](auto a, auto b) { return greatest(a, b); }));
    case GLSLstd450FClamp:
    case GLSLstd450NClamp:
      return on_floats<3>(width, [](auto a, auto b, auto c) { return clamped(a, b, c); });
    case GLSLstd450FMix:
      return on_floats<3>(width, [](auto a, auto b, auto c) { return a * (1 - c) + b * c; });
    case GLSLstd450Step:
      return on_floats<2>(width, [](auto edge, auto a) { return decltype(a)(a < edge ? 0 : 1); });
    case GLSLstd450SmoothStep:
      return on_floats<3>(width, [](auto a, auto b, auto c) { return smooth_step(a, b, c); });
    case GLSLstd450Fma:  // may round once or twice; llvmpipe rounds twice
      return combining(on_floats<3>(width, [](auto a, auto b, auto c) { return a * b + c; }));
    case GLSLstd450Ldexp: return scale(width);
    case GLSLstd450Sqrt: return on_floats<1>(width, [](auto a) { return std::sqrt(a); });
    case GLSLstd450InverseSqrt: return on_floats<1>(width, [](auto a) { return 1 / std::sqrt(a); });
    default: return std::nullopt;
  }
}

std::optional<ScalarOperation> transcendental(std::uint32_t instruction, std::uint32_t width) {
  using std::numbers::pi_v;
  switch (instruction) {
    case GLSLstd450Radians:
      return on_floats<1>(width, [](auto a) { return a * static_cast<decltype(a)>(pi_v<double> / 180); });
    case GLSLstd450Degrees:
      return on_floats<1>(width, [](auto a) { return a * static_cast<decltype(a)>(180 / pi_v<double>); });
    case GLSLstd450Sin: return on_floats<1>(width, [](auto a) { return std::sin(a); });
    case GLSLstd450Cos: return on_floats<1>(width, [](auto a) { return std::cos(a); });
    case GLSLstd450Tan: return on_floats<1>(width, [](auto a) { return std::tan(a); });
    case GLSLstd450Asin: return on_floats<1>(width, [](auto a) { return std::asin(a); });
    case GLSLstd450Acos: return on_floats<1>(width, [](auto a) { return std::acos(a); });
    case GLSLstd450Atan: return on_floats<1>(width, [](auto a) { return std::atan(a); });
    case GLSLstd450Atan2: return on_floats<2>(width, [](auto a, auto b) { return std::atan2(a, b); });
    case GLSLstd450Sinh: return on_floats<1>(width, [](auto a) { return std::sinh(a); });
    case GLSLstd450Cosh: return on_floats<1>(width, [](auto a) { return std::cosh(a); });
    case GLSLstd450Tanh: return on_floats<1>(width, [](auto a) { return std::tanh(a); });
    case GLSLstd450Asinh: return on_floats<1>(width, [](auto a) { return std::asinh(a); });
    case GLSLstd450Acosh: return on_floats<1>(width, [](auto a) { return std::acosh(a); });
    case GLSLstd450Atanh: return on_floats<1>(width, [](auto a) { return std::atanh(a); });
    case GLSLstd450Pow: return on_floats<2>(width, [](auto a, auto b) { return std::pow(a, b); });
    case GLSLstd450Exp: return on_floats<1>(width, [](auto a) { return std::exp(a); });
    case GLSLstd450Log: return on_floats<1>(width, [](auto a) { return std::log(a); });
    case GLSLstd450Exp2: return on_floats<1>(width, [](auto a) { return std::exp2(a); });
    case GLSLstd450Log2: return on_floats<1>(width, [](auto a) { return std::log2(a); });
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<ScalarOperation> extended_operation(std::uint32_t instruction, std::uint32_t width) {
  if (const auto found = integer_instruction(instruction, width)) return found;
  if (const auto found = float_instruction(instruction, width)) return found;
  return transcendental(instruction, width);
}

}  // namespace scan::simulator
