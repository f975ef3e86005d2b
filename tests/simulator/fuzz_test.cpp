// Thousands of broken SPIR-V modules: each is refused in one line or runs to a verdict; none crashes.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "catch.hpp"
#include "faults/every_kernel.hpp"
#include "scan/errors.hpp"
#include "shader/compile.hpp"
#include "simulator/device.hpp"
#include "simulator/mutated_words.hpp"

namespace {

using namespace scan;
using test::Words;

constexpr std::uint32_t kWorkgroupSize = 64, kGrain = 4, kNumTiles = 2;
constexpr std::uint32_t kBindingBytes = kNumTiles * kWorkgroupSize * kGrain * sizeof(std::uint64_t);

const std::vector<shader::Constant> kConstants{{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", kWorkgroupSize},
                                               {CONSTANT_GRAIN, "GRAIN", kGrain}};

/// Every so many of the ladder's kernels, in both flavours.
std::vector<Words> some_modules(std::size_t every) {
  std::vector<Words> modules;
  std::size_t number = 0;
  for (const std::string& folder : test::folders_of_chapters()) {
    for (const shader::Kernel& kernel : test::every_kernel(folder)) {
      if (number++ % every != 0) continue;
      modules.push_back(shader::compile_for_vulkan(kernel));
      modules.push_back(shader::compile_opengl_flavour(kernel));
    }
  }
  return modules;
}

void require_one_line(const std::string& message) {
  if (message.empty() || message.find('\n') != std::string::npos) FAIL("not one line: " << message);
}

enum class Outcome { refused, passed, faulty };

/// One or two workgroups on a device that is another for every number, with every binding bound, traced now and
/// then.
Outcome run(const Words& words, std::uint32_t number) {
  const simulator::DeviceOptions options{
      .settings = {.subgroup_width = 1u << number % 7,  // up to a workgroup's
                   .schedule = simulator::kSchedules[number % std::size(simulator::kSchedules)],
                   .seed = number,
                   .resident = number % 3,
                   .starve = number % 2 * 2,
                   .budget = 200'000},
      .count = number % 4 != 0,
      .trace = number % 8 == 0};
  simulator::Device device(options);
  const simulator::Kernel kernel(device, "broken", words, kConstants);
  const simulator::Buffer buffer(device, std::uint64_t{NUM_BINDINGS} * kBindingBytes);
  const std::vector<std::byte> items(std::uint64_t{2} * kBindingBytes, std::byte{3});
  upload(buffer.range(), items);
  std::vector<simulator::Binding> bindings;
  for (std::uint32_t binding = 0; binding < NUM_BINDINGS; ++binding) {
    bindings.push_back({binding, buffer.range().from(std::uint64_t{binding} * kBindingBytes, kBindingBytes)});
  }
  const shader::Parameters parameters{.num_items = kNumTiles * kWorkgroupSize, .num_tiles = kNumTiles};
  simulator::Commands(device).dispatch(kernel, bindings, std::as_bytes(std::span(&parameters, 1)),
                                       {.x = number % 4 == 3 ? kNumTiles : 1});
  for (const simulator::Finding& finding : device.findings()) require_one_line(finding.message);
  for (const simulator::Trace& trace : device.traces()) static_cast<void>(to_json(trace));
  return device.findings().empty() ? Outcome::passed : Outcome::faulty;
}

Outcome outcome_of(const Words& words, std::uint32_t number) {
  try {
    return run(words, number);
  } catch (const Error& error) {
    require_one_line(error.what());
    return Outcome::refused;
  }
}

}  // namespace

TEST_CASE("a module that is cut off anywhere is refused") {
  const Words words = shader::compile_for_vulkan(test::every_kernel("02_first_dispatch").front());
  for (std::size_t length = 0; length < words.size(); ++length) {
    INFO("cut to " << length << " words of " << words.size());
    const Words cut(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(length));
    CHECK(outcome_of(cut, 1) == Outcome::refused);
  }
}

TEST_CASE("ten thousand broken modules are refused or run to a verdict") {
  constexpr std::uint32_t kNumModules = 10'000;
  std::vector<test::Mutator> mutators;
  for (Words& words : some_modules(13)) {
    const auto seed = static_cast<std::uint32_t>(mutators.size() + 1);
    INFO("the unbroken module " << seed);
    REQUIRE(outcome_of(words, 4 * seed) != Outcome::refused);
    mutators.emplace_back(std::move(words), seed);
  }
  const auto num_mutators = static_cast<std::uint32_t>(mutators.size());
  std::map<Outcome, std::uint32_t> outcomes;
  for (std::uint32_t number = 0; number < kNumModules; ++number) {
    test::Mutator& mutator = mutators[number % num_mutators];
    const Words words = mutator.next();
    INFO("module " << number << ": " << mutator.done());
    ++outcomes[outcome_of(words, number + number / num_mutators)];  // so that every module meets every device
  }
  // Else the test would be about SPIRV-Tools alone, or about modules that are not broken.
  CHECK(outcomes[Outcome::passed] > 300);
  CHECK(outcomes[Outcome::faulty] > 100);
  CHECK(outcomes[Outcome::refused] > 1'000);
}
