// Subgroup operations: what each lane gets, which lanes have nothing to get, and what the networks cost.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/operations/subgroup.hpp"

#include <bit>
#include <cstdint>
#include <vector>

#include "catch.hpp"

using namespace scan::simulator;

namespace {

struct Outcome {
  std::vector<Bits> bits;
  std::vector<std::uint32_t> depths;
  LaneMask undefined;
  SubgroupCost cost;
};

LaneMask lanes_below(std::uint32_t width) {
  LaneMask lanes;
  for (std::uint32_t lane = 0; lane < width; ++lane) lanes.set(lane);
  return lanes;
}

constexpr Bits kUntouched = 0xDEAD;

// All operands carry data. Lanes that take no part have to be left at kUntouched.
Outcome run(SubgroupCall call, const std::vector<Bits>& first, const std::vector<Bits>& second = {}) {
  std::vector<LaneValue> operands, others, results(call.subgroup_width * kBallotWords, LaneValue{kUntouched});
  for (const Bits bits : first) operands.push_back({bits, 1});
  for (const Bits bits : second) others.push_back({bits, 0});
  Outcome outcome;
  outcome.cost = subgroup_operation(call, operands, others, results, outcome.undefined);
  const std::size_t num_results =
      call.subgroup_width * (call.opcode == spv::OpGroupNonUniformBallot ? kBallotWords : 1);
  for (std::size_t i = 0; i < num_results; ++i) {
    outcome.bits.push_back(results[i].bits);
    outcome.depths.push_back(results[i].data_depth);
  }
  return outcome;
}

SubgroupCall whole(spv::Op opcode, std::uint32_t width) {
  return {.opcode = opcode, .active = lanes_below(width), .subgroup_width = width};
}

SubgroupCall arithmetic(spv::Op opcode, spv::GroupOperation group_operation, std::uint32_t width) {
  SubgroupCall call = whole(opcode, width);
  call.group_operation = group_operation;
  return call;
}

std::uint32_t log2(std::uint32_t width) {
  return static_cast<std::uint32_t>(std::bit_width(width)) - 1;
}

const std::vector<Bits> kOnes(kMaxSubgroupWidth, 1);

std::vector<Bits> ballot_words(std::uint32_t width, Bits word) {
  std::vector<Bits> words;
  for (std::uint32_t lane = 0; lane < width; ++lane) words.insert(words.end(), {word, 0, 0, 0});
  return words;
}

}  // namespace

TEST_CASE("scans and reductions skip the lanes that take no part") {
  SubgroupCall call = arithmetic(spv::OpGroupNonUniformIAdd, spv::GroupOperationInclusiveScan, 4);
  call.active.reset(1);
  CHECK(run(call, {1, 2, 4, 8}).bits == std::vector<Bits>{1, kUntouched, 5, 13});
  call.group_operation = spv::GroupOperationExclusiveScan;
  CHECK(run(call, {1, 2, 4, 8}).bits == std::vector<Bits>{0, kUntouched, 1, 5});
  call.group_operation = spv::GroupOperationReduce;
  CHECK(run(call, {1, 2, 4, 8}).bits == std::vector<Bits>{13, kUntouched, 13, 13});
}

TEST_CASE("a clustered reduction stays within its cluster") {
  SubgroupCall call = arithmetic(spv::OpGroupNonUniformUMax, spv::GroupOperationClusteredReduce, 8);
  call.cluster_size = 2;
  CHECK(run(call, {1, 2, 4, 3, 5, 6, 8, 7}).bits == std::vector<Bits>{2, 2, 4, 4, 6, 6, 8, 8});
  call.cluster_size = 4;
  CHECK(run(call, {1, 2, 4, 3, 5, 6, 8, 7}).bits == std::vector<Bits>{4, 4, 4, 4, 8, 8, 8, 8});
}

