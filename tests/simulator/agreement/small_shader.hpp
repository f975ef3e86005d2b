// A small shader made from a recipe: an operation or a construct, and random operands for it.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scan::test {

enum class Scalar { uint32, int32, uint64, int64, float32, float64 };

inline constexpr Scalar kScalars[] = {Scalar::uint32, Scalar::int32,   Scalar::uint64,
                                      Scalar::int64,  Scalar::float32, Scalar::float64};
inline constexpr Scalar kIntegers[] = {Scalar::uint32, Scalar::int32, Scalar::uint64, Scalar::int64};
inline constexpr Scalar kFloats[] = {Scalar::float32, Scalar::float64};

/// "uint64_t"
const char* glsl_name(Scalar scalar);
bool is_float(Scalar scalar);
bool is_signed(Scalar scalar);
std::uint32_t words_of(Scalar scalar);

/// What the operands are drawn from.
enum class Range {
  any,  // integers: every bit pattern, and those at the edges often; floats: both zeros, magnitudes 2^-20 to 2^20
  nonzero,   // the same without zeros
  small,     // -100 to 100
  positive,  // 1 to 100, integers; 0.01 to 100, floats
  unit,      // floats: -1 to 1
};

inline constexpr std::uint32_t kOperandsAnItem = 4, kResultsAnItem = 8;
inline constexpr std::uint32_t kCommonResults = 64;  // after those of the items

struct Recipe {
  std::string name;
  /// Statements of main(). `a`, `b`, `c` and `d` are the item's operands, `item` is its number, `local` that in the
  /// workgroup, `lane` that in the subgroup; put(k, value) writes its result k below kResultsAnItem, and
  /// items_out[COMMON + k] are kCommonResults words that all of them share, zero at the start.
  std::string body;
  Scalar in = Scalar::uint32;
  Scalar out = Scalar::uint32;
  Range range = Range::any;
  std::string declarations = {};  // before main(): functions, structs, shared memory
  /// How far results may be apart, as a share of the larger of 1 and the result. 0: not a bit.
  double tolerance = 0;
  std::uint32_t workgroup_size = 32;
};

struct SmallShader {
  std::string name;
  std::string text;  // GLSL: operands at binding 0, results at binding 1
  std::vector<std::uint32_t> operands;
  std::uint32_t num_results = 0;  // scalars
  Scalar out = Scalar::uint32;
  double tolerance = 0;
};

inline constexpr std::uint32_t kNumWorkgroups = 2;

/// The operands depend on the recipe's name alone.
SmallShader make_shader(const Recipe& recipe);

// All of them, by what they are about.
std::vector<Recipe> operator_recipes();
std::vector<Recipe> function_recipes();
std::vector<Recipe> conversion_recipes();
std::vector<Recipe> vector_recipes();
std::vector<Recipe> control_flow_recipes();
std::vector<Recipe> memory_recipes();
std::vector<Recipe> atomic_recipes();
std::vector<Recipe> subgroup_recipes();
std::vector<Recipe> subgroup_arithmetic_recipes();
std::vector<Recipe> program_recipes();

}  // namespace scan::test
