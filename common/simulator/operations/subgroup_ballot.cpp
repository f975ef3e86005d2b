// Ballots: a bit of each lane in four words, and what is read from them.
// Room: common/simulator/operations.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "simulator/operations/lanes.hpp"

namespace scan::simulator {
namespace {

constexpr std::uint32_t kWordBits = 32;
static_assert(kBallotWords * kWordBits == kMaxSubgroupWidth);

struct Ballot {
  LaneMask lanes;
  std::uint32_t data_depth = 0;
};

Ballot cast(const SubgroupCall& call, std::span<const LaneValue> predicates) {
  Ballot ballot;
  for_active(call, [&](std::uint32_t lane) {
    ballot.lanes[lane] = predicates[lane].bits != 0;
    ballot.data_depth = std::max(ballot.data_depth, predicates[lane].data_depth);
  });
  return ballot;
}

void write(const Ballot& ballot, std::span<LaneValue> words) {
  for (std::uint32_t word = 0; word < kBallotWords; ++word) {
    Bits bits = 0;
    for (std::uint32_t bit = 0; bit < kWordBits; ++bit) {
      bits |= Bits{ballot.lanes[word * kWordBits + bit]} << bit;
    }
    words[word] = {.bits = bits, .data_depth = ballot.data_depth};
  }
}

// Bits past the subgroup's width do not count.
Ballot read(const SubgroupCall& call, std::span<const LaneValue> words) {
  Ballot ballot;
  for (std::uint32_t lane = 0; lane < call.subgroup_width; ++lane) {
    ballot.lanes[lane] = ((words[lane / kWordBits].bits >> (lane % kWordBits)) & 1) != 0;
  }
  for (const LaneValue& word : words) ballot.data_depth = std::max(ballot.data_depth, word.data_depth);
  return ballot;
}

// The bits of lanes [0, end).
Bits count(const LaneMask& lanes, std::uint32_t end) {
  Bits sum = 0;
  for (std::uint32_t lane = 0; lane < end; ++lane) sum += lanes[lane] ? 1 : 0;
  return sum;
}

Bits count(const SubgroupCall& call, const LaneMask& lanes, std::uint32_t lane) {
  switch (call.group_operation) {
    case spv::GroupOperationInclusiveScan: return count(lanes, lane + 1);
    case spv::GroupOperationExclusiveScan: return count(lanes, lane);
    default: return count(lanes, call.subgroup_width);
  }
}

// All ones where no bit is set.
Bits find_lowest(const LaneMask& lanes) {
  for (std::uint32_t lane = 0; lane < kMaxSubgroupWidth; ++lane) {
    if (lanes[lane]) return lane;
  }
  return ~std::uint32_t{0};
}

Bits find_highest(const LaneMask& lanes) {
  for (std::uint32_t lane = kMaxSubgroupWidth; lane > 0; --lane) {
    if (lanes[lane - 1]) return lane - 1;
  }
  return ~std::uint32_t{0};
}

Bits take_apart(const SubgroupCall& call, const LaneMask& lanes, std::uint32_t lane,
                std::span<const LaneValue> second) {
  switch (call.opcode) {
    case spv::OpGroupNonUniformInverseBallot: return lanes[lane];
    case spv::OpGroupNonUniformBallotBitExtract:
      return second[lane].bits < kMaxSubgroupWidth && lanes[second[lane].bits];
    case spv::OpGroupNonUniformBallotBitCount: return count(call, lanes, lane);
    case spv::OpGroupNonUniformBallotFindLSB: return find_lowest(lanes);
    default: return find_highest(lanes);
  }
}

}  // namespace

void ballot(const SubgroupCall& call, std::span<const LaneValue> first, std::span<const LaneValue> second,
            std::span<LaneValue> results) {
  if (call.opcode == spv::OpGroupNonUniformBallot) {
    const Ballot whole = cast(call, first);
    for_active(call,
               [&](std::uint32_t lane) { write(whole, results.subspan(lane * kBallotWords, kBallotWords)); });
    return;
  }
  for_active(call, [&](std::uint32_t lane) {
    const Ballot whole = read(call, first.subspan(lane * kBallotWords, kBallotWords));
    results[lane] = {.bits = take_apart(call, whole.lanes, lane, second), .data_depth = whole.data_depth};
  });
}

}  // namespace scan::simulator