TEST_CASE("the first lane of an exclusive scan has the operator's identity") {
  const auto identity = [](spv::Op opcode, std::uint32_t width) {
    SubgroupCall call = arithmetic(opcode, spv::GroupOperationExclusiveScan, 2);
    call.width = width;
    return run(call, {1, 1}).bits[0];
  };
  CHECK(identity(spv::OpGroupNonUniformIMul, 32) == 1);
  CHECK(identity(spv::OpGroupNonUniformFMul, 32) == 0x3F800000u);
  CHECK(identity(spv::OpGroupNonUniformFAdd, 64) == 0);
  CHECK(identity(spv::OpGroupNonUniformSMin, 32) == 0x7FFFFFFFu);
  CHECK(identity(spv::OpGroupNonUniformSMax, 32) == 0x80000000u);
  CHECK(identity(spv::OpGroupNonUniformSMax, 64) == 1ull << 63);
  CHECK(identity(spv::OpGroupNonUniformUMin, 64) == ~std::uint64_t{0});
  CHECK(identity(spv::OpGroupNonUniformUMax, 32) == 0);
  CHECK(identity(spv::OpGroupNonUniformFMin, 32) == 0x7F800000u);
  CHECK(identity(spv::OpGroupNonUniformFMax, 64) == 0xFFF0000000000000u);
  CHECK(identity(spv::OpGroupNonUniformBitwiseAnd, 32) == 0xFFFFFFFFu);
  CHECK(identity(spv::OpGroupNonUniformBitwiseXor, 32) == 0);
  CHECK(identity(spv::OpGroupNonUniformLogicalAnd, 32) == 1);
  CHECK(identity(spv::OpGroupNonUniformLogicalOr, 32) == 0);
}

TEST_CASE("floats are added from the first lane upwards") {
  const auto bits = [](float value) {
    return Bits{std::bit_cast<std::uint32_t>(value)};
  };
  // Each 1 is lost beside 2^24; in a tree the two of them would meet first.
  const std::vector<Bits> values{bits(16777216), bits(1), bits(1), bits(1)};
  const auto call = arithmetic(spv::OpGroupNonUniformFAdd, spv::GroupOperationReduce, 4);
  CHECK(run(call, values).bits[3] == bits(16777216));
  const auto scan = arithmetic(spv::OpGroupNonUniformFAdd, spv::GroupOperationInclusiveScan, 4);
  CHECK(run(scan, values).bits[3] == bits(16777216));
}

TEST_CASE("a scan of w lanes costs w log2 w - w + 1 applications and log2 w steps") {
  for (std::uint32_t width = 1; width <= kMaxSubgroupWidth; width *= 2) {
    for (const auto group_operation : {spv::GroupOperationInclusiveScan, spv::GroupOperationExclusiveScan}) {
      CAPTURE(width);
      const auto outcome = run(arithmetic(spv::OpGroupNonUniformIAdd, group_operation, width), kOnes);
      CHECK(outcome.cost.work == width * log2(width) - width + 1);
      CHECK(outcome.cost.depth == log2(width));
    }
  }
}

TEST_CASE("a reduction of w lanes costs w - 1 applications and log2 w steps, one by clusters less") {
  for (std::uint32_t width = 1; width <= kMaxSubgroupWidth; width *= 2) {
    CAPTURE(width);
    auto call = arithmetic(spv::OpGroupNonUniformIAdd, spv::GroupOperationReduce, width);
    CHECK(run(call, kOnes).cost.work == width - 1);
    CHECK(run(call, kOnes).cost.depth == log2(width));
    CHECK(run(call, kOnes).depths == std::vector<std::uint32_t>(width, 1 + log2(width)));
    if (width < 4) continue;
    call.group_operation = spv::GroupOperationClusteredReduce;
    call.cluster_size = 4;
    CHECK(run(call, kOnes).cost.work == width / 4 * 3);
    CHECK(run(call, kOnes).cost.depth == 2);
  }
}

