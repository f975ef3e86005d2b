// Reductions and scans of a subgroup: every operator on every type, where all lanes take part and where some do.
// Room: tests/simulator/agreement. Left out: clustered reductions, which this driver does not offer.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

constexpr const char* kForms[] = {"subgroup", "subgroupInclusive", "subgroupExclusive"};
constexpr const char* kOfNumbers[] = {"Add", "Mul", "Min", "Max"};
constexpr const char* kOfBits[] = {"And", "Or", "Xor"};

// By all lanes, by those of either branch, and by fewer in each round of a loop.
constexpr const char* kBody =
    "put(0, {0}(a)); "
    "if ((int(c) & 1) == 0) put(1, {0}(a)); else put(1, {0}(b)); "
    "Out x = d; for (uint i = 0u; i < (item * 5u) % 4u; ++i) x = {0}(x); put(2, x); "
    "if (lane % 3u == 1u) {{ put(3, {0}(b)); return; }} put(4, {0}(c));";

constexpr const char* kBodyOfBooleans =
    "put(0, uint({0}(a > b))); if ((c & 1u) == 0u) put(1, uint({0}(a > 9u))); else put(1, uint({0}(b > c)));";

Recipe recipe_of(Scalar scalar, const std::string& function) {
  return {.name = fmt::format("subgroup: {} of {}", function, glsl_name(scalar)),
          .body = fmt::format(fmt::runtime(kBody), function),
          .in = scalar,
          .out = scalar,
          .range = is_float(scalar) ? Range::small : Range::any};
}

}  // namespace

std::vector<Recipe> subgroup_arithmetic_recipes() {
  std::vector<Recipe> recipes;
  for (const char* const form : kForms) {
    for (const char* const operation : kOfNumbers) {
      for (const Scalar scalar : kScalars)
        recipes.push_back(recipe_of(scalar, form + std::string(operation)));
    }
    for (const char* const operation : kOfBits) {
      for (const Scalar scalar : kIntegers)
        recipes.push_back(recipe_of(scalar, form + std::string(operation)));
      const std::string function = form + std::string(operation);
      recipes.push_back({.name = fmt::format("subgroup: {} of bool", function),
                         .body = fmt::format(fmt::runtime(kBodyOfBooleans), function)});
    }
  }
  return recipes;
}

}  // namespace scan::test
