// Faults of one access or one barrier: races, bounds, shared memory that nobody wrote, barriers that not all come to.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/machine_world.hpp"

namespace scan::simulator::test {
namespace {

/// Line 1 is the version, the body begins at line 5.
std::string shader(std::string_view body, std::uint32_t size = 8) {
  return "#version 450\nlayout(local_size_x = " + std::to_string(size) +
         ") in;\nlayout(std430, binding = 0) buffer Words { uint words[]; };\nshared uint values[16];\n" +
         std::string(body);
}

Outcome run(std::string_view body) {
  return World{}.run(shader(body));
}

}  // namespace

TEST_CASE("a barrier that is missing is a race with both lines, both invocations, the word and the remedy") {
  for (const Schedule schedule : kSchedules) {
    World world;
    world.settings.schedule = schedule;
    const Outcome outcome = world.run(shader(R"(void main() {
  const uint me = gl_LocalInvocationID.x;
  values[me] = me;
  words[me] = values[(me + 1) % 8];
})"));
    const Finding* race = outcome.find(Fault::race);
    REQUIRE(race != nullptr);
    REQUIRE(race->other);
    CHECK(race->place.file == "test.comp");
    CHECK(race->place.line + race->other->line == 7 + 8);
    CHECK_THAT(race->message, contains("test.comp:7"));
    CHECK_THAT(race->message, contains("test.comp:8"));
    CHECK_THAT(race->message, contains("values["));
    CHECK_THAT(race->message, contains("of workgroup 0"));
    CHECK_THAT(race->message, contains("a barrier() between lines"));
    const auto is_race = [](const Finding& finding) {
      return finding.fault == Fault::race;
    };
    CHECK(std::count_if(outcome.findings.begin(), outcome.findings.end(), is_race) <=
          2);  // one for each order
  }
}

TEST_CASE("with the barrier there is no race") {
  check_everywhere(World{}, shader(R"(void main() {
  const uint me = gl_LocalInvocationID.x;
  values[me] = me;
  barrier();
  words[me] = values[(me + 1) % 8];
})"),
                   {1, 2, 3, 4, 5, 6, 7, 0});
}

TEST_CASE("two workgroups that write one word of a buffer race, whichever comes first") {
  World world;
  world.num_workgroups = 2;
  const Outcome outcome =
      world.run(shader("void main() { if (gl_LocalInvocationID.x == 3) words[5] = gl_WorkGroupID.x; }"));
  CHECK_THAT(outcome.message(Fault::race), contains("invocation 3 of workgroup 1 writes words[5]"));
  CHECK_THAT(outcome.message(Fault::race), contains("invocation 3 of workgroup 0 wrote"));
}

TEST_CASE("a barrier() alone does not order a buffer, and the remedy says so") {
  const Outcome bare =
      run("void main() {\n  const uint me = gl_LocalInvocationID.x;\n  words[me] = 1;\n  barrier();\n"
          "  words[me + 8] = words[(me + 1) % 8];\n}");
  CHECK_THAT(bare.message(Fault::race),
             contains("a barrier() with memoryBarrierBuffer() before and after it between lines 7 and 9"));
  // The writer's release alone is not enough: nothing makes the writes visible to the reader.
  CHECK_FALSE(run("void main() {\n  const uint me = gl_LocalInvocationID.x;\n  words[me] = 1;\n"
                  "  memoryBarrierBuffer();\n  barrier();\n  words[me + 8] = words[(me + 1) % 8];\n}")
                  .findings.empty());
  CHECK(run("void main() {\n  const uint me = gl_LocalInvocationID.x;\n  words[me] = 1;\n"
            "  memoryBarrierBuffer();\n  barrier();\n  memoryBarrierBuffer();\n"
            "  words[me + 8] = words[(me + 1) % 8];\n}")
            .findings.empty());
}

TEST_CASE("atomics of two workgroups on one word are no race") {
  World world;
  world.num_workgroups = 4;
  world.words.assign(4, 0);
  check_everywhere(world,
                   shader("void main() { atomicAdd(words[1], 1u); atomicMax(words[2], gl_WorkGroupID.x); }"),
                   {0, 32, 3, 0});
}

TEST_CASE(
    "an index beyond a shared array names the array, the index and the size; the read gives 0, the write is "
    "dropped") {
  const Outcome outcome = run(R"(void main() {
  const uint me = gl_LocalInvocationID.x;
  values[me] = 5;
  words[me] = 1 + values[me + 14 * (me / 2)];
  values[me - 1] = 6;
})");
  CHECK_THAT(
      outcome.messages(Fault::out_of_bounds),
      contains(
          "test.comp:8: invocation 2 of workgroup 0 has the index 16 for values, which has 16 elements"));
  CHECK_THAT(outcome.messages(Fault::out_of_bounds),
             contains("test.comp:9: invocation 0 of workgroup 0 has the index -1"));
  CHECK(outcome.words[2] == 1);
  CHECK(outcome.words[1] == 6);
}

