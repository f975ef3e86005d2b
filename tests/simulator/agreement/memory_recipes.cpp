// Arrays, structs, shared memory with barriers, and storage buffers.
// Room: tests/simulator/agreement. Every index is within its array: what lies beyond is undefined.
// SPDX-License-Identifier: MIT
#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

struct Construct {
  const char* name;
  const char* body;
  const char* declarations = "";
  std::uint32_t workgroup_size = 32;
};

constexpr Construct kLocals[] = {
    {"array with a dynamic index", "uint x[4] = uint[4](a, b, c, d); put(0, x[a & 3u]); put(1, x[b & 3u]);"},
    {"store with a dynamic index",
     "uint x[5]; for (int i = 0; i < 5; ++i) x[i] = uint(i); x[a % 5u] = b; "
     "x[c % 5u] += d; for (uint i = 0u; i < 5u; ++i) put(i, x[i]);"},
    {"array of arrays",
     "uint x[2][3]; for (uint i = 0u; i < 6u; ++i) x[i / 3u][i % 3u] = a + i * b; "
     "put(0, x[c & 1u][d % 3u]); uint y[3] = x[1]; y[0] = 7u; put(1, x[1][0]); put(2, y[0]);"},
    {"array of vectors",
     "uvec3 x[2] = uvec3[2](uvec3(a, b, c), uvec3(d)); x[a & 1u].y += 3u; put(0, x[0].y); "
     "put(1, x[1].y); put(2, x[b & 1u][c % 3u]);"},
    {"arrays compared",
     "put(0, uint(uint[2](a, b) == uint[2](a, c))); put(1, uint(uint[2](a, b) != uint[2](a, b)));"},
    {"bubble sort",
     "uint x[4] = uint[4](a, b, c, d); for (int i = 0; i < 3; ++i) for (int j = 0; j < 3 - i; ++j) "
     "if (x[j] > x[j + 1]) { const uint old = x[j]; x[j] = x[j + 1]; x[j + 1] = old; } "
     "for (uint i = 0u; i < 4u; ++i) put(i, x[i]);"},
    {"struct",
     "Pair x = Pair(a, b); x.first += x.second; const Pair y = x; x.second = 0u; put(0, y.first); "
     "put(1, y.second);",
     "struct Pair { uint first, second; };"},
    {"struct in a struct",
     "Outer x; x.pair = Pair(a, b); x.list[0] = c; x.list[1] = d; x.list[a & 1u] ^= 5u; "
     "Outer y = x; y.pair.first = 1u; put(0, x.pair.first + y.pair.second); put(1, y.list[0]); "
     "put(2, y.list[1]);",
     "struct Pair { uint first, second; }; struct Outer { Pair pair; uint list[2]; };"},
    {"array of structs",
     "Pair x[3] = Pair[3](Pair(a, b), Pair(c, d), Pair(1u, 2u)); x[a % 3u].second = x[b % 3u].first; "
     "for (uint i = 0u; i < 3u; ++i) put(i, x[i].second);",
     "struct Pair { uint first, second; };"},
    {"structs by function",
     "put(0, join(Pair(a, b), Pair(c, d)).first); put(1, join(Pair(b, c), Pair(d, a)).second);",
     "struct Pair { uint first, second; }; Pair join(Pair x, Pair y) { return Pair(x.first * y.first, "
     "x.second * y.first + y.second); }"},
    {"structs of several types",
     "Mix x = Mix(float(a & 255u), int(b), a < c, uvec2(c, d)); if (x.flag) x.scale *= 0.5; "
     "put(0, uint(x.scale)); put(1, uint(x.offset >> 3)); put(2, x.both.y);",
     "struct Mix { float scale; int offset; bool flag; uvec2 both; };"},
    {"structs compared", "put(0, uint(Pair(a & 1u, b & 1u) == Pair(c & 1u, d & 1u)));",
     "struct Pair { uint first, second; };"},
};

