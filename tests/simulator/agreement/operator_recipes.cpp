// Every operator of GLSL on every scalar type that has it.
// Room: tests/simulator/agreement. Left out, for SPIR-V leaves them undefined: shifts by the width or more, divisions by
// zero, remainders of negative integers (llvmpipe gives OpSMod the dividend's sign), the quotient that does not fit.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

struct Operator {
  const char* expression;
  Range range = Range::any;
};

constexpr Operator kOfIntegers[] = {
    {"a + b"},
    {"a - b"},
    {"a * b"},
    {"a / b", Range::positive},
    {"a % b", Range::positive},
    {"-a"},
    {"a & b"},
    {"a | b"},
    {"a ^ b"},
    {"~a"},
    {"a << (uint(b) & 31u)"},
    {"a >> (uint(b) & 31u)"},
    {"min(a, b)"},
    {"max(a, b)"},
    {"clamp(a, min(b, c), max(b, c))"},
    {"a * b + c"},
    {"(a ^ b) - (c | d)"},
    {"a < b ? a : b + c"},
};

constexpr Operator kOfUnsignedIntegers[] = {{"a / max(b, 1)", Range::any}, {"a % max(b, 1)", Range::any}};

constexpr Operator kOfSignedIntegers[] = {{"a / (b > 0 ? b : b - 1)", Range::small}, {"abs(a)"}, {"sign(a)"}};

// A product and a sum are two operations, each rounded: neither machine fuses them here. A GPU may.
constexpr Operator kOfFloats[] = {{"a + b"},
                                  {"a - b"},
                                  {"a * b"},
                                  {"a / b", Range::nonzero},
                                  {"-a"},
                                  {"a * b + c"},
                                  {"min(a, b)", Range::nonzero},
                                  {"max(a, b)", Range::nonzero},
                                  {"a - b * c"},
                                  {"a < b ? a : c"}};

constexpr const char* kComparisons[] = {"a < b", "a <= b", "a > b", "a >= b", "a == b", "a != b"};

constexpr const char* kOfBooleans[] = {
    "!(a < b)",           "a < b && b < c",     "a < b || b < c",       "(a < b) ^^ (b < c)",
    "(a < b) == (b < c)", "(a < b) != (b < c)", "a < b ? c < d : c > d"};

void add(std::vector<Recipe>& recipes, Scalar scalar, const Operator& one) {
  recipes.push_back({.name = fmt::format("{}: {}", glsl_name(scalar), one.expression),
                     .body = fmt::format("put(0, Out({}));", one.expression),
                     .in = scalar,
                     .out = scalar,
                     .range = one.range});
}

void add_truth(std::vector<Recipe>& recipes, Scalar scalar, const char* expression) {
  // Small integers meet each other often.
  recipes.push_back({.name = fmt::format("{}: {}", glsl_name(scalar), expression),
                     .body = fmt::format("put(0, uint({}));", expression),
                     .in = scalar,
                     .range = Range::small});
  recipes.push_back({.name = fmt::format("{} of any size: {}", glsl_name(scalar), expression),
                     .body = fmt::format("put(0, uint({}));", expression),
                     .in = scalar});
}

}  // namespace

std::vector<Recipe> operator_recipes() {
  std::vector<Recipe> recipes;
  for (const Scalar scalar : kIntegers) {
    for (const Operator& one : kOfIntegers) add(recipes, scalar, one);
    if (is_signed(scalar)) {
      for (const Operator& one : kOfSignedIntegers) add(recipes, scalar, one);
    } else {
      for (const Operator& one : kOfUnsignedIntegers) add(recipes, scalar, one);
    }
  }
  for (const Scalar scalar : kFloats) {
    for (const Operator& one : kOfFloats) add(recipes, scalar, one);
  }
  for (const Scalar scalar : kScalars) {
    for (const char* const comparison : kComparisons) add_truth(recipes, scalar, comparison);
  }
  for (const char* const expression : kOfBooleans) add_truth(recipes, Scalar::int32, expression);
  return recipes;
}

}  // namespace scan::test
