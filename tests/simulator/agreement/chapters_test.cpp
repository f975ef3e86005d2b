// Every chapter's kernels on random items of a random number: the simulator's buffers are lavapipe's bit for bit.
// Room: tests/simulator/agreement. Floats too: both machines add them in the order that the shader says, and in a
// subgroup from lane 0 upwards.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <random>

#include "catch.hpp"
#include "faults/every_kernel.hpp"
#include "scan/errors.hpp"
#include "simulator/agreement/machines.hpp"

namespace scan::test {
namespace {

constexpr std::uint64_t kSeed = 20260117;
constexpr std::uint32_t kMostTiles = 3;

bool has_macro(const shader::Kernel& kernel, const std::string& name, int value) {
  return std::any_of(kernel.macros.begin(), kernel.macros.end(), [&](const shader::Macro& macro) {
    return macro.name == name && macro.value == std::to_string(value);
  });
}

std::uint32_t constant_of(const shader::Kernel& kernel, std::uint32_t id) {
  return std::find_if(kernel.constants.begin(), kernel.constants.end(),
                      [&](const shader::Constant& constant) { return constant.id == id; })
      ->value;
}

// A kernel's items, and how many a workgroup takes at most.
struct Shape {
  std::uint32_t tile_items = 0;
  std::uint32_t most_tiles = 1;
};

Shape shape_of(const shader::Kernel& kernel) {
  const std::uint32_t workgroup_size = constant_of(kernel, CONSTANT_WORKGROUP_SIZE);
  const std::uint32_t grain = constant_of(kernel, CONSTANT_GRAIN);
  const std::string chapter = kernel.key.substr(0, 2);
  const bool is_spine = kernel.key.ends_with("/spine");
  if (kernel.key.ends_with("/copy")) return {4 * workgroup_size, kMostTiles};
  if (chapter < "07") return {workgroup_size};
  return {workgroup_size * grain, chapter == "07" || is_spine ? 1 : kMostTiles};
}

class Items {
 public:
  Items(const shader::Kernel& kernel, std::mt19937_64& engine)
      : engine_(engine),
        is_float_(has_macro(kernel, "ELEMENT_TYPE", ELEMENT_FLOAT32)),
        words_(has_macro(kernel, "ELEMENT_TYPE", ELEMENT_UINT64) ? 2 : 1) {}

  std::vector<std::uint32_t> draw(std::uint32_t count) {
    std::vector<std::uint32_t> words(count * words_);
    for (std::uint32_t& word : words) word = draw();
    return words;
  }

 private:
  // One in four is zero: the identity of the operator that tells the order of its operands.
  std::uint32_t draw() {
    const auto bits = static_cast<std::uint32_t>(engine_());
    if (bits % 4 == 0) return 0;
    if (!is_float_) return bits;
    return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(bits)) * 0x1p-20f);
  }

  std::mt19937_64& engine_;
  bool is_float_;
  std::uint32_t words_;
};

Dispatch dispatch_of(shader::Kernel kernel, std::mt19937_64& engine) {
  const bool is_serial = kernel.key.ends_with("/serial");
  const Shape shape = shape_of(kernel);
  // One invocation scans all of its items.
  if (is_serial) kernel.constants.front() = {CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", 1};

  const auto num_items =
      static_cast<std::uint32_t>(1 + engine() % (std::uint64_t{shape.tile_items} * shape.most_tiles));
  const std::uint32_t num_tiles = (num_items + shape.tile_items - 1) / shape.tile_items;
  Items items(kernel, engine);
  Dispatch dispatch{.kernel = kernel,
                    .buffers = {},
                    .parameters = {.num_items = num_items, .num_tiles = num_tiles},
                    .grid = {.x = num_tiles}};
  const std::vector<std::uint32_t> input = items.draw(num_items);
  dispatch.buffers[BINDING_ITEMS_IN] = input;
  dispatch.buffers[BINDING_ITEMS_OUT] = input;  // in place, this one is the input
  dispatch.buffers[BINDING_TILE_PREFIXES] = items.draw(num_tiles);
  dispatch.buffers[BINDING_TILE_AGGREGATES] = items.draw(num_tiles);
  dispatch.buffers[BINDING_CARRY_IN] = items.draw(1);
  dispatch.buffers[BINDING_CARRY_OUT] = items.draw(1);
  return dispatch;
}

// Of a failure, all that it takes to see it again.
std::string case_of(const Dispatch& dispatch) {
  return description_of(dispatch.kernel) + ", items " + std::to_string(dispatch.parameters.num_items);
}

void require_agreement(const std::string& folder) {
  const vulkan::Device device = lavapipe();
  std::mt19937_64 engine(kSeed);
  const std::vector<shader::Kernel> kernels = every_kernel(folder);
  REQUIRE_FALSE(kernels.empty());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const Dispatch dispatch = dispatch_of(kernels[i], engine);
    INFO(case_of(dispatch));
    const auto schedule = simulator::kSchedules[i % std::size(simulator::kSchedules)];
    CHECK(run_on_simulator(device, dispatch, schedule) == run_on_vulkan(device, dispatch));
  }
}

}  // namespace

TEST_CASE("every kernel of chapters 02 to 04 gives lavapipe's result", "[agreement]") {
  for (const char* const folder : {"02_first_dispatch", "03_hillis_steele", "04_blelloch"}) {
    require_agreement(folder);
  }
}
TEST_CASE("every kernel of chapters 05 to 07 gives lavapipe's result", "[agreement]") {
  for (const char* const folder : {"05_raking", "06_subgroup", "07_thread_grain"}) require_agreement(folder);
}
TEST_CASE("every kernel of chapter 08 gives lavapipe's result", "[agreement]") {
  require_agreement("08_scan_then_propagate");
}
TEST_CASE("every kernel of chapters 09 and 10 gives lavapipe's result", "[agreement]") {
  for (const char* const folder : {"09_reduce_then_scan", "10_any_size"}) require_agreement(folder);
}

}  // namespace scan::test
