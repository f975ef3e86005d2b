// Branches, loops, switches and functions, nested and left early, that go another way for each lane.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

struct Construct {
  const char* name;
  const char* body;
  const char* declarations = "";
};

constexpr Construct kBranches[] = {
    {"if without else", "uint x = a; if (b < c) x += d; put(0, x);"},
    {"if and else", "uint x; if ((a & 1u) == 0u) x = b * 3u; else x = c ^ d; put(0, x);"},
    {"a chain of else if",
     "uint x = 9u; if (a % 4u == 0u) x = 1u; else if (a % 4u == 1u) x = b; "
     "else if (a % 4u == 2u) { x = c; x += d; } put(0, x);"},
    {"nested branches",
     "uint x = 0u; if (a > b) { if (c > d) x = 1u; else { x = 2u; if (a > d) x += 10u; } } "
     "else if (b > c) { x = 3u; } put(0, x);"},
    {"early return", "put(0, 1u); if (a % 3u == 0u) return; put(1, b); if (b % 3u == 0u) return; put(2, c);"},
    {"short-circuit evaluation",
     "uint calls = 0u; if (a > b && bump(calls) && c > d) calls += 100u; "
     "if (a > b || bump(calls)) calls += 1000u; put(0, calls);",
     "bool bump(inout uint calls) { ++calls; return true; }"},
    {"conditional operator with side effects",
     "uint x = 0u; const uint y = a < b ? (x += 1u) : (x += c); "
     "put(0, x); put(1, y);"},
};

constexpr Construct kSwitches[] = {
    {"switch",
     "uint x = 0u; switch (a % 5u) { case 0u: x = b; break; case 1u: x = c; break; "
     "case 3u: x = d; break; default: x = 77u; } put(0, x);"},
    {"switch with fallthrough",
     "uint x = 1u; switch (a % 6u) { case 0u: x += 1u; case 1u: x *= 10u; break; "
     "case 2u: case 3u: x += b; default: x ^= c; case 5u: x += 3u; } put(0, x);"},
    {"switch without default",
     "int x = 5; switch (int(a % 7u) - 3) { case -3: x = 1; break; case 2: x = -2; "
     "break; } put(0, uint(x));"},
    {"switch in a loop, with continue and break",
     "uint x = 0u; for (uint i = 0u; i < 10u; ++i) { switch ((a >> i) & 3u) { case 0u: continue; "
     "case 1u: x += i; break; case 2u: x += 100u; break; default: x *= 2u; } x += 1u; } put(0, x);"},
    {"loop in a switch",
     "uint x = 0u; switch (a & 1u) { case 0u: for (uint i = 0u; i < (b & 7u); ++i) x += i; "
     "break; case 1u: while (x < (c & 31u)) x += 5u; } put(0, x);"},
    {"switch with return",
     "put(0, 5u); switch (a % 3u) { case 0u: return; case 1u: put(0, 6u); break; "
     "default: put(0, 7u); return; } put(1, b);"},
    {"nested switches",
     "uint x = 0u; switch (a & 3u) { case 1u: switch (b & 1u) { case 0u: x = 1u; break; "
     "default: x = 2u; } x += 10u; break; case 2u: x = 3u; } put(0, x);"},
};

constexpr Construct kLoops[] = {
    {"for", "uint x = 0u; for (uint i = 0u; i < (a & 15u); ++i) x = x * 3u + i; put(0, x);"},
    {"while", "uint x = a | 1u, rounds = 0u; while (x > 1u) { x >>= 1; ++rounds; } put(0, rounds);"},
    {"do while", "uint x = a, rounds = 0u; do { x /= 3u; ++rounds; } while (x != 0u); put(0, rounds);"},
    {"break",
     "uint x = 0u; for (uint i = 0u; i < 32u; ++i) { if ((a >> i & 1u) == 1u) break; ++x; } put(0, x);"},
    {"continue",
     "uint x = 0u; for (uint i = 0u; i < 32u; ++i) { if ((a >> i & 1u) == 0u) continue; x += i; } "
     "put(0, x);"},
    {"break and continue",
     "uint x = 0u; for (uint i = 0u; i < 40u; ++i) { if (i % 3u == 0u) continue; "
     "if (i > (a & 31u)) break; x += i; } put(0, x);"},
    {"nested loops",
     "uint x = 0u; for (uint i = 0u; i < (a & 7u); ++i) for (uint j = i; j < (b & 7u); ++j) "
     "x += i * 10u + j; put(0, x);"},
    {"nested loops left early",
     "uint x = 0u; for (uint i = 0u; i < 8u; ++i) { for (uint j = 0u; j < 8u; ++j) { "
     "if (j == (a & 7u)) break; if ((i + j) % 3u == 0u) continue; x += i * j; } "
     "if (i == (b & 7u)) break; x += 1000u; } put(0, x);"},
    {"three loops deep",
     "uint x = 0u; for (uint i = 0u; i < 3u; ++i) { uint j = 0u; while (j < (a & 3u)) { "
     "uint k = 0u; do { x += i + j * k; ++k; } while (k < (b & 3u)); ++j; } } put(0, x);"},
    {"return out of a loop",
     "for (uint i = 0u; i < 16u; ++i) { put(0, i); if ((a >> i & 1u) == 1u) return; } "
     "put(1, 1u);"},
    {"endless loop with break", "uint x = a & 255u; for (;;) { if (x < 10u) break; x -= 7u; } put(0, x);"},
    {"loop with two counters",
     "uint x = 0u; for (uint i = 0u, j = 20u; i < j; ++i, j -= 2u) x += i * j + (a & 3u); "
     "put(0, x);"},
    {"loop of no round",
     "uint x = 3u; for (uint i = 5u; i < 5u; ++i) x = 0u; while (false) x = 1u; put(0, x + a);"},
    {"Collatz' steps",
     "uint x = a & 1023u, steps = 0u; while (x > 1u && steps < 200u) { "
     "x = (x & 1u) == 0u ? x / 2u : 3u * x + 1u; ++steps; } put(0, steps); put(1, x);"},
    {"Euclid's algorithm",
     "uint x = a & 0xFFFFu, y = b & 0xFFFFu; while (y != 0u) { const uint rest = x % y; "
     "x = y; y = rest; } put(0, x);"},
};

