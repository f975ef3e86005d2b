// Control flow and values that do not fit in one scalar: calls, loops, switches, arrays and structures of the invocation.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/machine_world.hpp"

namespace scan::simulator::test {
namespace {

World with_words(std::vector<std::uint32_t> words) {
  World world;
  words.resize(64);
  world.words = std::move(words);
  return world;
}

}  // namespace

TEST_CASE("a function that returns from within loops gives what it returned first") {
  check_everywhere(with_words({}), R"(#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
uint first_multiple(uint of, uint from) {
  for (uint i = from; i < 100; ++i) {
    for (uint j = 0; j < 3; ++j) {
      if (i * 3 + j > 50 && (i * 3 + j) % of == 0) return i * 3 + j;
    }
  }
  return 0;
}
void main() {
  const uint me = gl_LocalInvocationID.x;
  words[me] = first_multiple(me + 7, me) + first_multiple(1000, 99);
})",
                   {56, 56, 54, 60, 55, 60, 52, 56});
}

TEST_CASE("continue and break leave what they should, in loops of every form") {
  check_everywhere(with_words({}), R"(#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  const uint me = gl_LocalInvocationID.x;
  uint sum = 0, i = 0;
  do {
    ++i;
    if (i == 3) continue;
    if (i > me + 4) break;
    sum += i;
  } while (i < 7);
  while (true) {
    if (sum % 5 == me) break;
    ++sum;
  }
  words[me] = sum * 100 + i;
})",
                   {1005, 1606, 2207, 2807});
}

TEST_CASE("a switch falls through where there is no break") {
  check_everywhere(with_words({}), R"(#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  const uint me = gl_LocalInvocationID.x;
  uint value = 0;
  switch (me) {
    case 1: value += 1;
    case 2: value += 10; break;
    case 5: value += 100;
    default: value += 1000; break;
    case 4: value = 7;
  }
  words[me] = value;
})",
                   {1000, 11, 10, 1000, 7, 1100, 1000, 1000});
}

TEST_CASE("arrays of structures are indexed at run time, and copied whole") {
  check_everywhere(
      with_words({}), R"(#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
struct Pair { uint first; uvec2 rest[2]; };
Pair kept[3];
void main() {
  const uint me = gl_LocalInvocationID.x;
  Pair pairs[3];
  for (uint i = 0; i < 3; ++i) {
    pairs[i].first = i + me;
    for (uint j = 0; j < 2; ++j) pairs[i].rest[j] = uvec2(i * 10 + j, i * 100 + j);
  }
  kept = pairs;
  pairs[me % 3].rest[1].y = 5;
  Pair one = kept[(me + 1) % 3];
  one.rest[me % 2][me / 2] += 1000;
  words[me] = pairs[me % 3].rest[1].y + one.first + one.rest[0].x + one.rest[1].y + kept[me % 3].rest[1].y;
})",
      {5 + 1 + 1010 + 101 + 1, 5 + 3 + 20 + 201 + 101, 5 + 2 + 0 + 1 + 201, 5 + 4 + 10 + 1101 + 1});
}

TEST_CASE("arguments are copies: what a callee does to them the caller does not see") {
  check_everywhere(with_words({}), R"(#version 450
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
uint spoil(uint a, inout uint b, out uint c) { a += 1; b += a; c = a * 10; return a + b; }
void main() {
  uint x = gl_LocalInvocationID.x + 1, y = 20, z = 0;
  uint result = spoil(x, y, z);
  result += spoil(x, x, z);
  words[gl_LocalInvocationID.x] = result * 1000 + x * 100 + y + z;
})",
                   {(24 + 5) * 1000 + 300 + 22 + 20, (26 + 8) * 1000 + 500 + 23 + 30});
}

TEST_CASE("what is loaded before a store keeps its value, in a loop too") {
  check_everywhere(with_words({}), R"(#version 450
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  uint earlier = 0, later = 1;
  for (uint i = 0; i < gl_LocalInvocationID.x + 5; ++i) {
    const uint kept = later;
    later = earlier + later;
    earlier = kept;
  }
  words[gl_LocalInvocationID.x] = earlier * 100 + later;
})",
                   {508, 813});
}

TEST_CASE("lazy conditions do not evaluate their right side") {
  check_everywhere(with_words({3, 4}), R"(#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  const uint me = gl_LocalInvocationID.x;
  const bool both = me < 2 && words[me] == 3 + me;
  const bool either = me >= 2 || words[1 - me] > 3;
  barrier();
  words[10 + me] = (both ? 1 : 0) + (either ? 10 : 0);
})",
                   {3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 11, 1, 10, 10});
}

TEST_CASE("64-bit integers travel through buffers, shared memory and halves") {
  check_everywhere(with_words({0xFFFFFFFF, 1, 0, 0x80000000}), R"(#version 450
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer Words { uint64_t longs[]; };
shared uint64_t kept[2];
void main() {
  const uint me = gl_LocalInvocationID.x;
  kept[me] = longs[me] + 1;
  barrier();
  const uvec2 halves = unpackUint2x32(kept[1 - me]);
  longs[4 + me] = packUint2x32(halves.yx);
})",
                   {0xFFFFFFFF, 1, 0, 0x80000000, 0, 0, 0, 0, 0x80000000, 1, 2, 0});
}

TEST_CASE("carries and products of 32 bits have their high halves") {
  check_everywhere(with_words({0xFFFFFFFF, 0xFFFFFFFE}), R"(#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  uint carry, borrow, high, low;
  int signed_high, signed_low;
  words[2] = uaddCarry(words[0], words[1], carry);
  words[3] = carry;
  words[4] = usubBorrow(words[1], words[0], borrow);
  words[5] = borrow;
  umulExtended(words[0], words[1], high, low);
  words[6] = high;
  words[7] = low;
  imulExtended(int(words[0]), int(words[1]), signed_high, signed_low);
  words[8] = uint(signed_high);
  words[9] = uint(signed_low);
})",
                   {0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 1, 0xFFFFFFFF, 1, 0xFFFFFFFD, 2, 0, 2});
}

}  // namespace scan::simulator::test
