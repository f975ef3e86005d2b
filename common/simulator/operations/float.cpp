// Float arithmetic, comparisons and classification, by IEEE 754 and rounded to nearest.
// Room: common/simulator/operations. It is built without contraction: a product is rounded before it is added.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "simulator/operations/typed.hpp"

namespace scan::simulator {
namespace {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559,
              "division by zero and overflow are defined by IEEE 754");

std::optional<ScalarOperation> arithmetic(spv::Op opcode, std::uint32_t width) {
  switch (opcode) {
    case spv::OpFNegate: return on_floats<1>(width, [](auto a) { return -a; });
    case spv::OpFAdd: return combining(on_floats<2>(width, [](auto a, auto b) { return a + b; }));
    case spv::OpFSub: return on_floats<2>(width, [](auto a, auto b) { return a - b; });
    case spv::OpFMul: return combining(on_floats<2>(width, [](auto a, auto b) { return a * b; }));
    case spv::OpFDiv: return on_floats<2>(width, [](auto a, auto b) { return a / b; });
    // By their definitions, rounding after each step, as drivers do.
    case spv::OpFRem: return on_floats<2>(width, [](auto a, auto b) { return a - b * std::trunc(a / b); });
    case spv::OpFMod: return on_floats<2>(width, [](auto a, auto b) { return a - b * std::floor(a / b); });
    default: return std::nullopt;
  }
}

// Ordered comparisons are false where an operand is no number, unordered ones true.
std::optional<ScalarOperation> comparison(spv::Op opcode, std::uint32_t width) {
  switch (opcode) {
    case spv::OpFOrdEqual: return on_floats<2>(width, [](auto a, auto b) { return a == b; });
    case spv::OpFOrdNotEqual: return on_floats<2>(width, [](auto a, auto b) { return a < b || a > b; });
    case spv::OpFOrdLessThan: return on_floats<2>(width, [](auto a, auto b) { return a < b; });
    case spv::OpFOrdLessThanEqual: return on_floats<2>(width, [](auto a, auto b) { return a <= b; });
    case spv::OpFOrdGreaterThan: return on_floats<2>(width, [](auto a, auto b) { return a > b; });
    case spv::OpFOrdGreaterThanEqual: return on_floats<2>(width, [](auto a, auto b) { return a >= b; });
    case spv::OpFUnordEqual: return on_floats<2>(width, [](auto a, auto b) { return !(a < b || a > b); });
    case spv::OpFUnordNotEqual: return on_floats<2>(width, [](auto a, auto b) { return a != b; });
    case spv::OpFUnordLessThan: return on_floats<2>(width, [](auto a, auto b) { return !(a >= b); });
    case spv::OpFUnordLessThanEqual: return on_floats<2>(width, [](auto a, auto b) { return !(a > b); });
    case spv::OpFUnordGreaterThan: return on_floats<2>(width, [](auto a, auto b) { return !(a <= b); });
    case spv::OpFUnordGreaterThanEqual: return on_floats<2>(width, [](auto a, auto b) { return !(a < b); });
    case spv::OpIsNan: return on_floats<1>(width, [](auto a) { return std::isnan(a); });
    case spv::OpIsInf: return on_floats<1>(width, [](auto a) { return std::isinf(a); });
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<ScalarOperation> float_operation(spv::Op opcode, std::uint32_t width) {
  const auto found = arithmetic(opcode, width);
  return found ? found : comparison(opcode, width);
}

}  // namespace scan::simulator
