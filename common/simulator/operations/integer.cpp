// Integer arithmetic and comparisons. All of it wraps: signed sums and products are computed without a sign.
// Room: common/simulator/operations.
// SPDX-License-Identifier: MIT
#include <limits>
#include <type_traits>

#include "simulator/operations/typed.hpp"

namespace scan::simulator {
namespace {

// The one quotient that does not fit; it wraps back to the dividend.
template <typename Integer>
constexpr bool overflows(Integer dividend, Integer divisor) {
  return dividend == std::numeric_limits<Integer>::min() && divisor == -1;
}

// The sign is the dividend's. By zero: all ones, as llvmpipe does.
template <typename Integer>
constexpr Integer signed_remainder(Integer dividend, Integer divisor) {
  if (divisor == 0) return -1;
  return overflows(dividend, divisor) ? 0 : dividend % divisor;
}

template <typename Integer>
constexpr Integer signed_modulo(Integer dividend, Integer divisor) {
  const Integer remainder = signed_remainder(dividend, divisor);
  if (divisor == 0 || remainder == 0) return remainder;
  return (remainder < 0) == (divisor < 0) ? remainder : remainder + divisor;
}

std::optional<ScalarOperation> arithmetic(spv::Op opcode, std::uint32_t width) {
  switch (opcode) {
    case spv::OpSNegate: return on_unsigned<1>(width, [](auto a) { return 0 - a; });
    case spv::OpIAdd: return combining(on_unsigned<2>(width, [](auto a, auto b) { return a + b; }));
    case spv::OpISub: return on_unsigned<2>(width, [](auto a, auto b) { return a - b; });
    case spv::OpIMul: return combining(on_unsigned<2>(width, [](auto a, auto b) { return a * b; }));
    case spv::OpUDiv:
      return on_unsigned<2>(width, [](auto a, auto b) { return b == 0 ? ~decltype(a){0} : a / b; });
    case spv::OpUMod:
      return on_unsigned<2>(width, [](auto a, auto b) { return b == 0 ? ~decltype(a){0} : a % b; });
    case spv::OpSDiv:
      return on_signed<2>(width, [](auto a, auto b) {
        if (b == 0) return decltype(a){0};
        return overflows(a, b) ? a : a / b;
      });
    case spv::OpSRem: return on_signed<2>(width, [](auto a, auto b) { return signed_remainder(a, b); });
    case spv::OpSMod: return on_signed<2>(width, [](auto a, auto b) { return signed_modulo(a, b); });
    default: return std::nullopt;
  }
}

std::optional<ScalarOperation> comparison(spv::Op opcode, std::uint32_t width) {
  switch (opcode) {
    case spv::OpIEqual: return on_unsigned<2>(width, [](auto a, auto b) { return a == b; });
    case spv::OpINotEqual: return on_unsigned<2>(width, [](auto a, auto b) { return a != b; });
    case spv::OpUGreaterThan: return on_unsigned<2>(width, [](auto a, auto b) { return a > b; });
    case spv::OpUGreaterThanEqual: return on_unsigned<2>(width, [](auto a, auto b) { return a >= b; });
    case spv::OpULessThan: return on_unsigned<2>(width, [](auto a, auto b) { return a < b; });
    case spv::OpULessThanEqual: return on_unsigned<2>(width, [](auto a, auto b) { return a <= b; });
    case spv::OpSGreaterThan: return on_signed<2>(width, [](auto a, auto b) { return a > b; });
    case spv::OpSGreaterThanEqual: return on_signed<2>(width, [](auto a, auto b) { return a >= b; });
    case spv::OpSLessThan: return on_signed<2>(width, [](auto a, auto b) { return a < b; });
    case spv::OpSLessThanEqual: return on_signed<2>(width, [](auto a, auto b) { return a <= b; });
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<ScalarOperation> integer_operation(spv::Op opcode, std::uint32_t width) {
  const auto found = arithmetic(opcode, width);
  return found ? found : comparison(opcode, width);
}

}  // namespace scan::simulator