constexpr Construct kShared[] = {
    {"a neighbour's value", "values[local] = a; barrier(); put(0, values[(local + 1u) % 32u]);",
     "shared uint values[32];"},
    {"in reverse", "values[local] = a * b; barrier(); put(0, values[31u - local]);",
     "shared uint values[32];"},
    {"exchanged twice",
     "values[local] = a; barrier(); const uint other = values[local ^ 5u]; barrier(); "
     "values[local] = other + b; barrier(); put(0, values[local ^ 9u]);",
     "shared uint values[32];"},
    {"tree reduction",
     "values[local] = a; barrier(); for (uint half_size = 16u; half_size > 0u; half_size /= 2u) { "
     "if (local < half_size) values[local] += values[local + half_size]; barrier(); } "
     "put(0, values[0]);",
     "shared uint values[32];"},
    {"scan by Hillis and Steele",
     "uint x = a; values[local] = x; barrier(); for (uint distance = 1u; distance < 32u; "
     "distance *= 2u) { if (local >= distance) x += values[local - distance]; barrier(); "
     "values[local] = x; barrier(); } put(0, values[local]);",
     "shared uint values[32];"},
    {"double buffer",
     "uint now = 0u; values[0][local] = a; barrier(); for (uint i = 0u; i < 4u; ++i) { "
     "values[1u - now][local] = values[now][(local + i) % 32u] * 3u; now = 1u - now; barrier(); } "
     "put(0, values[now][local]);",
     "shared uint values[2][32];"},
    {"vectors",
     "values[local] = uvec4(a, b, c, d); barrier(); put(0, values[local ^ 1u].w); "
     "put(1, values[local ^ 2u][a & 3u]);",
     "shared uvec4 values[32];"},
    {"a component each",
     "values[local / 4u][local % 4u] = a; barrier(); put(0, values[7u - local / 4u][local % 4u]);",
     "shared uvec4 values[8];"},
    {"structs",
     "values[local].first = a; values[local].second = b; barrier(); const Pair x = values[local ^ 3u]; "
     "put(0, x.first); put(1, x.second);",
     "struct Pair { uint first, second; }; shared Pair values[32];"},
    {"one writes, all read", "if (local == 13u) chosen = a; barrier(); put(0, chosen + b);",
     "shared uint chosen;"},
    {"transposed", "values[local % 8u][local / 8u] = a; barrier(); put(0, values[local / 4u][local % 4u]);",
     "shared uint values[8][5];"},
    {"floats",
     "values[local] = uintBitsToFloat(a & 0x3FFFFFFFu); barrier(); "
     "put(0, floatBitsToUint(values[local ^ 1u] + values[local]));",
     "shared float values[32];"},
    {"64-bit integers",
     "values[local] = packUint2x32(uvec2(a, b)); barrier(); const uvec2 x = "
     "unpackUint2x32(values[local ^ 7u] * 3ul); put(0, x.x); put(1, x.y);",
     "shared uint64_t values[32];"},
    {"a workgroup of 20", "values[local] = a; barrier(); put(0, values[19u - local]);",
     "shared uint values[20];", 20},
    {"a workgroup of 100", "values[local] = a; barrier(); put(0, values[(local * 7u) % 100u]);",
     "shared uint values[100];", 100},
    {"barriers in a function", "values[local] = a; rotate(1u); rotate(3u); put(0, values[local]);",
     "shared uint values[32]; void rotate(uint by) { barrier(); const uint x = values[(local + by) % 32u]; "
     "barrier(); "
     "values[local] = x; barrier(); }"},
    {"barrier in a uniform branch",
     "values[local] = a; if (gl_WorkGroupID.x == 0u) { barrier(); "
     "put(0, values[local ^ 1u]); } else { put(0, values[local]); }",
     "shared uint values[32];"},
};

