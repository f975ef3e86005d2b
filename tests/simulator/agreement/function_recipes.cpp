// The built-in functions that work by component.
// Room: tests/simulator/agreement. Left out: bit fields that reach past the last bit, and which is the lesser
// of two zeros, for these are undefined. Operands are opaque: of `a + 1 - a` a driver may make 1.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

// Of a uint and of an int; the result is the same type.
constexpr const char* kBits[] = {
    "bitCount(a)",
    "bitfieldReverse(a)",
    "findLSB(a)",
    "findMSB(a)",
    "bitfieldExtract(a, int(b) & 15, int(c) & 15)",
    "bitfieldInsert(a, d, int(b) & 15, int(c) & 15)",
    "bitfieldExtract(a, 0, 32)",
    "bitfieldInsert(a, d, 31, 1)",
};

// Results of two parts, of each of which one is a parameter.
constexpr const char* kWide[] = {
    "uint rest; put(0, uaddCarry(uint(a), uint(b), rest)); put(1, rest);",
    "uint rest; put(0, usubBorrow(uint(a), uint(b), rest)); put(1, rest);",
    "uint high, low; umulExtended(uint(a), uint(b), high, low); put(0, high); put(1, low);",
    "int high, low; imulExtended(int(a), int(b), high, low); put(0, uint(high)); put(1, uint(low));",
    "uvec2 rest; const uvec2 x = uaddCarry(uvec2(a, b), uvec2(c, d), rest); put(0, x.x ^ rest.x); put(1, x.y "
    "^ rest.y);",
};

struct Function {
  const char* expression;
  Range range = Range::any;
};

constexpr Function kOfFloats[] = {
    {"abs(a)"},
    {"sign(a)"},
    {"floor(a)"},
    {"ceil(a)"},
    {"trunc(a)"},
    {"round(a)"},
    {"round(floor(a) + 0.5)", Range::small},
    {"roundEven(floor(a) + 0.5)", Range::small},
    {"fract(a)"},
    {"mod(a, b)", Range::positive},
    {"mod(a - 50, b)", Range::positive},
    {"clamp(a, min(b, c), max(b, c))", Range::nonzero},
    {"mix(a, b, c)", Range::unit},
    {"mix(a, b, c < d)"},
    {"step(a, b)"},
    {"smoothstep(min(a, b), max(a, b), c)", Range::unit},
    {"fma(a, b, c)"},
    {"sqrt(abs(a))"},
    {"inversesqrt(a)", Range::positive},
    {"ldexp(a, int(b))", Range::small},
};

// Drivers approximate these in ways of their own. The widest bound of Vulkan's chapter on precision is 2^-11, for sin()
// and cos(), beside an error of the result of the same size.
constexpr double kTranscendental = 0x1p-10;

constexpr Function kTranscendentals[] = {
    {"sin(a)", Range::unit},         {"cos(a)", Range::unit},
    {"tan(a)", Range::unit},         {"asin(a)", Range::unit},
    {"acos(a)", Range::unit},        {"atan(a)", Range::small},
    {"atan(a, b)", Range::small},    {"sinh(a)", Range::unit},
    {"cosh(a)", Range::unit},        {"tanh(a)", Range::unit},
    {"asinh(a)", Range::unit},       {"acosh(a + 1)", Range::positive},
    {"atanh(a * 0.9)", Range::unit}, {"pow(a, b * 0.05)", Range::positive},
    {"exp(a)", Range::unit},         {"log(a)", Range::positive},
    {"exp2(a)", Range::unit},        {"log2(a)", Range::positive},
};

}  // namespace

std::vector<Recipe> function_recipes() {
  std::vector<Recipe> recipes;
  for (const Scalar scalar : {Scalar::uint32, Scalar::int32}) {
    for (const char* const expression : kBits) {
      recipes.push_back({.name = fmt::format("{}: {}", glsl_name(scalar), expression),
                         .body = fmt::format("put(0, Out({}));", expression),
                         .in = scalar,
                         .out = scalar});
    }
  }
  for (const char* const body : kWide)
    recipes.push_back({.name = fmt::format("wide: {}", body), .body = body});
  for (const Scalar scalar : kFloats) {
    for (const Function& function : kOfFloats) {
      recipes.push_back({.name = fmt::format("{}: {}", glsl_name(scalar), function.expression),
                         .body = fmt::format("put(0, {});", function.expression),
                         .in = scalar,
                         .out = scalar,
                         .range = function.range});
    }
  }
  for (const char* const expression : {"radians(a)", "degrees(a)"}) {
    recipes.push_back({.name = fmt::format("float: {}", expression),
                       .body = fmt::format("put(0, {});", expression),
                       .in = Scalar::float32,
                       .out = Scalar::float32});
  }
  for (const Function& function : kTranscendentals) {
    recipes.push_back({.name = fmt::format("float: {}", function.expression),
                       .body = fmt::format("put(0, {});", function.expression),
                       .in = Scalar::float32,
                       .out = Scalar::float32,
                       .range = function.range,
                       .tolerance = kTranscendental});
  }
  for (const Scalar scalar : kFloats) {
    recipes.push_back({.name = fmt::format("{}: isnan(a) and isinf(a)", glsl_name(scalar)),
                       .body = "put(0, uint(isnan(a / b))); put(1, uint(isinf(a)));",
                       .in = scalar,
                       .range = Range::nonzero});
  }
  return recipes;
}

}  // namespace scan::test
