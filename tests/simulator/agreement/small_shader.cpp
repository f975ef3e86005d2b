// Writes a recipe out as GLSL, and draws its operands.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#include "simulator/agreement/small_shader.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "simulator/agreement/random.hpp"

namespace scan::test {
namespace {

// Extensions declare nothing in SPIR-V unless they are used.
constexpr const char* kText = R"(#version 450
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = {size}) in;
#define OPERANDS {operands}
#define RESULTS {results}
#define COMMON ({size} * {groups} * RESULTS)
#define In {in}
#define Out {out}
layout(std430, binding = 0) readonly buffer Operands {{ In items_in[]; }};
layout(std430, binding = 1) buffer Results {{ Out items_out[]; }};
#define item gl_GlobalInvocationID.x
#define local gl_LocalInvocationID.x
#define lane gl_SubgroupInvocationID
void put(uint k, Out value) {{ items_out[RESULTS * item + k] = value; }}
{declarations}
void main() {{
  const In a = items_in[OPERANDS * item], b = items_in[OPERANDS * item + 1];
  const In c = items_in[OPERANDS * item + 2], d = items_in[OPERANDS * item + 3];
  {body}
}}
)";

std::uint64_t any_integer(Random& random, std::uint32_t num_bits) {
  const std::uint64_t edges[] = {
      0, 1, 2, ~std::uint64_t{0}, 1ull << (num_bits - 1), (1ull << (num_bits - 1)) - 1};
  switch (random.below(4)) {
    case 0: return edges[random.below(std::size(edges))];
    case 1: return random.bits() >> random.below(64);  // every magnitude
    default: return random.bits();
  }
}

std::uint64_t integer(Random& random, Range range, Scalar scalar) {
  switch (range) {
    case Range::small: return random.below(201) - (is_signed(scalar) ? 100 : 0);
    case Range::positive: return 1 + random.below(100);
    default: return any_integer(random, 32 * words_of(scalar));
  }
}

double floating(Random& random, Range range) {
  switch (range) {
    case Range::small: return random.between(-100, 100);
    case Range::positive: return random.between(0.01, 100);
    case Range::unit: return random.between(-1, 1);
    default: {
      const double sign = random.below(2) == 0 ? 1 : -1;
      if (random.below(8) == 0) return sign * 0.0;
      return sign * std::ldexp(random.between(1, 2), static_cast<int>(random.below(41)) - 20);
    }
  }
}

std::uint64_t bits_of(double value, Scalar scalar) {
  if (scalar == Scalar::float64) return std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

bool is_zero(std::uint64_t bits, Scalar scalar) {
  if (words_of(scalar) == 1) bits &= 0xFFFFFFFFu;
  const std::uint64_t sign = is_float(scalar) ? 1ull << (32 * words_of(scalar) - 1) : 0;
  return (bits & ~sign) == 0;
}

std::uint64_t operand(Random& random, Range range, Scalar scalar) {
  const std::uint64_t bits =
      is_float(scalar) ? bits_of(floating(random, range), scalar) : integer(random, range, scalar);
  return range == Range::nonzero && is_zero(bits, scalar) ? operand(random, range, scalar) : bits;
}

std::vector<std::uint32_t> draw_operands(const Recipe& recipe) {
  Random random(recipe.name);
  std::vector<std::uint32_t> words;
  for (std::uint32_t i = 0; i < recipe.workgroup_size * kNumWorkgroups * kOperandsAnItem; ++i) {
    const std::uint64_t bits = operand(random, recipe.range, recipe.in);
    words.push_back(static_cast<std::uint32_t>(bits));
    if (words_of(recipe.in) == 2) words.push_back(static_cast<std::uint32_t>(bits >> 32));
  }
  return words;
}

}  // namespace

const char* glsl_name(Scalar scalar) {
  switch (scalar) {
    case Scalar::uint32: return "uint";
    case Scalar::int32: return "int";
    case Scalar::uint64: return "uint64_t";
    case Scalar::int64: return "int64_t";
    case Scalar::float32: return "float";
    case Scalar::float64: return "double";
  }
  return "";
}

bool is_float(Scalar scalar) {
  return scalar == Scalar::float32 || scalar == Scalar::float64;
}

bool is_signed(Scalar scalar) {
  return scalar != Scalar::uint32 && scalar != Scalar::uint64;
}

std::uint32_t words_of(Scalar scalar) {
  return scalar == Scalar::uint64 || scalar == Scalar::int64 || scalar == Scalar::float64 ? 2 : 1;
}

SmallShader make_shader(const Recipe& recipe) {
  return {.name = recipe.name,
          .text = fmt::format(fmt::runtime(kText), fmt::arg("size", recipe.workgroup_size),
                              fmt::arg("operands", kOperandsAnItem), fmt::arg("results", kResultsAnItem),
                              fmt::arg("groups", kNumWorkgroups), fmt::arg("in", glsl_name(recipe.in)),
                              fmt::arg("out", glsl_name(recipe.out)),
                              fmt::arg("declarations", recipe.declarations), fmt::arg("body", recipe.body)),
          .operands = draw_operands(recipe),
          .num_results = recipe.workgroup_size * kNumWorkgroups * kResultsAnItem + kCommonResults,
          .out = recipe.out,
          .tolerance = recipe.tolerance};
}

}  // namespace scan::test
