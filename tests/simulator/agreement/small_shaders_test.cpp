// The results of small shaders, an operation or a construct each, are lavapipe's bit for bit.
// Room: tests/simulator/agreement. A GPU may fuse a product and a sum, or add floats of a subgroup in another order; this
// driver does neither. It approximates transcendental functions in its own way: there, a bound is stated.
// SPDX-License-Identifier: MIT
#include <fstream>
#include <map>

#include "catch.hpp"
#include "faults/faulty_shaders.hpp"
#include "scan/errors.hpp"
#include "shader/compile.hpp"
#include "simulator/agreement/difference.hpp"
#include "simulator/agreement/machines.hpp"
#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

constexpr std::uint32_t kLeastShaders = 300;

Dispatch dispatch_of(const SmallShader& shader) {
  const std::string key = "small_shader";
  std::ofstream(shader::shaders_folder() / (key + ".comp")) << shader.text;
  return {.kernel = {.key = key},
          .buffers = {{0, shader.operands},
                      {1, std::vector<std::uint32_t>(shader.num_results * words_of(shader.out), 0)}},
          .grid = {.x = kNumWorkgroups}};
}

/// Empty, or what is different. Schedules take turns: a result must not hang on them.
std::string disagreement(const vulkan::Device& device, const SmallShader& shader, std::size_t number) {
  const auto schedule = simulator::kSchedules[number % std::size(simulator::kSchedules)];
  try {
    const Dispatch dispatch = dispatch_of(shader);
    const Buffers driven = run_on_vulkan(device, dispatch);
    const Buffers simulated = run_on_simulator(device, dispatch, schedule);
    return difference(shader, simulated.at(1), driven.at(1));
  } catch (const Error& error) {
    return error.what();
  }
}

void require_agreement(const std::vector<Recipe>& recipes) {
  const FaultyShaders folder;  // the shaders' libraries, and room for one more
  const vulkan::Device device = lavapipe();
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    INFO(recipes[i].name);
    CHECK(disagreement(device, make_shader(recipes[i]), i) == "");
  }
}

}  // namespace

TEST_CASE("every operator gives lavapipe's result", "[agreement]") {
  require_agreement(operator_recipes());
}
TEST_CASE("every built-in function gives lavapipe's result", "[agreement]") {
  require_agreement(function_recipes());
}
TEST_CASE("every conversion gives lavapipe's result", "[agreement]") {
  require_agreement(conversion_recipes());
}
TEST_CASE("vectors give lavapipe's result", "[agreement]") {
  require_agreement(vector_recipes());
}
TEST_CASE("branches, loops, switches and functions give lavapipe's result", "[agreement]") {
  require_agreement(control_flow_recipes());
}
TEST_CASE("arrays, structs, shared memory and buffers give lavapipe's result", "[agreement]") {
  require_agreement(memory_recipes());
}
TEST_CASE("atomic operations give lavapipe's result", "[agreement]") {
  require_agreement(atomic_recipes());
}
TEST_CASE("subgroup operations give lavapipe's result", "[agreement]") {
  require_agreement(subgroup_recipes());
}
TEST_CASE("reductions and scans of a subgroup give lavapipe's result", "[agreement]") {
  require_agreement(subgroup_arithmetic_recipes());
}
TEST_CASE("programs at random give lavapipe's result", "[agreement]") {
  require_agreement(program_recipes());
}

TEST_CASE("there are at least 300 small shaders, and no two of one name", "[agreement]") {
  std::map<std::string, int> names;
  for (const auto& recipes : {operator_recipes(), function_recipes(), conversion_recipes(), vector_recipes(),
                              control_flow_recipes(), memory_recipes(), atomic_recipes(), subgroup_recipes(),
                              subgroup_arithmetic_recipes(), program_recipes()}) {
    for (const Recipe& recipe : recipes) ++names[recipe.name];
  }
  CHECK(names.size() >= kLeastShaders);
  for (const auto& [name, count] : names) {
    INFO(name);
    CHECK(count == 1);
  }
}

TEST_CASE("a result that is off by a bit is seen", "[agreement]") {
  const SmallShader shader = make_shader(operator_recipes().front());
  std::vector<std::uint32_t> results(shader.num_results), others = results;
  CHECK(difference(shader, results, others) == "");
  others[9] ^= 0x80000000u;
  CHECK(difference(shader, results, others) ==
        "item 1, result 1: the simulator has 0x0, the driver 0x80000000");
}

}  // namespace scan::test
