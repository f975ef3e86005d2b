// Tiles so small that few items make many, for the chapters of several workgroups.
// Room: tests/gpu.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "gpu/climb.hpp"

namespace scan::test {

/// A tile of 4 items an invocation, and a workgroup of two subgroups up to 32 lanes wide.
struct Small {
  std::uint32_t workgroup_size = std::max(64u, limits_of_api().subgroup_size);
  std::uint32_t grain = 4;
  std::uint64_t tile() const { return std::uint64_t{workgroup_size} * grain; }
};

inline harness::Options options_with(const Small& small, std::uint64_t num_items) {
  harness::Options options = options_of(num_items);
  options.configuration.workgroup_size = small.workgroup_size;
  options.configuration.grain = small.grain;
  return options;
}

}  // namespace scan::test