constexpr Construct kBuffers[] = {
    {"read back by the writer", "put(0, a); put(1, items_out[RESULTS * item] + b);"},
    {"compound assignment", "put(0, a); items_out[RESULTS * item] *= 3u; items_out[RESULTS * item] ^= b;"},
    {"across the workgroup",
     "put(0, a); memoryBarrierBuffer(); barrier(); memoryBarrierBuffer(); "
     "put(1, items_out[RESULTS * (item ^ 1u)]);"},
    {"operands of others", "put(0, items_in[(item * 7u + 3u) % (OPERANDS * 64u)]);"},
    {"indirect", "put(0, items_in[items_in[item] % (OPERANDS * 64u)]);"},
    {"grid-stride loop", "for (uint i = item; i < 200u; i += 64u) items_out[i] = items_in[i] + i;"},
    {"length of a runtime array", "put(0, uint(items_in.length())); put(1, uint(items_out.length()));"},
    {"built-in numbers",
     "put(0, gl_WorkGroupID.x); put(1, gl_LocalInvocationIndex); put(2, gl_NumWorkGroups.x); "
     "put(3, gl_WorkGroupSize.x); put(4, gl_LocalInvocationID.y); put(5, gl_GlobalInvocationID.z);"},
    {"numbers of subgroups",
     "put(0, gl_SubgroupSize); put(1, gl_NumSubgroups); put(2, gl_SubgroupID); put(3, lane);"},
    {"masks of lanes",
     "put(0, gl_SubgroupEqMask.x); put(1, gl_SubgroupGeMask.x & 0xFFu); put(2, gl_SubgroupGtMask.x & "
     "0xFFu); put(3, gl_SubgroupLeMask.x); put(4, gl_SubgroupLtMask.x);"},
};

// Blocks with a layout, at the binding of the results: padding stays zero.
constexpr Construct kLayouts[] = {
    {"structs with padding",
     "things[item].first = a; things[item].both = uvec2(b, c); things[item].list[d % 3u] = d; "
     "things[item].last = things[item].both.y ^ a;",
     "struct Thing { uint first; uvec2 both; uint list[3]; uint last; }; "
     "layout(std430, binding = 1) buffer Structured { Thing things[]; };"},
    {"a struct stored whole",
     "Thing x; x.first = a; x.three = uvec3(b, c, d); x.last = a + b; things[item] = x; "
     "const Thing y = things[item]; things[item].first = y.three.z + y.last;",
     "struct Thing { uint first; uvec3 three; uint last; }; "
     "layout(std430, binding = 1) buffer Structured { Thing things[]; };"},
    {"components of vectors",
     "vectors[2u * item].x = a; vectors[2u * item].zw = uvec2(b, c); "
     "vectors[2u * item + 1u] = vectors[2u * item].wzyx + d; vectors[2u * item][a & 3u] ^= d;",
     "layout(std430, binding = 1) buffer Structured { uvec4 vectors[]; };"},
    {"vectors of three",
     "vectors[2u * item] = uvec3(a, b, c); vectors[2u * item + 1u].y = vectors[2u * item].z;",
     "layout(std430, binding = 1) buffer Structured { uvec3 vectors[]; };"},
    {"arrays of arrays", "rows[item][a & 1u][b & 3u] = c; rows[item][1][3] += d;",
     "layout(std430, binding = 1) buffer Structured { uint rows[][2][4]; };"},
    {"members before the array",
     "if (item == 5u) { count = a; scale = float(b & 255u) * 0.5; } rest[item] = c;",
     "layout(std430, binding = 1) buffer Structured { uint count; float scale; uint rest[]; };"},
    {"64-bit members",
     "things[item].wide = packUint2x32(uvec2(a, b)); things[item].narrow = c; "
     "things[item].real = double(d) * 0.25;",
     "struct Thing { uint narrow; uint64_t wide; double real; }; "
     "layout(std430, binding = 1) buffer Structured { Thing things[]; };"},
    {"by a function", "fill_in(things[item].list, a); things[item].list[1] = sum(things[item].list);",
     "struct Thing { uint list[3]; }; layout(std430, binding = 1) buffer Structured { Thing things[]; }; "
     "void fill_in(inout uint x[3], uint y) { for (uint i = 0u; i < 3u; ++i) x[i] = y + i; } "
     "uint sum(uint x[3]) { return x[0] + x[1] + x[2]; }"},
};

template <std::size_t kCount>
void add(std::vector<Recipe>& recipes, const char* kind, const Construct (&constructs)[kCount]) {
  for (const Construct& construct : constructs) {
    recipes.push_back({.name = std::string(kind) + ": " + construct.name,
                       .body = construct.body,
                       .declarations = construct.declarations,
                       .workgroup_size = construct.workgroup_size});
  }
}

}  // namespace

std::vector<Recipe> memory_recipes() {
  std::vector<Recipe> recipes;
  add(recipes, "local", kLocals);
  add(recipes, "shared memory", kShared);
  add(recipes, "buffer", kBuffers);
  add(recipes, "layout", kLayouts);
  return recipes;
}

}  // namespace scan::test
