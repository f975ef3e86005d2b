// Atomic operations of every kind, in shared memory and in a buffer, alone at a word and together.
// Room: tests/simulator/agreement. Where invocations meet at a word, only what their order cannot change is looked at.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

constexpr const char* kCommutative[] = {"Add", "Min", "Max", "And", "Or", "Xor"};

// An invocation's own word: the old values and the new one.
void add_alone(std::vector<Recipe>& recipes, Scalar scalar, const char* kind, const std::string& call) {
  const auto with = [&](const char* place, const char* word, const std::string& declarations) {
    const std::string body = fmt::format("{0} = a; put(0, {1}); put(1, {1}); put(2, {0});", word,
                                         fmt::format(fmt::runtime(call), fmt::arg("word", word)));
    recipes.push_back({.name = fmt::format("atomic{} of {}, alone in {}", kind, glsl_name(scalar), place),
                       .body = body,
                       .in = scalar,
                       .out = scalar,
                       .declarations = declarations});
  };
  with("shared memory", "values[local]", "shared Out values[32];");
  with("a buffer", "items_out[RESULTS * item + 5]", "");
}

// All of a workgroup, or of the grid, on eight words.
void add_together(std::vector<Recipe>& recipes, Scalar scalar, const char* kind) {
  const std::string name = fmt::format("atomic{} of {}, together in ", kind, glsl_name(scalar));
  recipes.push_back(
      {.name = name + "shared memory",
       .body = fmt::format("if (local < 8u) values[local] = c; barrier(); "
                           "atomic{0}(values[local % 8u], a); atomic{0}(values[uint(b) % 8u], b); "
                           "barrier(); if (local < 8u) put(0, values[local]);",
                           kind),
       .in = scalar,
       .out = scalar,
       .declarations = "shared Out values[8];"});
  recipes.push_back({.name = name + "a buffer",
                     .body = fmt::format("atomic{0}(items_out[COMMON + item % 8u], a); "
                                         "atomic{0}(items_out[COMMON + uint(b) % 8u], b);",
                                         kind),
                     .in = scalar,
                     .out = scalar});
}

struct Construct {
  const char* name;
  const char* body;
  const char* declarations = "";
};

constexpr Construct kConstructs[] = {
    {"a counter's last value", "atomicAdd(items_out[COMMON], 1u);"},
    {"a histogram", "atomicAdd(items_out[COMMON + (a & 31u)], 1u);"},
    {"a histogram by way of shared memory",
     "bins[local] = 0u; barrier(); atomicAdd(bins[a & 31u], 1u); barrier(); "
     "atomicAdd(items_out[COMMON + local], bins[local]);",
     "shared uint bins[32];"},
    {"a sum made by compare and swap",
     "uint old = 0u, expected; do { expected = old; old = atomicCompSwap(items_out[COMMON], expected, "
     "expected + a); } "
     "while (old != expected);"},
    {"a maximum made by compare and swap, in shared memory",
     "if (local == 0u) largest = 0u; barrier(); uint expected = 0u; while (expected < a) { const uint old = "
     "atomicCompSwap(largest, expected, a); if (old == expected) break; expected = old; } barrier(); put(0, "
     "largest);",
     "shared uint largest;"},
    {"a ticket for each workgroup",
     "if (local == 0u) ticket = atomicAdd(items_out[COMMON], 1u); barrier(); "
     "atomicAdd(items_out[COMMON + 1u + ticket], 1u);",
     "shared uint ticket;"},
    {"in divergent branches",
     "if ((a & 1u) == 0u) atomicAdd(items_out[COMMON], b); else "
     "atomicXor(items_out[COMMON + 1u], c);"},
    {"in a loop of another length each",
     "for (uint i = 0u; i < (a & 7u); ++i) atomicAdd(items_out[COMMON + i], b);"},
    {"a sum and what was released before it",
     "put(0, a); memoryBarrierBuffer(); atomicAdd(items_out[COMMON], a, gl_ScopeDevice, "
     "gl_StorageSemanticsBuffer, "
     "gl_SemanticsAcquireRelease);"},
    {"load and store",
     "atomicStore(items_out[RESULTS * item + 3u], a, gl_ScopeDevice, gl_StorageSemanticsBuffer, "
     "gl_SemanticsRelease); put(0, atomicLoad(items_out[RESULTS * item + 3u], gl_ScopeDevice, "
     "gl_StorageSemanticsBuffer, gl_SemanticsAcquire) + b);"},
    {"increment and decrement as sums",
     "put(0, a); put(1, atomicAdd(items_out[RESULTS * item], 1u)); "
     "put(2, atomicAdd(items_out[RESULTS * item], ~0u));"},
};

}  // namespace

std::vector<Recipe> atomic_recipes() {
  std::vector<Recipe> recipes;
  for (const Scalar scalar : kIntegers) {
    for (const char* const kind : kCommutative) {
      add_alone(recipes, scalar, kind, fmt::format("atomic{}({{word}}, b)", kind));
      add_together(recipes, scalar, kind);
    }
    add_alone(recipes, scalar, "Exchange", "atomicExchange({word}, b)");
    add_alone(recipes, scalar, "CompSwap", "atomicCompSwap({word}, (item & 1u) == 0u ? a : c, b)");
  }
  for (const Construct& construct : kConstructs) {
    recipes.push_back({.name = std::string("atomic: ") + construct.name,
                       .body = construct.body,
                       .declarations = construct.declarations});
  }
  return recipes;
}

}  // namespace scan::test
