// Vectors: built, swizzled, indexed, compared and multiplied, for two to four components.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

struct VectorType {
  Scalar scalar;
  const char* prefix;
};

constexpr VectorType kVectorTypes[] = {{Scalar::uint32, "u"},  {Scalar::int32, "i"},  {Scalar::uint64, "u64"},
                                       {Scalar::int64, "i64"}, {Scalar::float32, ""}, {Scalar::float64, "d"}};

// Of V2, V3 and V4, each with the scalars a to d at hand.
constexpr const char* kOfAll[] = {
    "const V2 v = V2(a, b) + V2(c, d); put(0, v.x); put(1, v.y);",
    "const V3 v = V3(a, b, c) * V3(d, c, b); put(0, v.x); put(1, v.y); put(2, v.z);",
    "const V4 v = V4(a, b, c, d) - V4(d); put(0, v.x); put(1, v.y); put(2, v.z); put(3, v.w);",
    "const V4 v = V4(a, b, c, d).wzyx; put(0, v.x); put(1, v.y); put(2, v.z); put(3, v.w);",
    "const V4 v = V4(a, b, c, d).xxzy; put(0, v.x); put(1, v.y); put(2, v.z); put(3, v.w);",
    "V4 v = V4(a, b, c, d); v.yz = v.wx; v.x += a; put(0, v.x); put(1, v.y); put(2, v.z); put(3, v.w);",
    "V3 v = V3(a, b, c); v.zx = V2(c, d) + v.xy; put(0, v.x); put(1, v.y); put(2, v.z);",
    "const V4 v = V4(a, b, c, d); put(0, v[item % 4]); put(1, v[(item / 4) % 4]);",
    "V4 v = V4(a, b, c, d); v[item % 4] = a + b; put(0, v.x); put(1, v.y); put(2, v.z); put(3, v.w);",
    "const V4 v = V4(V2(a, b), V2(c, d)); const V2 w = V2(v); put(0, w.x); put(1, w.y); put(2, v.w);",
    "const V3 v = V3(V2(a, b), c); const V4 w = V4(d, v); put(0, w.x); put(1, w.y); put(2, w.z); put(3, "
    "w.w);",
    "const V4 v = min(V4(a, b, c, d), V4(b)); put(0, v.x); put(1, v.y); put(2, v.z); put(3, v.w);",
    "const V3 v = max(V3(a, b, c), V3(d, a, b)); put(0, v.x); put(1, v.y); put(2, v.z);",
    "const V3 v = -V3(a, b, c); put(0, v.x); put(1, v.y); put(2, v.z);",
    "const V2 v = a < b ? V2(a, b) : V2(c, d); put(0, v.x); put(1, v.y);",
    "V2 v = V2(a, b); v *= c; v -= V2(1); put(0, v.x); put(1, v.y);",
};

constexpr const char* kComparisons[] = {"lessThan", "lessThanEqual",    "greaterThan",
                                        "equal",    "greaterThanEqual", "notEqual"};

constexpr const char* kOfFloats[] = {
    "put(0, dot(V3(a, b, c), V3(b, c, d)));",
    "put(0, dot(V2(a, b), V2(c, d))); put(1, dot(V4(a, b, c, d), V4(d, a, b, c)));",
    "const V4 v = V4(a, b, c, d) * b; put(0, v.x); put(1, v.y); put(2, v.z); put(3, v.w);",
    "const V3 v = floor(V3(a, b, c)); put(0, v.x); put(1, v.y); put(2, v.z);",
    "const V3 v = abs(V3(a, b, c)) + fract(V3(d)); put(0, v.x); put(1, v.y); put(2, v.z);",
    "const V2 v = mix(V2(a, b), V2(c, d), bvec2(a < b, c < d)); put(0, v.x); put(1, v.y);",
};

constexpr const char* kOfIntegers[] = {
    "const V4 v = (V4(a, b, c, d) & V4(d)) | (V4(b) ^ V4(a)); put(0, v.x); put(1, v.y); put(2, v.z); put(3, "
    "v.w);",
    "const V3 v = ~V3(a, b, c) >> 3; put(0, v.x); put(1, v.y); put(2, v.z);",
    "const V2 v = V2(a, b) << U2(uint(c) & 31u, uint(d) & 31u); put(0, v.x); put(1, v.y);",
};

std::string with_vector_names(const char* prefix) {
  return fmt::format("#define V2 {0}vec2\n#define V3 {0}vec3\n#define V4 {0}vec4\n#define U2 uvec2", prefix);
}

}  // namespace

std::vector<Recipe> vector_recipes() {
  std::vector<Recipe> recipes;
  for (const VectorType& type : kVectorTypes) {
    const auto add = [&](const std::string& body, Scalar out, Range range) {
      recipes.push_back({.name = fmt::format("vectors of {}: {}", glsl_name(type.scalar), body),
                         .body = body,
                         .in = type.scalar,
                         .out = out,
                         .range = range,
                         .declarations = with_vector_names(type.prefix)});
    };
    for (const char* const body : kOfAll) add(body, type.scalar, Range::any);
    for (const char* const body : kOfFloats) {
      if (is_float(type.scalar)) add(body, type.scalar, Range::small);
    }
    for (const char* const body : kOfIntegers) {
      if (!is_float(type.scalar)) add(body, type.scalar, Range::any);
    }
    for (const char* const comparison : kComparisons) {
      add(fmt::format("const bvec3 v = {}(V3(a, b, c), V3(d, a, c)); put(0, uint(v.x)); put(1, uint(v.y)); "
                      "put(2, uint(any(v))); put(3, uint(all(v))); put(4, uint(any(not(v))));",
                      comparison),
          Scalar::uint32, Range::small);
    }
    add("put(0, uint(V2(a, b) == V2(c, d))); put(1, uint(V2(a, b) != V2(a, b)));", Scalar::uint32,
        Range::small);
  }
  return recipes;
}

}  // namespace scan::test
