// Races around memory barriers: fences order through relaxed atomics and through control barriers, and only so.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "simulator/races_world.hpp"

namespace scan::test {
namespace {

constexpr std::uint32_t kData = 0, kFlag = 1;

/// Data, fence, relaxed flag; relaxed flag, fence, data.
std::optional<Race> pass_message(const Invocation& from, const Semantics& release, const Invocation& to,
                                 const Semantics& acquire, AccessHistory World::*flags = &World::buffer) {
  World world;
  world.write(world.buffer, kData, from);
  world.detector.fence(from, release);
  world.store(world.*flags, kFlag, from);
  world.load(world.*flags, kFlag, to);
  world.detector.fence(to, acquire);
  return world.read(world.buffer, kData, to);
}

}  // namespace

TEST_CASE("fences around a relaxed flag pass a message", "[races]") {
  REQUIRE_FALSE(pass_message(invocation(0, 0), kMemoryBarrierBuffer, invocation(1, 0), kMemoryBarrierBuffer));
  REQUIRE_FALSE(pass_message(invocation(0, 0), kMemoryBarrier, invocation(0, 7), kGroupMemoryBarrier));
}

TEST_CASE("fences of too narrow a scope or for other storage pass nothing", "[races]") {
  const Invocation from = invocation(0, 0), far = invocation(1, 0);
  REQUIRE(pass_message(from, kGroupMemoryBarrier, far, kMemoryBarrier));
  REQUIRE(pass_message(from, kMemoryBarrier, far, kGroupMemoryBarrier));
  REQUIRE(pass_message(from, kMemoryBarrierShared, far, kMemoryBarrier));
  REQUIRE(pass_message(from, kMemoryBarrier, far, kMemoryBarrierShared));
}

TEST_CASE("through a flag in shared memory, fences for buffers alone pass nothing", "[races]") {
  const Invocation from = invocation(0, 0), to = invocation(0, 7);
  REQUIRE_FALSE(pass_message(from, kMemoryBarrier, to, kMemoryBarrier, &World::shared));
  REQUIRE(pass_message(from, kMemoryBarrierBuffer, to, kMemoryBarrier, &World::shared));
  REQUIRE(pass_message(from, kMemoryBarrier, to, kMemoryBarrierBuffer, &World::shared));
}

TEST_CASE("a fence on one side pairs with a release or an acquire on the other", "[races]") {
  World first;
  first.write(first.buffer, kData, invocation(0, 0));
  first.detector.fence(invocation(0, 0), kMemoryBarrierBuffer);
  first.store(first.buffer, kFlag, invocation(0, 0));
  first.load(first.buffer, kFlag, invocation(1, 0), kAcquire);
  REQUIRE_FALSE(first.read(first.buffer, kData, invocation(1, 0)));

  World second;
  second.write(second.buffer, kData, invocation(0, 0));
  second.store(second.buffer, kFlag, invocation(0, 0), kRelease);
  second.load(second.buffer, kFlag, invocation(1, 0));
  second.detector.fence(invocation(1, 0), kMemoryBarrierBuffer);
  REQUIRE_FALSE(second.read(second.buffer, kData, invocation(1, 0)));
}

TEST_CASE("a fence on the wrong side of the flag passes nothing", "[races]") {
  World first;
  first.write(first.buffer, kData, invocation(0, 0));
  first.store(first.buffer, kFlag, invocation(0, 0));
  first.detector.fence(invocation(0, 0), kMemoryBarrierBuffer);
  first.load(first.buffer, kFlag, invocation(1, 0), kAcquire);
  REQUIRE(first.read(first.buffer, kData, invocation(1, 0)));

  World second;
  second.write(second.buffer, kData, invocation(0, 0));
  second.detector.fence(invocation(0, 0), kMemoryBarrierBuffer);
  second.detector.fence(invocation(1, 0), kMemoryBarrierBuffer);
  second.store(second.buffer, kFlag, invocation(0, 0));
  second.load(second.buffer, kFlag, invocation(1, 0));
  REQUIRE(second.read(second.buffer, kData, invocation(1, 0)));
}

TEST_CASE("what is written between the fence and the flag is not released", "[races]") {
  World world;
  world.detector.fence(invocation(0, 0), kMemoryBarrierBuffer);
  world.write(world.buffer, kData, invocation(0, 0));
  world.store(world.buffer, kFlag, invocation(0, 0));
  world.load(world.buffer, kFlag, invocation(1, 0), kAcquire);
  REQUIRE(world.read(world.buffer, kData, invocation(1, 0)));
}

TEST_CASE("fences before and after barrier() make it order buffers", "[races]") {
  World world;
  world.write(world.buffer, kData, invocation(0, 0));
  world.fence_all(0, kMemoryBarrierBuffer);
  world.barrier(0);
  world.fence_all(0, kMemoryBarrierBuffer);
  REQUIRE_FALSE(world.read(world.buffer, kData, invocation(0, 7)));
}

TEST_CASE("one fence, before or after barrier(), is not enough", "[races]") {
  World before, after;
  before.write(before.buffer, kData, invocation(0, 0));
  before.fence_all(0, kMemoryBarrierBuffer);
  before.barrier(0);
  REQUIRE(before.read(before.buffer, kData, invocation(0, 7)));

  after.write(after.buffer, kData, invocation(0, 0));
  after.barrier(0);
  after.fence_all(0, kMemoryBarrierBuffer);
  REQUIRE(after.read(after.buffer, kData, invocation(0, 7)));
}

TEST_CASE("an invocation without its fence before barrier() has released nothing", "[races]") {
  World world;
  world.write(world.buffer, kData, invocation(0, 0));
  world.write(world.buffer, kData + 8, invocation(0, 1));
  world.detector.fence(invocation(0, 1), kMemoryBarrierBuffer);
  world.barrier(0);
  world.detector.fence(invocation(0, 7), kMemoryBarrierBuffer);
  REQUIRE(world.read(world.buffer, kData, invocation(0, 7)));
  REQUIRE_FALSE(world.read(world.buffer, kData + 8, invocation(0, 7)));
}

TEST_CASE("the last one of a workgroup publishes what all wrote, by fences around barrier()", "[races]") {
  World world;
  for (std::uint32_t local = 0; local < kWorkgroupInvocations; ++local) {
    world.write(world.buffer, 8 + local, invocation(0, local));
  }
  world.fence_all(0, kMemoryBarrierBuffer);
  world.barrier(0);
  world.detector.fence(invocation(0, 3), kMemoryBarrierBuffer);
  world.store(world.buffer, kFlag, invocation(0, 3));
  world.load(world.buffer, kFlag, invocation(1, 0), kAcquire);
  for (std::uint32_t local = 0; local < kWorkgroupInvocations; ++local) {
    REQUIRE_FALSE(world.read(world.buffer, 8 + local, invocation(1, 0)));
  }
}

TEST_CASE("a barrier of device scope is the fence before a relaxed flag", "[races]") {
  for (const MemoryScope scope : {MemoryScope::workgroup, MemoryScope::device}) {
    World world;
    world.write(world.buffer, kData, invocation(0, 5));
    world.barrier(0, {scope, true, true, true, true});
    world.store(world.buffer, kFlag, invocation(0, 0));
    world.load(world.buffer, kFlag, invocation(1, 0), kAcquire);
    REQUIRE(world.read(world.buffer, kData, invocation(1, 0)).has_value() ==
            (scope == MemoryScope::workgroup));
  }
}

TEST_CASE("a barrier of device scope is the fence after a relaxed flag, for the whole workgroup", "[races]") {
  for (const MemoryScope scope : {MemoryScope::workgroup, MemoryScope::device}) {
    World world;
    world.write(world.buffer, kData, invocation(0, 0));
    world.store(world.buffer, kFlag, invocation(0, 0), kRelease);
    world.load(world.buffer, kFlag, invocation(1, 2));
    world.barrier(1, {scope, true, true, true, true});
    REQUIRE(world.read(world.buffer, kData, invocation(1, 6)).has_value() ==
            (scope == MemoryScope::workgroup));
  }
}

TEST_CASE("fences before and after a subgroup's barrier without semantics make it order", "[races]") {
  World with, without;
  const Semantics none{MemoryScope::subgroup};
  with.write(with.buffer, kData, invocation(0, 0));
  with.detector.fence(invocation(0, 0), kMemoryBarrierBuffer);
  with.subgroup_barrier(0, 0, none);
  with.detector.fence(invocation(0, 1), kMemoryBarrierBuffer);
  REQUIRE_FALSE(with.read(with.buffer, kData, invocation(0, 1)));
  REQUIRE(with.read(with.buffer, kData, invocation(0, 2)));

  without.write(without.buffer, kData, invocation(0, 0));
  without.subgroup_barrier(0, 0, none);
  REQUIRE(without.read(without.buffer, kData, invocation(0, 1)));
}

}  // namespace scan::test
