// Races around atomics: what releases and acquires order, at which scope, and what fences make of relaxed ones.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "simulator/races_world.hpp"

namespace scan::test {
namespace {

constexpr std::uint32_t kData = 0, kFlag = 1, kOtherFlag = 2;

/// Invocation `from` writes the data and then the flag, `to` reads the flag and then the data.
std::optional<Race> pass_message(World& world, const Invocation& from, const Semantics& release,
                                 const Invocation& to, const Semantics& acquire) {
  world.write(world.buffer, kData, from);
  REQUIRE_FALSE(world.store(world.buffer, kFlag, from, release));
  REQUIRE_FALSE(world.load(world.buffer, kFlag, to, acquire));
  return world.read(world.buffer, kData, to);
}

}  // namespace

TEST_CASE("atomics on one word do not race with each other", "[races]") {
  World world;
  REQUIRE_FALSE(world.store(world.buffer, 0, invocation(0, 0)));
  REQUIRE_FALSE(world.load(world.buffer, 0, invocation(1, 0)));
  REQUIRE_FALSE(world.exchange(world.buffer, 0, invocation(2, 0)));
  REQUIRE_FALSE(world.exchange(world.shared, 0, invocation(2, 0)));
  REQUIRE_FALSE(world.exchange(world.shared, 0, invocation(2, 1)));
}

TEST_CASE("an atomic and a plain access race, unless both only read", "[races]") {
  World world;
  world.store(world.buffer, 0, invocation(0, 0));
  REQUIRE(world.read(world.buffer, 0, invocation(1, 0)));
  world.store(world.buffer, 1, invocation(0, 0));
  REQUIRE(world.write(world.buffer, 1, invocation(1, 0)));
  world.write(world.buffer, 2, invocation(0, 0));
  REQUIRE(world.load(world.buffer, 2, invocation(1, 0)));
  world.read(world.buffer, 3, invocation(0, 0));
  REQUIRE(world.exchange(world.buffer, 3, invocation(1, 0)));
  world.load(world.buffer, 4, invocation(0, 0));
  REQUIRE(world.write(world.buffer, 4, invocation(1, 0)));
  world.load(world.buffer, 5, invocation(0, 0));
  REQUIRE_FALSE(world.read(world.buffer, 5, invocation(1, 0)));
  world.read(world.buffer, 6, invocation(0, 0));
  REQUIRE_FALSE(world.load(world.buffer, 6, invocation(1, 0)));
}

TEST_CASE("a plain access is held against every earlier atomic, not only the last", "[races]") {
  World world;
  world.exchange(world.buffer, 0, invocation(3, 0));
  for (int round = 0; round < 1000; ++round) world.exchange(world.buffer, 0, invocation(0, round % 2));
  world.barrier(0, kBarrierWithBuffers);
  const std::optional<Race> race = world.read(world.buffer, 0, invocation(0, 0));
  REQUIRE(race);
  REQUIRE(race->earlier_who.workgroup == 3);
  REQUIRE(race->earlier.kind == AccessKind::atomic);
}

TEST_CASE("atomics of a scope that does not hold both sides race", "[races]") {
  const auto races = [](MemoryScope first, MemoryScope second, const Invocation& other) {
    World world;
    world.exchange(world.buffer, 0, invocation(0, 0), {first});
    return world.exchange(world.buffer, 0, other, {second}).has_value();
  };
  constexpr auto kSubgroup = MemoryScope::subgroup, kWorkgroup = MemoryScope::workgroup,
                 kDevice = MemoryScope::device;
  const Invocation same_subgroup = invocation(0, 1), same_workgroup = invocation(0, 4),
                   far = invocation(1, 0);
  REQUIRE_FALSE(races(kSubgroup, kSubgroup, same_subgroup));
  REQUIRE(races(kSubgroup, kSubgroup, same_workgroup));
  REQUIRE(races(kSubgroup, kDevice, same_workgroup));
  REQUIRE_FALSE(races(kWorkgroup, kWorkgroup, same_workgroup));
  REQUIRE(races(kWorkgroup, kWorkgroup, far));
  REQUIRE(races(kDevice, kWorkgroup, far));
  REQUIRE_FALSE(races(kDevice, kDevice, far));
}

TEST_CASE("a message passed by release and acquire is no race", "[races]") {
  World world;
  REQUIRE_FALSE(pass_message(world, invocation(0, 0), kRelease, invocation(1, 0), kAcquire));
}

TEST_CASE("a message passed by a relaxed flag is a race, on either side", "[races]") {
  World one, two, three;
  REQUIRE(pass_message(one, invocation(0, 0), kRelaxed, invocation(1, 0), kRelaxed));
  REQUIRE(pass_message(two, invocation(0, 0), kRelease, invocation(1, 0), kRelaxed));
  REQUIRE(pass_message(three, invocation(0, 0), kRelaxed, invocation(1, 0), kAcquire));
}

TEST_CASE("a flag may be cleared before it is released, and read plainly once it is acquired", "[races]") {
  World world;
  world.write(world.buffer, kFlag, invocation(0, 0));
  REQUIRE_FALSE(world.store(world.buffer, kFlag, invocation(0, 0), kRelease));
  REQUIRE_FALSE(world.load(world.buffer, kFlag, invocation(1, 0), kAcquire));
  REQUIRE_FALSE(world.read(world.buffer, kFlag, invocation(1, 0)));
  REQUIRE(world.read(world.buffer, kFlag, invocation(2, 0)));
}

TEST_CASE("a plain flag races itself", "[races]") {
  World world;
  world.write(world.buffer, kData, invocation(0, 0));
  world.write(world.buffer, kFlag, invocation(0, 0));
  REQUIRE(world.load(world.buffer, kFlag, invocation(1, 0), kAcquire));
}

TEST_CASE("who has not read the flag knows nothing", "[races]") {
  World world;
  REQUIRE_FALSE(pass_message(world, invocation(0, 0), kRelease, invocation(1, 0), kAcquire));
  REQUIRE(world.read(world.buffer, kData, invocation(1, 1)));
}

TEST_CASE("what is written after the release is not released", "[races]") {
  World world;
  world.store(world.buffer, kFlag, invocation(0, 0), kRelease);
  world.write(world.buffer, kData, invocation(0, 0));
  world.load(world.buffer, kFlag, invocation(1, 0), kAcquire);
  REQUIRE(world.read(world.buffer, kData, invocation(1, 0)));
}

TEST_CASE("a release and an acquire order only the storage classes in their semantics", "[races]") {
  World world;
  const Semantics shared_release{MemoryScope::device, false, true, true, false};
  REQUIRE(pass_message(world, invocation(0, 0), shared_release, invocation(1, 0), kAcquire));
}

TEST_CASE("a release of workgroup scope serves its workgroup and no other", "[races]") {
  World within, across;
  const Semantics release = release_at(MemoryScope::workgroup), acquire = acquire_at(MemoryScope::workgroup);
  REQUIRE_FALSE(pass_message(within, invocation(0, 0), release, invocation(0, 5), acquire));
  across.write(across.buffer, kData, invocation(0, 0));
  across.store(across.buffer, kFlag, invocation(0, 0), release);
  REQUIRE(across.load(across.buffer, kFlag, invocation(1, 0), kAcquire));  // the flag's scope is too narrow
  REQUIRE(across.read(across.buffer, kData, invocation(1, 0)));
}

TEST_CASE("read-modify-writes by others carry a release on, a relaxed store ends it", "[races]") {
  World world;
  world.write(world.buffer, kData, invocation(0, 0));
  world.exchange(world.buffer, kFlag, invocation(0, 0), kRelease);
  world.exchange(world.buffer, kFlag, invocation(1, 0));
  world.exchange(world.buffer, kFlag, invocation(2, 0));
  world.load(world.buffer, kFlag, invocation(3, 0), kAcquire);
  REQUIRE_FALSE(world.read(world.buffer, kData, invocation(3, 0)));
  REQUIRE(world.read(world.buffer, kData, invocation(2, 0)));

  world.store(world.buffer, kFlag, invocation(0, 0));
  world.load(world.buffer, kFlag, invocation(3, 1), kAcquire);
  REQUIRE(world.read(world.buffer, kData, invocation(3, 1)));
}

TEST_CASE("a counter that all release and acquire gathers what all have written", "[races]") {
  World world;
  for (std::uint32_t workgroup = 0; workgroup < 4; ++workgroup) {
    world.write(world.buffer, 8 + workgroup, invocation(workgroup, 0));
    REQUIRE_FALSE(world.exchange(world.buffer, kFlag, invocation(workgroup, 0), kBoth));
    for (std::uint32_t earlier = 0; earlier <= workgroup; ++earlier) {
      REQUIRE_FALSE(world.read(world.buffer, 8 + earlier, invocation(workgroup, 0)));
    }
  }
  REQUIRE(world.write(world.buffer, 8 + 3, invocation(0, 0)));  // the first one knows nothing of the last
}

TEST_CASE("a message goes on through a third workgroup", "[races]") {
  World world;
  REQUIRE_FALSE(pass_message(world, invocation(0, 0), kRelease, invocation(1, 0), kAcquire));
  world.store(world.buffer, kOtherFlag, invocation(1, 0), kRelease);
  world.load(world.buffer, kOtherFlag, invocation(2, 0), kAcquire);
  REQUIRE_FALSE(world.write(world.buffer, kData, invocation(2, 0)));
}

TEST_CASE("a barrier hands on what one invocation acquired, if its semantics name buffers", "[races]") {
  World without, with;
  REQUIRE_FALSE(pass_message(without, invocation(0, 0), kRelease, invocation(1, 0), kAcquire));
  without.barrier(1, kBarrier);
  REQUIRE(without.read(without.buffer, kData, invocation(1, 5)));
  REQUIRE_FALSE(pass_message(with, invocation(0, 0), kRelease, invocation(1, 0), kAcquire));
  with.barrier(1, kBarrierWithBuffers);
  REQUIRE_FALSE(with.read(with.buffer, kData, invocation(1, 5)));
}

TEST_CASE("a release after a barrier takes along what the whole workgroup wrote before it", "[races]") {
  for (const Semantics& barrier : {kBarrier, kBarrierWithBuffers}) {
    World world;
    world.write(world.buffer, kData, invocation(0, 5));
    world.barrier(0, barrier);
    world.store(world.buffer, kFlag, invocation(0, 0), kRelease);
    world.load(world.buffer, kFlag, invocation(1, 0), kAcquire);
    REQUIRE(world.read(world.buffer, kData, invocation(1, 0)).has_value() == !barrier.buffers);
  }
}

TEST_CASE("atomics order nothing between two dispatches", "[races]") {
  World world;
  world.write(world.buffer, kData, invocation(0, 0));
  world.store(world.buffer, kFlag, invocation(0, 0), kRelease);
  world.begin();
  REQUIRE_FALSE(world.load(world.buffer, kFlag, invocation(1, 0), kAcquire));
  REQUIRE(world.read(world.buffer, kData, invocation(1, 0)));
}

TEST_CASE("what an earlier dispatch or another workgroup released is not taken in", "[races]") {
  for (AccessHistory World::*flags : {&World::buffer, &World::shared}) {
    World world;
    world.store(world.*flags, kFlag, invocation(0, 0), kRelease);
    world.begin();
    world.write(world.buffer, kData, invocation(0, 0));
    world.load(world.*flags, kFlag, invocation(0, 1), kAcquire);
    REQUIRE(world.read(world.buffer, kData, invocation(0, 1)));
  }
  World world;
  world.write(world.buffer, kData, invocation(0, 0));
  world.store(world.shared, kFlag, invocation(0, 0), kRelease);
  world.load(world.shared, kFlag, invocation(1, 0), kAcquire);
  REQUIRE(world.read(world.buffer, kData, invocation(1, 0)));
}

TEST_CASE("of many readers, the one that released nothing is found", "[races]") {
  constexpr std::uint32_t kReaders = 100;
  for (std::uint32_t silent = 0; silent < kReaders; ++silent) {
    World world(kReaders + 1);
    for (int round = 0; round < 2; ++round) {
      for (std::uint32_t workgroup = 0; workgroup < kReaders; ++workgroup) {
        REQUIRE_FALSE(world.read(world.buffer, kData, invocation(workgroup, 0)));
      }
    }
    for (std::uint32_t workgroup = 0; workgroup < kReaders; ++workgroup) {
      if (workgroup != silent) world.exchange(world.buffer, kFlag, invocation(workgroup, 0), kBoth);
    }
    world.load(world.buffer, kFlag, invocation(kReaders, 0), kAcquire);
    const std::optional<Race> race = world.write(world.buffer, kData, invocation(kReaders, 0));
    REQUIRE(race);
    REQUIRE(race->earlier_who.workgroup == silent);
  }
}

}  // namespace scan::test
