// Workgroups that wait for each other: who is on the machine, who is starved, what can never end, and what merely takes long.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/machine_world.hpp"

namespace scan::simulator::test {
namespace {

// Each workgroup takes a number by its start, waits for the one before it, and passes on the sum: a look-alike of a
// look-back. `number` says how it is numbered.
std::string chain(std::string_view number) {
  return R"(#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint next; uint states[32]; uint sums[]; };
shared uint tile;
void main() {
  if (gl_LocalInvocationID.x == 0) {
    tile = )" +
         std::string(number) + R"(;
    uint before = 0;
    if (tile > 0) {
      while ((before = atomicAdd(states[tile - 1], 0)) == 0) {}
    }
    atomicExchange(states[tile], before + 1);
  }
  barrier();
  if (gl_LocalInvocationID.x == 1) sums[tile] = tile + 1;
})";
}

constexpr std::string_view kTicket = "atomicAdd(next, 1)", kPlace = "gl_WorkGroupID.x";

World eight_groups() {
  World world;
  world.num_workgroups = 8;
  world.words.assign(64, 0);
  return world;
}

}  // namespace

TEST_CASE("a chain of workgroups by tickets ends under every schedule and residency") {
  for (const Schedule schedule : kSchedules) {
    for (const std::uint32_t resident : {0u, 1u, 2u, 8u}) {
      for (const StartOrder order : {StartOrder::ascending, StartOrder::descending, StartOrder::shuffled}) {
        World world = eight_groups();
        world.settings.schedule = schedule;
        world.settings.resident = resident;
        world.settings.start_order = order;
        world.settings.subgroup_width = 2;
        const Outcome outcome = world.run(chain(kTicket));
        CHECK(outcome.findings.empty());
        CHECK(outcome.words[1 + 7] == 8);
        CHECK(outcome.words[33 + 7] == 8);
      }
    }
  }
}

TEST_CASE(
    "a chain by the number of the workgroup stalls when the first ones start last and only two are "
    "resident") {
  World world = eight_groups();
  world.settings.start_order = StartOrder::descending;
  world.settings.resident = 2;
  for (const Schedule schedule : kSchedules) {
    world.settings.schedule = schedule;
    const Outcome outcome = world.run(chain(kPlace));
    CHECK_THAT(outcome.message(Fault::stalled), contains("test.comp:10: workgroup "));
    CHECK_THAT(outcome.message(Fault::stalled), contains("waits in a loop for states["));
    CHECK_THAT(outcome.message(Fault::stalled), contains("6 of 8 workgroups have not started"));
  }
  world.settings.resident = 0;
  CHECK(world.run(chain(kPlace)).findings.empty());
}

TEST_CASE("a chain stalls behind a workgroup that is starved after it took its ticket") {
  World world = eight_groups();
  world.settings.starve = 4;
  for (const Schedule schedule : {Schedule::ascending, Schedule::descending, Schedule::lockstep}) {
    world.settings.schedule = schedule;
    const Outcome outcome = world.run(chain(kTicket));
    CHECK_THAT(outcome.message(Fault::stalled), contains("starved"));
  }
}

TEST_CASE("a workgroup that nobody waits for may be starved: it runs in the end") {
  World world = eight_groups();
  world.settings.starve = 2;
  const Outcome outcome = world.run(R"(#version 450
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() { if (gl_LocalInvocationID.x == 0) words[1 + atomicAdd(words[0], 1)] = gl_WorkGroupID.x + 1; })");
  CHECK(outcome.findings.empty());
  CHECK(outcome.words[0] == 8);
}

TEST_CASE("a loop that waits with a counter of its own ends, and is not called stalled") {
  World world;
  check_everywhere(world, R"(#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  uint tries = 0;
  while (atomicAdd(words[0], 0) == 0 && tries < 5000) ++tries;
  words[1 + gl_LocalInvocationID.x] = tries;
})",
                   {0, 5000, 5000, 5000, 5000});
}

TEST_CASE("a spin on a word that an invocation of the same workgroup writes ends") {
  check_everywhere(World{}, R"(#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  const uint me = gl_LocalInvocationID.x;
  if (me == 7) {
    atomicExchange(words[0], 1);
  } else {
    while (atomicAdd(words[0], 0) == 0) {}
  }
  words[1 + me] = 5;
})",
                   {1, 5, 5, 5, 5, 5, 5, 5, 5});
}

TEST_CASE("a spin that asks the whole subgroup stalls when no one will answer") {
  World world;
  const Outcome outcome = world.run(R"(#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  uint seen = 0;
  do { seen = atomicAdd(words[gl_LocalInvocationID.x], 0); } while (!subgroupAll(seen != 0));
})");
  CHECK_THAT(outcome.message(Fault::stalled), contains("test.comp:7"));
}

TEST_CASE("an invocation that waits for one that waits at the barrier stalls") {
  const Outcome outcome = World{}.run(R"(#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  if (gl_LocalInvocationID.x == 0) {
    while (atomicAdd(words[0], 0) == 0) {}
  }
  barrier();
  atomicExchange(words[0], 1);
})");
  CHECK_THAT(outcome.message(Fault::stalled),
             contains("test.comp:6: workgroup 0 waits in a loop for words[0]"));
}

TEST_CASE("an endless loop is beyond every budget, with its line") {
  for (const Schedule schedule : kSchedules) {
    World world;
    world.settings.schedule = schedule;
    world.settings.budget = 1'000'000;
    const Outcome same = world.run(R"(#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  uint i = 1;
  while (i != 0) i = 3 - i;
  words[0] = i;
})");
    CHECK_THAT(same.message(Fault::budget), contains("test.comp:6"));
    const Outcome counting = world.run(R"(#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  for (uint i = 0; i >= 0; ++i) {}
  words[0] = 1;
})");
    CHECK_THAT(counting.message(Fault::budget), contains("test.comp:5"));
    CHECK_THAT(counting.message(Fault::budget), contains("the budget is 1000000"));
    CHECK(counting.words[0] == 0);
  }
}

TEST_CASE("a barrier that all come to again and again uses up the budget") {
  World world;
  world.settings.budget = 100'000;
  const Outcome outcome = world.run(R"(#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
  while (true) barrier();
})");
  CHECK(outcome.has(Fault::budget));
}

TEST_CASE("a dispatch within its budget is not stopped") {
  World world;
  world.settings.budget = 100;
  CHECK(world.run("#version 450\nlayout(local_size_x = 4) in;\nvoid main() {}").findings.empty());
}

}  // namespace scan::simulator::test
