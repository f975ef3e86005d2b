// Work and depth: what is an application of the operator to data, and what is not.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/machine_world.hpp"

namespace scan::simulator::test {
namespace {

/// Both ways of counting agree: the machine's own tally, and the recorder's counters.
Counters count(std::string_view body, bool words_carry_data = true) {
  World world;
  world.words_carry_data = words_carry_data;
  const std::string glsl =
      "#version 450\nlayout(local_size_x = 8) in;\nlayout(std430, binding = 0) buffer Words { uint words[]; "
      "};\n"
      "shared uint values[16];\n"
      "uint combine(uint earlier, uint later) { return later != 0 ? later * 1 + 0 : earlier; }\n" +
      std::string(body);
  const Counters tallied = world.run(glsl).dispatches.front().total;
  world.count = true;
  const Counters counted = world.run(glsl).dispatches.front().total;
  CHECK(tallied.work == counted.work);
  CHECK(tallied.depth == counted.depth);
  CHECK(tallied.instructions == counted.instructions);
  CHECK(tallied.barriers == counted.barriers);
  return counted;
}

}  // namespace

TEST_CASE("a call to combine is one unit of work, whatever is in it") {
  const Counters counters = count(R"(void main() {
  const uint me = gl_LocalInvocationID.x;
  words[me] = combine(words[me], words[me + 8]);
})");
  CHECK(counters.work == 8);
  CHECK(counters.depth == 1);
}

TEST_CASE("depth is the longest chain, through shared memory too") {
  const Counters counters = count(R"(void main() {
  const uint me = gl_LocalInvocationID.x;
  values[me] = combine(words[me], words[me + 8]);
  barrier();
  if (me == 0) words[0] = combine(combine(values[0], values[1]), combine(values[2], words[40]));
})");
  CHECK(counters.work == 8 + 3);
  CHECK(counters.depth == 3);
  CHECK(counters.barriers == 1);
}

TEST_CASE("the operator written out counts, and arithmetic on indices does not") {
  const Counters counters = count(R"(void main() {
  const uint me = gl_LocalInvocationID.x;
  const uint other = (me * 3 + 1) % 8 + 8;
  words[me] = words[me] + words[other] * 2 + max(words[me + 16], words[other + 16]) - 1;
})");
  CHECK(counters.work == 8 * 3);  // two additions and a maximum
  CHECK(counters.depth == 2);
}

TEST_CASE("an identity carries no data, and neither does what the host filled in") {
  CHECK(count("void main() { const uint me = gl_LocalInvocationID.x; words[me] = combine(0, words[me]); }")
            .work == 0);
  CHECK(count("void main() { const uint me = gl_LocalInvocationID.x; words[me] = combine(words[me], words[me "
              "+ 8]); }",
              false)
            .work == 0);
}

TEST_CASE("a comparison of data carries none, but what it chooses does") {
  const Counters counters = count(R"(void main() {
  const uint me = gl_LocalInvocationID.x;
  const uint is_large = uint(words[me] > 5);
  words[me] = is_large + is_large;
  const uint chosen = words[me + 8] > 3 ? words[me + 16] : 0;
  words[me + 8] = chosen + words[me + 24];
})");
  CHECK(counters.work == 0);  // where the chosen one is 0: the words are all 0
}

TEST_CASE("each component of a vector counts") {
  CHECK(count(R"(void main() {
  if (gl_LocalInvocationID.x > 0) return;
  const uvec4 sum = uvec4(words[0], words[1], words[2], words[3]) + uvec4(words[4], words[5], 1, 2);
  words[0] = sum.x;
})")
            .work == 2);
}

TEST_CASE("an index that is data does not make data of what it finds") {
  CHECK(count(R"(void main() {
  const uint me = gl_LocalInvocationID.x;
  values[me] = me;
  barrier();
  const uint found = values[words[me] % 8];
  words[me] = found + found;
})")
            .work == 0);
}

TEST_CASE("instructions are counted as the shader has them, whatever becomes of them") {
  const World world;
  const auto instructions = [&](std::string_view body) {
    return world.run("#version 450\nlayout(local_size_x = 1) in;\nvoid main() {" + std::string(body) + "}")
        .dispatches.front()
        .total.instructions;
  };
  CHECK(instructions("") == 1);                             // OpReturn
  CHECK(instructions("uint a = 1; uint b = a;") == 1 + 3);  // store, load, store
  CHECK(instructions("for (uint i = 0; i < 2; ++i) {}") == 1 + 2 + 3 * 4 + 2 * 5);
}

}  // namespace scan::simulator::test
