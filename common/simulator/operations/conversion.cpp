// Conversions between integers and floats, and between widths.
// Room: common/simulator/operations.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include "simulator/operations/typed.hpp"

namespace scan::simulator {
namespace {

// Undefined in SPIR-V where the integer cannot hold it: then the nearest, and 0 for what is no number.
template <typename Integer, typename Float>
Integer saturated(Float value) {
  using Limits = std::numeric_limits<Integer>;
  // The first float past the largest integer; a power of two, which any float holds.
  const Float end = std::ldexp(Float{1}, Limits::digits);
  if (std::isnan(value)) return 0;
  if (value >= end) return Limits::max();
  if (value <= static_cast<Float>(Limits::min())) return Limits::min();
  return static_cast<Integer>(value);
}

template <typename From, typename To>
ScalarOperation convert() {
  const auto apply = [](Bits a, Bits, Bits, Bits) -> Bits {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
      return to_bits(saturated<To>(from_bits<From>(a)));
    } else {
      return to_bits(static_cast<To>(from_bits<From>(a)));
    }
  };
  return {.apply = apply, .num_operands = 1};
}

// Of each kind of scalar, the type of 32 and that of 64 bits.
struct Unsigned {
  using Narrow = std::uint32_t;
  using Wide = std::uint64_t;
};
struct Signed {
  using Narrow = std::int32_t;
  using Wide = std::int64_t;
};
struct Float {
  using Narrow = float;
  using Wide = double;
};

template <typename From, typename To>
std::optional<ScalarOperation> convert(std::uint32_t from_width, std::uint32_t to_width) {
  if (from_width == 32 && to_width == 32) return convert<typename From::Narrow, typename To::Narrow>();
  if (from_width == 32 && to_width == 64) return convert<typename From::Narrow, typename To::Wide>();
  if (from_width == 64 && to_width == 32) return convert<typename From::Wide, typename To::Narrow>();
  if (from_width == 64 && to_width == 64) return convert<typename From::Wide, typename To::Wide>();
  return std::nullopt;
}

}  // namespace

std::optional<ScalarOperation> conversion(spv::Op opcode, std::uint32_t operand_width,
                                          std::uint32_t result_width) {
  switch (opcode) {
    case spv::OpConvertFToU: return convert<Float, Unsigned>(operand_width, result_width);
    case spv::OpConvertFToS: return convert<Float, Signed>(operand_width, result_width);
    case spv::OpConvertUToF: return convert<Unsigned, Float>(operand_width, result_width);
    case spv::OpConvertSToF: return convert<Signed, Float>(operand_width, result_width);
    case spv::OpUConvert: return convert<Unsigned, Unsigned>(operand_width, result_width);
    case spv::OpSConvert: return convert<Signed, Signed>(operand_width, result_width);
    case spv::OpFConvert: return convert<Float, Float>(operand_width, result_width);
    default: return std::nullopt;
  }
}

}  // namespace scan::simulator