constexpr Construct kFunctions[] = {
    {"function", "put(0, twice(a) + twice(b));", "uint twice(uint x) { return 2u * x; }"},
    {"inout parameter", "uint x = a, y = b; swap(x, y); put(0, x); put(1, y);",
     "void swap(inout uint x, inout uint y) { const uint old = x; x = y; y = old; }"},
    {"out parameter", "uint low, high; split(a, low, high); put(0, low); put(1, high);",
     "void split(uint x, out uint low, out uint high) { low = x & 0xFFFFu; high = x >> 16; }"},
    {"inout into an element",
     "uint x[4] = uint[4](a, b, c, d); add_to(x[a & 3u], 5u); "
     "add_to(x[0], x[1]); put(0, x[0]); put(1, x[1]); put(2, x[2]); put(3, x[3]);",
     "void add_to(inout uint x, uint y) { x += y; }"},
    {"inout into a component",
     "uvec3 v = uvec3(a, b, c); add_to(v.y, v.x); add_to(v.x, 1u); put(0, v.x); put(1, v.y);",
     "void add_to(inout uint x, uint y) { x += y; }"},
    {"early returns", "put(0, class_of(a)); put(1, class_of(b));",
     "uint class_of(uint x) { if (x % 2u == 0u) return 2u; if (x % 3u == 0u) return 3u; "
     "for (uint i = 5u; i < 9u; ++i) if (x % i == 0u) return i; return 0u; }"},
    {"functions that call functions", "put(0, outer(a, b));",
     "uint inner(uint x) { return x * x + 1u; } uint middle(uint x, uint y) { return inner(x) ^ inner(y); } "
     "uint outer(uint x, uint y) { uint sum = 0u; for (uint i = 0u; i < (x & 3u); ++i) sum += middle(x + i, "
     "y); "
     "return sum; }"},
    {"function of an array", "put(0, sum(uint[4](a, b, c, d)));",
     "uint sum(uint x[4]) { uint total = 0u; for (int i = 0; i < 4; ++i) total += x[i]; x[0] = 0u; return "
     "total; }"},
    {"function that returns an array",
     "const uint x[3] = triple(a); put(0, x[0]); put(1, x[1]); put(2, x[b % 3u]);",
     "uint[3] triple(uint x) { return uint[3](x, x + 1u, x * 2u); }"},
    {"overloaded functions", "put(0, size(a)); put(1, size(int(b))); put(2, size(uvec2(c, d)));",
     "uint size(uint x) { return x + 1u; } uint size(int x) { return uint(x) ^ 7u; } "
     "uint size(uvec2 x) { return x.x - x.y; }"},
    {"call in a branch and in a loop",
     "uint x = a & 15u; if (b > c) bump(x); for (uint i = 0u; i < (d & 7u); ++i) "
     "bump(x); put(0, x);",
     "void bump(inout uint x) { if (x % 2u == 0u) { x = x / 2u + 9u; return; } x += 1u; }"},
    {"global variable", "count = a & 7u; step_up(); step_up(); put(0, count);",
     "uint count = 3u; void step_up() { count = count * 2u + 1u; }"},
    {"constant array", "put(0, kPrimes[a & 7u] * b);",
     "const uint kPrimes[8] = uint[8](2u, 3u, 5u, 7u, 11u, 13u, 17u, 19u);"},
    {"linear congruential generator", "uint x = a; for (int i = 0; i < 20; ++i) x = next(x); put(0, x);",
     "uint next(uint x) { return x * 1664525u + 1013904223u; }"},
};

template <std::size_t kCount>
void add(std::vector<Recipe>& recipes, const char* kind, const Construct (&constructs)[kCount]) {
  for (const Construct& construct : constructs) {
    recipes.push_back({.name = std::string(kind) + ": " + construct.name,
                       .body = construct.body,
                       .declarations = construct.declarations});
  }
}

}  // namespace

std::vector<Recipe> control_flow_recipes() {
  std::vector<Recipe> recipes;
  add(recipes, "branch", kBranches);
  add(recipes, "switch", kSwitches);
  add(recipes, "loop", kLoops);
  add(recipes, "function", kFunctions);
  return recipes;
}

}  // namespace scan::test
