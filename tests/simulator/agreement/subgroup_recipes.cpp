// Votes, ballots, shuffles and quads, where all lanes take part and where some do.
// Room: tests/simulator/agreement. A value is only taken from a lane that takes part: any other is undefined.
// SPDX-License-Identifier: MIT
#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

struct Construct {
  const char* name;
  const char* body;
};

constexpr Construct kVotes[] = {
    {"elect", "put(0, uint(subgroupElect())); if (lane > 2u) put(1, uint(subgroupElect()));"},
    {"all",
     "put(0, uint(subgroupAll(a > 3u))); put(1, uint(subgroupAll(a >= b))); put(2, "
     "uint(subgroupAll(true)));"},
    {"any",
     "put(0, uint(subgroupAny(a == 0u))); put(1, uint(subgroupAny(a < b))); put(2, "
     "uint(subgroupAny(false)));"},
    {"all in a branch",
     "if ((a & 1u) == 1u) put(0, uint(subgroupAll((a & 1u) == 1u))); "
     "else put(0, 2u + uint(subgroupAll(b > 5u)));"},
    {"any in a branch",
     "if (lane % 3u == 1u) put(0, uint(subgroupAny(lane == 2u))); "
     "else put(0, 2u + uint(subgroupAny(a > b)));"},
    {"all equal",
     "put(0, uint(subgroupAllEqual(a))); put(1, uint(subgroupAllEqual(gl_WorkGroupID.x))); "
     "put(2, uint(subgroupAllEqual(uvec2(3u, lane / 8u))));"},
    {"all equal in a branch",
     "if (lane < 3u) put(0, uint(subgroupAllEqual(lane / 3u))); "
     "else put(0, 2u + uint(subgroupAllEqual(lane)));"},
    {"all equal of floats",
     "put(0, uint(subgroupAllEqual(lane == 3u ? 0.0 : -0.0))); "
     "put(1, uint(subgroupAllEqual(float(lane))));"},
};

constexpr Construct kBallots[] = {
    {"ballot", "const uvec4 x = subgroupBallot(a > b); put(0, x.x); put(1, x.y | x.z | x.w);"},
    {"ballot in a branch",
     "if ((a & 3u) != 0u) put(0, subgroupBallot(b > c).x); "
     "else put(0, 256u | subgroupBallot(true).x);"},
    {"ballot in a loop",
     "uint x = 0u; for (uint i = 0u; i < (a & 7u); ++i) x = x * 31u + subgroupBallot(true).x; "
     "put(0, x);"},
    {"inverse ballot", "put(0, uint(subgroupInverseBallot(uvec4(0x5Au, 0u, 0u, 0u))));"},
    {"bit of a ballot",
     "const uvec4 x = subgroupBallot(a > b); put(0, uint(subgroupBallotBitExtract(x, c & 7u)));"},
    {"bits of a ballot",
     "const uvec4 x = subgroupBallot(a > b); put(0, subgroupBallotBitCount(x)); "
     "put(1, subgroupBallotInclusiveBitCount(x)); put(2, subgroupBallotExclusiveBitCount(x));"},
    {"lowest and highest of a ballot",
     "const uvec4 x = subgroupBallot(a > b || lane == 4u); "
     "put(0, subgroupBallotFindLSB(x)); put(1, subgroupBallotFindMSB(x));"},
    {"compaction",
     "const bool kept = a > b; const uvec4 x = subgroupBallot(kept); const uint first = item - lane; "
     "if (kept) items_out[RESULTS * (first + subgroupBallotExclusiveBitCount(x))] = a;"},
};