TEST_CASE("beyond the range that is bound for a buffer is out of bounds, though the buffer goes on") {
  World world;
  world.words.assign(6, 9);
  const Outcome outcome = world.run(shader("void main() { words[gl_LocalInvocationID.x] += 1; }"));
  CHECK_THAT(outcome.message(Fault::out_of_bounds),
             contains("invocation 6 of workgroup 0 has the index 6 for words, which has 6"));
  CHECK(outcome.words == std::vector<std::uint32_t>(6, 10));
}

TEST_CASE("an index beyond a local array is out of bounds") {
  const Outcome outcome = run(R"(void main() {
  uint mine[4];
  for (uint i = 0; i <= 4; ++i) mine[i] = i;
  words[gl_LocalInvocationID.x] = mine[gl_LocalInvocationID.x % 4];
})");
  CHECK_THAT(outcome.message(Fault::out_of_bounds),
             contains("test.comp:7: invocation 0 of workgroup 0 has the index 4 for mine, which has 4"));
  CHECK(outcome.words[3] == 3);
}

TEST_CASE("the length of a buffer's array is that of what is bound") {
  World world;
  world.words.assign(23, 0);
  check_everywhere(
      world, shader("void main() { if (gl_LocalInvocationID.x == 0) words[0] = words.length(); }"), {23});
}

TEST_CASE("shared memory that is read before anything wrote it is uninitialised, once for each line") {
  const Outcome outcome = run(R"(void main() {
  const uint me = gl_LocalInvocationID.x;
  if (me != 3) values[me] = 1;
  barrier();
  words[me] = values[me] + 7;
})");
  REQUIRE(outcome.findings.size() == 1);
  CHECK_THAT(
      outcome.message(Fault::uninitialised),
      contains("test.comp:9: invocation 3 of workgroup 0 reads values[3], which nothing has written yet"));
  CHECK(outcome.words[3] == 7);
}

TEST_CASE("the next workgroup does not find the shared memory of the one before") {
  World world;
  world.num_workgroups = 2;
  world.settings.resident = 1;
  const Outcome outcome = world.run(shader(R"(void main() {
  if (gl_WorkGroupID.x == 0) values[gl_LocalInvocationID.x] = 1;
  barrier();
  words[gl_GlobalInvocationID.x] = values[gl_LocalInvocationID.x];
})"));
  CHECK_THAT(outcome.message(Fault::uninitialised), contains("invocation 0 of workgroup 1 reads values[0]"));
}

TEST_CASE("a barrier that some invocations do not come to, because they have ended, is divergent") {
  for (const Schedule schedule : kSchedules) {
    World world;
    world.settings.schedule = schedule;
    const Outcome outcome = world.run(shader(R"(void main() {
  if (gl_LocalInvocationID.x == 5) return;
  barrier();
  words[0] = 1;
})"));
    CHECK_THAT(outcome.message(Fault::divergent_barrier),
               contains("test.comp:7: invocation 0 of workgroup 0 waits at the barrier"));
    CHECK_THAT(outcome.message(Fault::divergent_barrier), contains("invocation 5 of workgroup 0 has ended"));
    CHECK(outcome.words[0] == 0);
  }
}

TEST_CASE("invocations at two barriers, or in two rounds of a loop, are divergent") {
  const Outcome two = run(R"(void main() {
  if (gl_LocalInvocationID.x < 4) {
    barrier();
  } else {
    barrier();
  }
})");
  CHECK_THAT(two.message(Fault::divergent_barrier), contains("test.comp:7: invocation 0"));
  CHECK_THAT(two.message(Fault::divergent_barrier),
             contains("invocation 4 of workgroup 0 waits at the barrier at test.comp:9"));
  REQUIRE(two.find(Fault::divergent_barrier)->other);
  CHECK(two.find(Fault::divergent_barrier)->other->line == 9);
  const Outcome rounds = run(R"(void main() {
  for (uint i = 0; i < 3; ++i) {
    if (gl_LocalInvocationID.x == 2 && i == 1) continue;
    barrier();
  }
})");
  CHECK_THAT(rounds.message(Fault::divergent_barrier), contains("another round of the loop"));
}

TEST_CASE("memory barriers alone order nothing between invocations that do not wait for each other") {
  const Outcome outcome = run(R"(void main() {
  const uint me = gl_LocalInvocationID.x;
  values[me] = me;
  memoryBarrierShared();
  words[me] = values[(me + 1) % 8];
})");
  CHECK(outcome.has(Fault::race));
}

TEST_CASE("what is not simulated is refused with its line") {
  CHECK_THROWS_WITH(run("void main() { mat2 m = mat2(1); words[0] = uint(m[1][1]); }"),
                    contains("not simulated"));
  CHECK_THROWS_WITH(
      run("void main() {\n  float a = float(words[0]);\n  words[1] = uint(determinant(mat2(a)));\n}"),
      contains("not simulated"));
}

}  // namespace scan::simulator::test
