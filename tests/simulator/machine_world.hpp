// Runs a small shader of a test on a simulated device with one buffer, and says what came of it.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "simulator/device.hpp"
#include "simulator/glsl.hpp"

namespace scan::simulator::test {

using scan::test::contains;

/// Binding 0 holds `words` before and after; the shader is preceded by a line that declares them as `uint words[]`.
struct Outcome {
  std::vector<std::uint32_t> words;
  std::vector<Finding> findings;
  std::vector<DispatchCounters> dispatches;
  std::vector<Trace> traces;

  bool has(Fault fault) const { return find(fault) != nullptr; }
  const Finding* find(Fault fault) const {
    for (const Finding& finding : findings) {
      if (finding.fault == fault) return &finding;
    }
    return nullptr;
  }
  /// All messages of a kind, a line each.
  std::string messages(Fault fault) const {
    std::string all;
    for (const Finding& finding : findings) {
      if (finding.fault == fault) all += finding.message + "\n";
    }
    return all;
  }
  std::string message(Fault fault) const {
    const Finding* found = find(fault);
    return found == nullptr ? "" : found->message;
  }
};

struct World {
  Settings settings;
  std::uint32_t num_workgroups = 1;
  std::vector<std::uint32_t> words = std::vector<std::uint32_t>(64, 0);
  bool words_carry_data = false;
  bool count = false;
  bool trace = false;

  Outcome run(std::string_view glsl) const {
    Device device({.settings = settings, .count = count, .trace = trace});
    const Kernel kernel(device, "test", compile(glsl), {});
    const Buffer buffer(device, words.size() * 4);
    if (words_carry_data) {
      upload(buffer.range(), std::as_bytes(std::span(words)));
    } else {
      for (std::size_t i = 0; i < words.size(); ++i) fill(buffer.range().from(i * 4, 4), words[i]);
    }
    const Binding binding{0, buffer.range()};
    Commands(device).dispatch(kernel, std::span(&binding, 1), std::span<const std::byte>(), {num_workgroups});
    Outcome outcome{words, device.findings(), device.dispatches(), device.traces()};
    download(buffer.range(), std::as_writable_bytes(std::span(outcome.words)));
    return outcome;
  }
};

/// The same shader under every schedule, at widths 1, 4 and 32: each without a fault, and all with this result.
inline void check_everywhere(World world, std::string_view glsl, const std::vector<std::uint32_t>& expected,
                             const std::vector<std::uint32_t>& widths = {1, 4, 32}) {
  for (const Schedule schedule : kSchedules) {
    for (const std::uint32_t width : widths) {
      world.settings.schedule = schedule;
      world.settings.subgroup_width = width;
      const Outcome outcome = world.run(glsl);
      INFO(name_of(schedule) << ", subgroups of " << width);
      for (const Finding& finding : outcome.findings) FAIL_CHECK(finding.message);
      const std::vector<std::uint32_t> seen(
          outcome.words.begin(), outcome.words.begin() + static_cast<std::ptrdiff_t>(expected.size()));
      CHECK(seen == expected);
    }
  }
}

}  // namespace scan::simulator::test
