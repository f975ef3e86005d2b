// Runs one kernel of a chapter on the simulator, to be held against the closed form of what it costs.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "catch.hpp"
#include "shader/interface.hpp"
#include "simulator/device.hpp"

namespace scan::test {

struct Count {
  simulator::DispatchCounters counters;
  std::vector<simulator::Trace> traces;
};

/// One dispatch of one workgroup over `num_items` items, all of which carry data.
inline Count count_kernel(const shader::Kernel& kernel, std::uint32_t num_items, std::uint32_t subgroup_width,
                          bool traced = false, std::uint32_t element_bytes = 4) {
  simulator::Device device({.settings = {.subgroup_width = subgroup_width}, .trace = traced});
  const simulator::Buffer items_in(device, std::uint64_t{num_items} * element_bytes);
  const simulator::Buffer items_out(device, std::uint64_t{num_items} * element_bytes);
  simulator::upload(items_in.range(), std::vector<std::byte>(items_in.size_bytes(), std::byte{1}));
  simulator::Commands commands(device);
  commands.dispatch(simulator::Kernel(device, kernel),
                    {{BINDING_ITEMS_IN, items_in.range()}, {BINDING_ITEMS_OUT, items_out.range()}},
                    shader::Parameters{.num_items = num_items, .num_tiles = 1}, GroupGrid{.x = 1});
  for (const simulator::Finding& finding : device.findings()) FAIL_CHECK(finding.message);
  REQUIRE(device.dispatches().size() == 1);
  return {device.dispatches().front(), device.traces()};
}

/// A kernel of chapters 03 to 06: as many invocations as items.
inline shader::Kernel one_workgroup_kernel(const std::string& key, std::uint32_t workgroup_size, Kind kind,
                                           ElementType type = ElementType::uint32) {
  return {.key = key,
          .macros = shader::request_macros(type, Operator::sum, /*in_place=*/false),
          .constants = {{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", workgroup_size},
                        {CONSTANT_EXCLUSIVE, "EXCLUSIVE", kind == Kind::exclusive}}};
}

inline shader::Kernel subgroup_kernel(const std::string& key, std::uint32_t workgroup_size, Kind kind) {
  shader::Kernel kernel = one_workgroup_kernel(key, workgroup_size, kind);
  kernel.uses_subgroups = true;
  return kernel;
}

inline simulator::Counters cost_of(const shader::Kernel& kernel, std::uint32_t num_items,
                                   std::uint32_t subgroup_width) {
  return count_kernel(kernel, num_items, subgroup_width).counters.total;
}

/// Of a power of two.
constexpr std::uint32_t log2_of(std::uint32_t power) {
  return static_cast<std::uint32_t>(std::countr_zero(power));
}
/// Steps in which values from `number` sources meet in one: log2, rounded up. None for 0 and 1.
constexpr std::uint32_t ceil_log2(std::uint32_t number) {
  return number <= 1 ? 0 : static_cast<std::uint32_t>(std::bit_width(number - 1));
}

/// Applications in a Hillis–Steele network of `width` lanes, of which the first `num_data` hold data and the others the
/// identity. In the step of distance d, lane i takes the partial result of lane i - d; both hold data where d <= i and
/// lane i's own d lanes, i - d + 1 to i, begin before num_data.
constexpr std::uint64_t network_work(std::uint32_t num_data, std::uint32_t width) {
  std::uint64_t work = 0;
  if (num_data == 0) return 0;
  for (std::uint32_t distance = 1; distance < width; distance *= 2) {
    work += std::min(num_data - 1, width - distance);
  }
  return work;
}

}  // namespace scan::test