TEST_CASE("a lane's depth is that of the steps which reached it") {
  const auto inclusive = arithmetic(spv::OpGroupNonUniformIAdd, spv::GroupOperationInclusiveScan, 8);
  CHECK(run(inclusive, kOnes).depths == std::vector<std::uint32_t>{1, 2, 3, 3, 4, 4, 4, 4});
  const auto exclusive = arithmetic(spv::OpGroupNonUniformIAdd, spv::GroupOperationExclusiveScan, 8);
  CHECK(run(exclusive, kOnes).depths == std::vector<std::uint32_t>{0, 1, 2, 3, 3, 4, 4, 4});
}

TEST_CASE("an operand without data costs nothing, and neither does a lane that takes no part") {
  auto call = arithmetic(spv::OpGroupNonUniformIAdd, spv::GroupOperationReduce, 8);
  std::vector<LaneValue> values(8, LaneValue{1, 1}), results(8);
  values[3].data_depth = 0;
  LaneMask undefined;
  CHECK(subgroup_operation(call, values, {}, results, undefined).work == 6);
  CHECK(results[0].bits == 8);
  call.active.reset(5);
  CHECK(subgroup_operation(call, values, {}, results, undefined).work == 5);
  values[6].data_depth = 10;
  subgroup_operation(call, values, {}, results, undefined);
  CHECK(results[0].data_depth == 13);  // with 7; with lane 4, which met nobody; with the first half
}

TEST_CASE("votes ask the lanes that take part") {
  auto all = whole(spv::OpGroupNonUniformAll, 4);
  CHECK(run(all, {1, 1, 0, 1}).bits == std::vector<Bits>(4, 0));
  all.active.reset(2);
  CHECK(run(all, {1, 1, 0, 1}).bits == std::vector<Bits>{1, 1, kUntouched, 1});
  auto any = whole(spv::OpGroupNonUniformAny, 4);
  CHECK(run(any, {0, 0, 1, 0}).bits == std::vector<Bits>(4, 1));
  any.active.reset(2);
  CHECK(run(any, {0, 0, 1, 0}).bits[0] == 0);
  auto elect = whole(spv::OpGroupNonUniformElect, 4);
  elect.active.reset(0);
  CHECK(run(elect, {}).bits == std::vector<Bits>{kUntouched, 1, 0, 0});
}

TEST_CASE("equality of all lanes compares floats as floats") {
  auto call = whole(spv::OpGroupNonUniformAllEqual, 2);
  CHECK(run(call, {7, 7}).bits[0] == 1);
  CHECK(run(call, {7, 8}).bits[0] == 0);
  const std::vector<Bits> zeros{0, 0x80000000u}, not_numbers{0x7FC00000u, 0x7FC00000u};
  CHECK(run(call, zeros).bits[0] == 0);
  call.is_float = true;
  CHECK(run(call, zeros).bits[0] == 1);
  CHECK(run(call, not_numbers).bits[0] == 0);
}

TEST_CASE("a ballot has a bit for each lane, in four words") {
  auto call = whole(spv::OpGroupNonUniformBallot, 128);
  std::vector<Bits> predicates(128, 0);
  for (const std::size_t lane : {0, 33, 127}) predicates[lane] = 1;
  call.active.reset(33);
  const auto outcome = run(call, predicates);
  CHECK(std::vector<Bits>(outcome.bits.begin(), outcome.bits.begin() + 4) ==
        std::vector<Bits>{1, 0, 0, 0x80000000u});
  CHECK(outcome.bits[33 * kBallotWords] == kUntouched);
  CHECK(outcome.bits[127 * kBallotWords + 3] == 0x80000000u);
}

TEST_CASE("a ballot is taken apart by lane, and bits past the width do not count") {
  const auto words = ballot_words(4, 0xF6);
  CHECK(run(whole(spv::OpGroupNonUniformInverseBallot, 4), words).bits == std::vector<Bits>{0, 1, 1, 0});
  CHECK(run(whole(spv::OpGroupNonUniformBallotBitExtract, 4), words, {2, 3, 1, 7}).bits ==
        std::vector<Bits>{1, 0, 1, 0});
  CHECK(run(whole(spv::OpGroupNonUniformBallotFindLSB, 4), words).bits == std::vector<Bits>(4, 1));
  CHECK(run(whole(spv::OpGroupNonUniformBallotFindMSB, 4), words).bits == std::vector<Bits>(4, 2));
  auto count = whole(spv::OpGroupNonUniformBallotBitCount, 4);
  CHECK(run(count, words).bits == std::vector<Bits>(4, 2));
  count.group_operation = spv::GroupOperationInclusiveScan;
  CHECK(run(count, words).bits == std::vector<Bits>{0, 1, 2, 2});
  count.group_operation = spv::GroupOperationExclusiveScan;
  CHECK(run(count, words).bits == std::vector<Bits>{0, 0, 1, 2});
}

