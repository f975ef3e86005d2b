// Conversions from every scalar type to every other, and the bits of one type read as another.
// Room: tests/simulator/agreement. Left out: floats that the integer cannot hold, for the result is undefined.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

Range range_of(Scalar from, Scalar to) {
  if (!is_float(from) || is_float(to)) return Range::any;
  return is_signed(to) ? Range::small : Range::positive;
}

struct Reading {
  Scalar from, to;
  const char* expression;
};

constexpr Reading kReadings[] = {
    {Scalar::float32, Scalar::uint32, "floatBitsToUint(a)"},
    {Scalar::float32, Scalar::int32, "floatBitsToInt(a)"},
    {Scalar::uint32, Scalar::float32, "uintBitsToFloat(a & 0x3FFFFFFFu)"},
    {Scalar::int32, Scalar::float32, "intBitsToFloat(a & 0x3FFFFFFF)"},
    {Scalar::uint64, Scalar::uint32, "unpackUint2x32(a).x ^ unpackUint2x32(a + b).y"},
    {Scalar::int64, Scalar::int32, "unpackInt2x32(a).y - unpackInt2x32(b).x"},
    {Scalar::uint32, Scalar::uint64, "packUint2x32(uvec2(a, b))"},
    {Scalar::int32, Scalar::int64, "packInt2x32(ivec2(a, b))"},
    {Scalar::uint32, Scalar::int64, "int64_t(packUint2x32(uvec2(a, b))) >> 7"},
};

}  // namespace

std::vector<Recipe> conversion_recipes() {
  std::vector<Recipe> recipes;
  for (const Scalar from : kScalars) {
    for (const Scalar to : kScalars) {
      recipes.push_back({.name = fmt::format("{} to {}", glsl_name(from), glsl_name(to)),
                         .body = "put(0, Out(a)); put(1, Out(b)); put(2, Out(c)); put(3, Out(d));",
                         .in = from,
                         .out = to,
                         .range = range_of(from, to)});
    }
    recipes.push_back({.name = fmt::format("{} to bool and back", glsl_name(from)),
                       .body = "put(0, Out(bool(a))); put(1, Out(bool(a) != bool(b)));",
                       .in = from,
                       .out = from});
  }
  for (const Reading& reading : kReadings) {
    recipes.push_back({.name = fmt::format("{}: {}", glsl_name(reading.from), reading.expression),
                       .body = fmt::format("put(0, {});", reading.expression),
                       .in = reading.from,
                       .out = reading.to});
  }
  return recipes;
}

}  // namespace scan::test