constexpr Construct kShuffles[] = {
    {"broadcast", "put(0, subgroupBroadcast(a, 0u)); put(1, subgroupBroadcast(b, 5u));"},
    {"broadcast in a branch",
     "if ((lane & 2u) == 0u) put(0, subgroupBroadcast(a, 4u)); else "
     "put(0, subgroupBroadcast(a, 3u));"},
    {"broadcast first",
     "put(0, subgroupBroadcastFirst(a)); if (lane > 2u) put(1, subgroupBroadcastFirst(b)); "
     "if ((a & 1u) == 1u) put(2, subgroupBroadcastFirst(c));"},
    {"shuffle", "put(0, subgroupShuffle(a, (lane * 3u) & 7u)); put(1, subgroupShuffle(b, c & 7u));"},
    {"shuffle in a branch", "if ((lane & 2u) == 0u) put(0, subgroupShuffle(a, (b & 5u)));"},
    {"shuffle of a vector",
     "const uvec3 x = subgroupShuffle(uvec3(a, b, c), 7u - lane); put(0, x.x); put(1, x.z);"},
    {"shuffle exclusive or", "put(0, subgroupShuffleXor(a, 1u)); put(1, subgroupShuffleXor(b, 6u));"},
    {"shuffle exclusive or in a branch", "if ((lane & 2u) == 0u) put(0, subgroupShuffleXor(a, 5u));"},
    {"shuffle up",
     "const uint x = subgroupShuffleUp(a, 1u), y = subgroupShuffleUp(b, 3u); put(0, lane >= 1u ? x : 0u); "
     "put(1, lane >= 3u ? y : 0u);"},
    {"shuffle down",
     "const uint x = subgroupShuffleDown(a, 1u), y = subgroupShuffleDown(b, 4u); "
     "put(0, lane < 7u ? x : 0u); put(1, lane < 4u ? y : 0u);"},
    {"shuffle up in a branch",
     "if ((lane & 2u) == 0u) { const uint x = subgroupShuffleUp(a, 4u); "
     "put(0, lane >= 4u ? x : 0u); }"},
    {"shuffle down in a loop",
     "uint x = a; for (uint i = 4u; i > 0u; i /= 2u) { const uint y = subgroupShuffleDown(x, i); "
     "x += lane + i < 8u ? y : 0u; } put(0, x);"},
    {"scan by shuffles",
     "uint x = a; for (uint i = 1u; i < gl_SubgroupSize; i *= 2u) { const uint y = "
     "subgroupShuffleUp(x, i); if (lane >= i) x += y; } put(0, x);"},
    {"shuffle of floats", "const float x = subgroupShuffleXor(float(a & 1023u), 3u); put(0, uint(x * 2.0));"},
    {"shuffle of 64-bit integers",
     "const uint64_t x = subgroupShuffle(packUint2x32(uvec2(a, b)), lane ^ 6u); "
     "put(0, unpackUint2x32(x).x); put(1, unpackUint2x32(x).y);"},
    {"quad broadcast", "put(0, subgroupQuadBroadcast(a, 0u)); put(1, subgroupQuadBroadcast(b, 3u));"},
    {"quad swaps",
     "put(0, subgroupQuadSwapHorizontal(a)); put(1, subgroupQuadSwapVertical(b)); "
     "put(2, subgroupQuadSwapDiagonal(c));"},
    {"quad swaps in a branch",
     "if (lane < 4u) put(0, subgroupQuadSwapDiagonal(a)); else "
     "put(0, subgroupQuadSwapHorizontal(b));"},
};

constexpr Construct kBarriers[] = {
    {"barrier",
     "put(0, a); subgroupMemoryBarrierBuffer(); subgroupBarrier(); put(1, items_out[RESULTS * (item ^ "
     "1u)]);"},
};

template <std::size_t kCount>
void add(std::vector<Recipe>& recipes, const Construct (&constructs)[kCount]) {
  for (const Construct& construct : constructs) {
    recipes.push_back({.name = std::string("subgroup: ") + construct.name, .body = construct.body});
  }
}

}  // namespace

std::vector<Recipe> subgroup_recipes() {
  std::vector<Recipe> recipes;
  add(recipes, kVotes);
  add(recipes, kBallots);
  add(recipes, kShuffles);
  add(recipes, kBarriers);
  return recipes;
}

}  // namespace scan::test
