// Subgroup operations: who takes part, in branches, in loops of unequal length, and behind them.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/machine_world.hpp"

namespace scan::simulator::test {
namespace {

constexpr std::string_view kHead = R"(#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
)";

void check_at_eight(std::string_view body, const std::vector<std::uint32_t>& expected) {
  check_everywhere(World{}, std::string(kHead) + std::string(body), expected, {8});
}

}  // namespace

TEST_CASE("only the lanes of a branch take part in its subgroup operation, and all in the one behind it") {
  check_at_eight(R"(void main() {
  const uint me = gl_SubgroupInvocationID;
  uint value = 0;
  if (me % 2 == 0) {
    value = subgroupAdd(me);
  } else {
    value = subgroupAdd(100u);
  }
  words[me] = value + 1000 * subgroupAdd(1u);
})",
                 {8012, 8400, 8012, 8400, 8012, 8400, 8012, 8400});
}

TEST_CASE("in a loop with unequal numbers of rounds, the lanes of one round meet, and all behind the loop") {
  check_at_eight(R"(void main() {
  const uint me = gl_SubgroupInvocationID;
  uint met = 0;
  for (uint round = 0; round <= me; ++round) met += subgroupAdd(1u);
  words[me] = met + 1000 * subgroupAdd(1u);
})",
                 {8008, 8015, 8021, 8026, 8030, 8033, 8035, 8036});
}

TEST_CASE("lanes that break out early wait behind the loop for the others") {
  check_at_eight(R"(void main() {
  const uint me = gl_SubgroupInvocationID;
  uint met = 0;
  for (uint round = 0; round < 4; ++round) {
    if (round == 1 && me < 3) break;
    if (me == 5) continue;
    met += subgroupAdd(1u);
  }
  words[me] = met + 1000 * subgroupAdd(1u);
})",
                 {8007, 8007, 8007, 8019, 8019, 8000, 8019, 8019});
}

TEST_CASE("a lane that left out a round does not meet those of the round that it left out") {
  check_at_eight(R"(void main() {
  const uint me = gl_SubgroupInvocationID;
  uint met = 0;
  for (uint round = 0; round < 3; ++round) {
    if (me == 5 && round == 1) continue;
    met = met * 10 + subgroupAdd(1u);
  }
  words[me] = met;
})",
                 {878, 878, 878, 878, 878, 88, 878, 878});
}

TEST_CASE("loops within loops: a lane is met only in the same rounds of both") {
  check_at_eight(R"(void main() {
  const uint me = gl_SubgroupInvocationID;
  uint met = 0;
  for (uint outer = 0; outer < 2; ++outer) {
    for (uint inner = 0; inner < 1 + me % 2 + outer; ++inner) met += subgroupAdd(1u);
    met += 100 * subgroupAdd(1u);
  }
  words[me] = met;
})",
                 {1624, 1632, 1624, 1632, 1624, 1632, 1624, 1632});
}

TEST_CASE(
    "lanes that return early from a function meet the others behind the call, and those that end do not") {
  check_at_eight(R"(uint partly(uint me) {
  if (me < 2) return 7;
  return subgroupAdd(1u);
}
void main() {
  const uint me = gl_SubgroupInvocationID;
  const uint value = partly(me);
  words[me] = value + 10 * subgroupAdd(1u);
  if (me == 0) return;
  words[8 + me] = subgroupAdd(1u);
})",
                 {87, 87, 86, 86, 86, 86, 86, 86, 0, 7, 7, 7, 7, 7, 7, 7});
}

TEST_CASE("the cases of a switch are separate instances") {
  check_at_eight(R"(void main() {
  const uint me = gl_SubgroupInvocationID;
  uint value = 0;
  switch (me % 3) {
    case 0: value = subgroupAdd(1u); break;
    case 1: value = subgroupAdd(10u); break;
    default: value = subgroupAdd(100u);
  }
  words[me] = value;
})",
                 {3, 30, 200, 3, 30, 200, 3, 30});
}

TEST_CASE("ballots, votes, shuffles, clusters and quads see the lanes that they should") {
  std::vector<std::uint32_t> expected;
  for (std::uint32_t me = 0; me < 8; ++me) {
    const std::uint32_t is_odd = me % 2;
    expected.push_back(0xAA + 0x400 + me / 2 * 0x1000 + is_odd * 0x10000 + 0x20000 + (me ^ 1) * 0x100000 +
                       (me < 4 ? 6 : 22) % 16 * 0x1000000 + (me ^ 1) * 0x10000000);
  }
  expected.push_back(0xFE + 1);  // lanes above lane 0; one subgroup
  for (std::uint32_t me = 0; me < 8; ++me) expected.push_back(4);
  check_at_eight(R"(void main() {
  const uint me = gl_SubgroupInvocationID;
  const uvec4 odd = subgroupBallot(me % 2 == 1);
  uint result = odd.x;
  result += subgroupBallotBitCount(odd) * 0x100;
  result += subgroupBallotExclusiveBitCount(odd) * 0x1000;
  if (subgroupInverseBallot(odd)) result += 0x10000;
  if (subgroupAny(me == 3) && !subgroupAll(me == 3)) result += 0x20000;
  result += subgroupShuffleXor(me, 1) * 0x100000;
  result += subgroupClusteredAdd(me, 4) % 16 * 0x1000000;
  result += subgroupQuadSwapHorizontal(me) * 0x10000000;
  words[me] = result;
  if (subgroupElect()) words[8] = gl_SubgroupGtMask.x + gl_NumSubgroups;
  words[9 + me] = subgroupBroadcast(uvec3(me, me + 1, me + 2), 2).z;
})",
                 expected);
}

TEST_CASE("a shuffle from a lane that does not take part gives 0") {
  check_at_eight(R"(void main() {
  const uint me = gl_SubgroupInvocationID;
  words[me] = 9;
  if (me >= 2) words[me] = subgroupShuffleUp(me + 100, 2);
})",
                 {9, 9, 0, 0, 102, 103, 104, 105});
}

TEST_CASE("subgroups are consecutive invocations, and each works by itself") {
  check_everywhere(World{}, std::string(kHead) + R"(void main() {
  words[gl_LocalInvocationIndex] = subgroupInclusiveAdd(1u) + 10 * gl_SubgroupID + 100 * gl_NumSubgroups;
})",
                   {401, 402, 411, 412, 421, 422, 431, 432}, {2});
}

TEST_CASE("with subgroups, a workgroup that is no whole number of them is refused") {
  World world;
  world.settings.subgroup_width = 16;
  CHECK_THROWS_WITH(
      world.run(std::string(kHead) + "void main() { words[0] = subgroupAdd(1u); }"),
      contains("a workgroup of 8 invocations; with subgroups of 16 lanes it has to be a multiple"));
}

}  // namespace scan::simulator::test
