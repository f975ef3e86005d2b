// Races between plain accesses: what barriers order, and which earlier accesses a later one is held against.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "scan/errors.hpp"
#include "simulator/races_world.hpp"

namespace scan::test {

TEST_CASE("two invocations that read one word do not race", "[races]") {
  World world;
  for (std::uint32_t local = 0; local < kWorkgroupInvocations; ++local) {
    REQUIRE_FALSE(world.read(world.shared, 0, invocation(0, local)));
    REQUIRE_FALSE(world.read(world.buffer, 0, invocation(1, local)));
  }
}

TEST_CASE("one invocation alone never races", "[races]") {
  World world;
  for (int i = 0; i < 3; ++i) {
    REQUIRE_FALSE(world.write(world.shared, 0, invocation(0, 1)));
    REQUIRE_FALSE(world.read(world.shared, 0, invocation(0, 1)));
    REQUIRE_FALSE(world.exchange(world.shared, 0, invocation(0, 1)));
  }
}

TEST_CASE("a race names both accesses and both invocations", "[races]") {
  World world;
  REQUIRE_FALSE(world.write(world.shared, 5, invocation(2, 6)));
  const std::optional<Race> race = world.read(world.shared, 5, invocation(2, 1));
  REQUIRE(race);
  REQUIRE(race->earlier_who.workgroup == 2);
  REQUIRE(race->earlier_who.subgroup == 1);
  REQUIRE(race->earlier_who.local == 6);
  REQUIRE(race->later_who.local == 1);
  REQUIRE(race->earlier.kind == AccessKind::write);
  REQUIRE(race->later.kind == AccessKind::read);
  REQUIRE(race->earlier.instruction == 1);
  REQUIRE(race->later.instruction == 2);
  REQUIRE(race->earlier_dispatch == 0);
}

TEST_CASE("write after write, read after write and write after read race without a barrier", "[races]") {
  World world;
  world.write(world.shared, 0, invocation(0, 0));
  REQUIRE(world.write(world.shared, 0, invocation(0, 1)));
  world.write(world.shared, 1, invocation(0, 0));
  REQUIRE(world.read(world.shared, 1, invocation(0, 1)));
  world.read(world.shared, 2, invocation(0, 0));
  REQUIRE(world.write(world.shared, 2, invocation(0, 1)));
}

TEST_CASE("a barrier orders shared memory within its workgroup", "[races]") {
  World world;
  world.write(world.shared, 0, invocation(0, 0));
  world.barrier(0);
  REQUIRE_FALSE(world.read(world.shared, 0, invocation(0, 7)));
  world.barrier(0);
  REQUIRE_FALSE(world.write(world.shared, 0, invocation(0, 3)));
}

TEST_CASE("a barrier of one workgroup orders nothing of another", "[races]") {
  World world;
  world.write(world.buffer, 0, invocation(0, 0));
  world.barrier(0, kBarrierWithBuffers);
  world.barrier(1, kBarrierWithBuffers);
  REQUIRE(world.read(world.buffer, 0, invocation(1, 0)));
}

TEST_CASE("GLSL's barrier() does not order buffers, one with buffers in its semantics does", "[races]") {
  World world;
  world.write(world.buffer, 0, invocation(0, 0));
  world.barrier(0, kBarrier);
  REQUIRE(world.read(world.buffer, 0, invocation(0, 1)));

  world.write(world.buffer, 1, invocation(0, 0));
  world.barrier(0, kBarrierWithBuffers);
  REQUIRE_FALSE(world.read(world.buffer, 1, invocation(0, 1)));
}

TEST_CASE("a barrier with buffers alone in its semantics does not order shared memory", "[races]") {
  World world;
  world.write(world.shared, 0, invocation(0, 0));
  world.barrier(0, {MemoryScope::workgroup, true, true, false, true});
  REQUIRE(world.read(world.shared, 0, invocation(0, 1)));
}

TEST_CASE("a memory barrier in the place of a barrier orders nothing", "[races]") {
  World world;
  world.write(world.shared, 0, invocation(0, 0));
  world.fence_all(0, kMemoryBarrierShared);
  REQUIRE(world.read(world.shared, 0, invocation(0, 1)));
}

TEST_CASE("a write is held against every earlier reader, not only the last", "[races]") {
  for (std::uint32_t writer = 0; writer < kWorkgroupInvocations; ++writer) {
    World world;
    for (std::uint32_t local = 0; local < kWorkgroupInvocations; ++local) {
      world.read(world.shared, 0, invocation(0, local));
    }
    const std::optional<Race> race = world.write(world.shared, 0, invocation(0, writer));
    REQUIRE(race);
    REQUIRE(race->earlier_who.local != writer);
  }
}

TEST_CASE("one reader that no barrier separates is found among many that one does", "[races]") {
  World world;
  for (std::uint32_t local = 0; local < kWorkgroupInvocations; ++local) {
    world.read(world.shared, 0, invocation(0, local));
  }
  world.barrier(0);
  world.read(world.shared, 0, invocation(0, 5));
  world.read(world.shared, 0, invocation(0, 6));
  REQUIRE_FALSE(world.read(world.shared, 0, invocation(0, 6)));
  const std::optional<Race> race = world.write(world.shared, 0, invocation(0, 6));
  REQUIRE(race);
  REQUIRE(race->earlier_who.local == 5);
  REQUIRE(race->earlier.instruction == kWorkgroupInvocations + 1);
}

TEST_CASE("many reads of a word by all, barrier after barrier, do not race with a write behind them",
          "[races]") {
  World world;
  for (int interval = 0; interval < 100; ++interval) {
    for (std::uint32_t local = 0; local < kWorkgroupInvocations; ++local) {
      REQUIRE_FALSE(world.read(world.shared, 0, invocation(0, local)));
    }
    world.barrier(0);
    REQUIRE_FALSE(world.write(world.shared, 0, invocation(0, 3)));
    world.barrier(0);
  }
}

TEST_CASE("an unordered reader is not forgotten when others read again and again", "[races]") {
  for (const int its_turn : {0, 500, 999}) {
    World world;
    for (int round = 0; round < 1000; ++round) {
      for (std::uint32_t local = 0; local < 3; ++local) world.read(world.buffer, 0, invocation(0, local));
      if (round == its_turn) world.read(world.buffer, 0, invocation(3, 0));
    }
    world.barrier(0, kBarrierWithBuffers);
    const std::optional<Race> race = world.write(world.buffer, 0, invocation(0, 0));
    REQUIRE(race);
    REQUIRE(race->earlier_who.workgroup == 3);
  }
}

TEST_CASE("a subgroup's barrier orders its own lanes and no others", "[races]") {
  World world;
  world.write(world.shared, 0, invocation(0, 0));
  world.write(world.buffer, 0, invocation(0, 0));
  world.subgroup_barrier(0, 0);
  world.subgroup_barrier(0, 1);
  REQUIRE_FALSE(world.read(world.shared, 0, invocation(0, 3)));
  REQUIRE_FALSE(world.read(world.buffer, 0, invocation(0, 3)));
  REQUIRE(world.read(world.shared, 0, invocation(0, 4)));
  REQUIRE(world.read(world.buffer, 0, invocation(0, 4)));
}

TEST_CASE("a subgroup's barrier orders the lanes that reached it", "[races]") {
  World world;
  const std::uint32_t lanes[] = {2, 0};
  world.write(world.shared, 0, invocation(0, 0));
  world.write(world.shared, 1, invocation(0, 1));
  world.detector.subgroup_barrier(0, lanes, kSubgroupBarrier);
  REQUIRE_FALSE(world.read(world.shared, 0, invocation(0, 2)));
  REQUIRE(world.read(world.shared, 1, invocation(0, 2)));
}

TEST_CASE("what follows a subgroup's barrier is not ordered by it", "[races]") {
  World world;
  world.subgroup_barrier(0, 0);
  world.write(world.shared, 0, invocation(0, 0));
  REQUIRE(world.read(world.shared, 0, invocation(0, 1)));
}

TEST_CASE("a barrier hands on what one subgroup's barrier ordered", "[races]") {
  World world;
  world.write(world.shared, 0, invocation(0, 0));
  world.subgroup_barrier(0, 0);
  world.barrier(0);
  REQUIRE_FALSE(world.write(world.shared, 0, invocation(0, 7)));
  world.subgroup_barrier(0, 1);
  REQUIRE(world.read(world.shared, 0, invocation(0, 0)));
}

TEST_CASE("shared memory that another workgroup left is as good as new", "[races]") {
  World world;
  for (std::uint32_t workgroup = 0; workgroup < 4; ++workgroup) {
    REQUIRE_FALSE(world.write(world.shared, 0, invocation(workgroup, workgroup)));
    REQUIRE_FALSE(world.exchange(world.shared, 1, invocation(workgroup, workgroup), kBoth));
    for (std::uint32_t local = 0; local < kLanes; ++local) {
      REQUIRE_FALSE(world.read(world.shared, 2, invocation(workgroup, local)));
    }
  }
  world.begin();
  REQUIRE_FALSE(world.write(world.shared, 0, invocation(3, 0)));
  REQUIRE_FALSE(world.write(world.shared, 1, invocation(3, 0)));
  REQUIRE_FALSE(world.write(world.shared, 2, invocation(3, 0)));
}

TEST_CASE("dispatches without a barrier between them race, and it is said how many ago", "[races]") {
  World world;
  world.write(world.buffer, 0, invocation(0, 0));
  world.begin();
  world.begin();
  const std::optional<Race> race = world.read(world.buffer, 0, invocation(0, 0));
  REQUIRE(race);
  REQUIRE(race->earlier_dispatch == 2);
}

TEST_CASE("a barrier between dispatches orders everything before it", "[races]") {
  World world;
  for (std::uint32_t word = 0; word < 4; ++word) world.write(world.buffer, word, invocation(word, word));
  for (std::uint32_t local = 0; local < kLanes; ++local) world.read(world.buffer, 5, invocation(0, local));
  world.exchange(world.buffer, 6, invocation(2, 0));
  world.detector.dispatch_barrier();
  world.begin(1);
  for (std::uint32_t word = 0; word < 7; ++word) {
    REQUIRE_FALSE(world.write(world.buffer, word, invocation(0, 7)));
  }
}

TEST_CASE("readers of two dispatches are both held against a write in a third", "[races]") {
  World world;
  world.read(world.buffer, 0, invocation(0, 0));
  world.read(world.buffer, 0, invocation(0, 1));
  world.barrier(0, kBarrierWithBuffers);
  world.barrier(0, kBarrierWithBuffers);
  world.begin();
  REQUIRE_FALSE(world.read(world.buffer, 0, invocation(0, 0)));
  world.barrier(0, kBarrierWithBuffers);
  const std::optional<Race> race = world.write(world.buffer, 0, invocation(0, 0));
  REQUIRE(race);
  REQUIRE(race->earlier_dispatch == 1);
}

TEST_CASE("more invocations than numbers are refused", "[races]") {
  RaceDetector detector;
  REQUIRE_THROWS_AS(detector.begin_dispatch(1U << 23, 1023, 32), LimitError);
}

}  // namespace scan::test