TEST_CASE("shuffles move values with their depth, for nothing") {
  const std::vector<Bits> values{10, 11, 12, 13, 14, 15, 16, 17};
  const auto moved = [&](spv::Op opcode, const std::vector<Bits>& second) {
    const auto outcome = run(whole(opcode, 8), values, second);
    CHECK(outcome.cost.work == 0);
    CHECK(outcome.depths == std::vector<std::uint32_t>(8, 1));
    return outcome.bits;
  };
  CHECK(moved(spv::OpGroupNonUniformShuffle, {7, 6, 5, 4, 3, 2, 1, 0}) ==
        std::vector<Bits>{17, 16, 15, 14, 13, 12, 11, 10});
  CHECK(moved(spv::OpGroupNonUniformShuffleXor, std::vector<Bits>(8, 3)) ==
        std::vector<Bits>{13, 12, 11, 10, 17, 16, 15, 14});
  CHECK(moved(spv::OpGroupNonUniformBroadcast, std::vector<Bits>(8, 5)) == std::vector<Bits>(8, 15));
  CHECK(moved(spv::OpGroupNonUniformBroadcastFirst, {}) == std::vector<Bits>(8, 10));
  CHECK(moved(spv::OpGroupNonUniformQuadBroadcast, std::vector<Bits>(8, 2)) ==
        std::vector<Bits>{12, 12, 12, 12, 16, 16, 16, 16});
}

TEST_CASE("a quad swaps horizontally, vertically or diagonally") {
  auto call = whole(spv::OpGroupNonUniformQuadSwap, 4);
  CHECK(run(call, {10, 11, 12, 13}).bits == std::vector<Bits>{11, 10, 13, 12});
  call.direction = 1;
  CHECK(run(call, {10, 11, 12, 13}).bits == std::vector<Bits>{12, 13, 10, 11});
  call.direction = 2;
  CHECK(run(call, {10, 11, 12, 13}).bits == std::vector<Bits>{13, 12, 11, 10});
}

TEST_CASE("a shuffle from past the subgroup or from a lane that takes no part is undefined") {
  auto up = whole(spv::OpGroupNonUniformShuffleUp, 4);
  auto outcome = run(up, {1, 2, 3, 4}, {1, 1, 1, 1});
  CHECK(outcome.bits == std::vector<Bits>{0, 1, 2, 3});
  CHECK(outcome.undefined.to_ulong() == 0b0001);
  auto down = whole(spv::OpGroupNonUniformShuffleDown, 4);
  down.active.reset(3);
  outcome = run(down, {1, 2, 3, 4}, {1, 1, 1, 1});
  CHECK(outcome.bits == std::vector<Bits>{2, 3, 0, kUntouched});
  CHECK(outcome.undefined.to_ulong() == 0b0100);
  outcome = run(down, {1, 2, 3, 4}, {0xFFFFFFFFu, 0, 0, 0});
  CHECK(outcome.undefined.test(0));
}

TEST_CASE("every opcode that is dispatched is a subgroup operation, and no other") {
  CHECK(is_subgroup_operation(spv::OpGroupNonUniformElect));
  CHECK(is_subgroup_operation(spv::OpGroupNonUniformLogicalXor));
  CHECK(is_subgroup_operation(spv::OpGroupNonUniformQuadSwap));
  CHECK_FALSE(is_subgroup_operation(spv::OpIAdd));
  CHECK_FALSE(is_subgroup_operation(spv::OpGroupNonUniformPartitionNV));
}
