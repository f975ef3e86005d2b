// The self-test's kernels, sizes, items and closed form.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/self_test.hpp"

#include <algorithm>
#include <string>

#include "scan/plan.hpp"

namespace scan::harness {

namespace {

constexpr std::uint32_t kVectorItems = 4;
constexpr std::uint32_t kSentinel = 0xDEADBEEF;
constexpr std::uint32_t kSentinelsBehind = 256;
constexpr std::uint32_t kStatusAggregate = 1u << 30;  // the shader's STATUS_SHIFT

std::uint32_t in_whole_vectors(std::uint32_t num_items) {
  return static_cast<std::uint32_t>(align_up(num_items, kVectorItems));
}

/// No two neighbours alike, and every bit in use.
std::uint32_t item_at(std::uint32_t index) {
  return index * 2654435761u + 12345u;
}

std::uint32_t value_of_lane(std::uint32_t lane) {
  return lane + 1;
}

std::uint32_t aggregate_of_lanes(std::uint32_t num_lanes) {
  return num_lanes * (num_lanes + 1) / 2;
}

bool is_allowed(const SelfTestShape& shape, const DeviceLimits& limits) {
  return shape.workgroup_size <= limits.max_invocations && shape.workgroup_size % limits.subgroup_size == 0;
}

}  // namespace

std::vector<SelfTestShape> self_test_shapes(const DeviceLimits& limits) {
  std::vector<SelfTestShape> shapes;
  if (limits.subgroup_size == 0) return shapes;
  for (const std::uint32_t workgroup_size : {64, 256}) {
    for (const std::uint32_t num_vectors : {8, 7, 12}) {
      for (const bool or_by_bits : {false, true}) {
        const SelfTestShape shape{workgroup_size, num_vectors, or_by_bits};
        if (is_allowed(shape, limits)) shapes.push_back(shape);
      }
    }
  }
  return shapes;
}

shader::Kernel self_test_kernel(const SelfTestShape& shape, LaneReduction reduction) {
  shader::Kernel kernel{
      .key = "doctor/reduce_in_branch",
      .macros = {{"NUM_VECTORS", std::to_string(shape.num_vectors)}},
      .constants = {{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", shape.workgroup_size}},
      .uses_subgroups = true,
  };
  if (shape.or_by_bits) kernel.macros.push_back({"OR_BY_BITS", "1"});
  if (reduction == LaneReduction::scan) kernel.macros.push_back({"REDUCE_BY_SCAN", "1"});
  return kernel;
}

std::vector<std::uint32_t> self_test_sizes(const SelfTestShape& shape, std::uint32_t subgroup_size) {
  const std::uint32_t tile = shape.tile_items();
  const std::uint32_t row = kVectorItems * shape.workgroup_size;  // the items that one guard is about
  const std::uint32_t last_row = tile - row;
  const std::uint32_t subgroup = kVectorItems * subgroup_size;
  std::vector<std::uint32_t> sizes{
      tile,                     // full: every guard holds
      tile - 1,                 // the last vector of the last lane is not whole
      tile - kVectorItems,      // nor is it there
      tile - subgroup / 2 - 1,  // the last guards fail in half of the last subgroup
      tile - subgroup,          // in all of it, and nowhere else
      last_row + 1,             // everywhere; one lane of the first subgroup has an item
      last_row,                 // everywhere; there is no last row
      last_row - 1,             // and the row before it is not whole
      tile / 2 + 3,             // several guards fail everywhere
      997,                      // a prime: no multiple of 4 or 128
      1,                        // a single item
      2 * tile,                 // two full tiles
      tile + 1,                 // a tile with one item behind a full one
      2 * tile + last_row - 5,  // a partial tile behind two full ones
  };
  std::ranges::sort(sizes);
  const auto repeated = std::ranges::unique(sizes);
  sizes.erase(repeated.begin(), repeated.end());
  return sizes;
}

SelfTestDispatch self_test_dispatch(const SelfTestShape& shape, std::uint32_t num_items,
                                    std::uint32_t subgroup_size) {
  SelfTestDispatch dispatch;
  dispatch.parameters.num_items = num_items;
  dispatch.parameters.num_tiles = static_cast<std::uint32_t>(divide_up(num_items, shape.tile_items()));
  dispatch.items_in.resize(in_whole_vectors(num_items));
  for (std::uint32_t index = 0; index < num_items; ++index) dispatch.items_in[index] = item_at(index);
  dispatch.items_out.assign(dispatch.items_in.size() + kSentinelsBehind, kSentinel);
  // One window of aggregates; what lies before it the shader takes for a prefix of nothing.
  for (std::uint32_t lane = 0; lane < subgroup_size; ++lane) {
    dispatch.tile_states.push_back(kStatusAggregate | value_of_lane(lane));
  }
  return dispatch;
}

std::optional<SelfTestMismatch> self_test_mismatch(std::span<const std::uint32_t> items_out,
                                                   std::uint32_t num_items, std::uint32_t subgroup_size) {
  const std::uint32_t aggregate = aggregate_of_lanes(subgroup_size);
  const std::uint32_t num_written = in_whole_vectors(num_items);
  std::optional<SelfTestMismatch> mismatch;
  for (std::uint32_t index = 0; index < items_out.size(); ++index) {
    const bool is_written = index < num_written;
    const std::uint32_t before = !is_written ? kSentinel : index < num_items ? item_at(index) : 0;
    const std::uint32_t expected = is_written ? aggregate : 0;
    const std::uint32_t got = items_out[index] - before;
    if (got == expected) continue;
    if (!mismatch) mismatch = SelfTestMismatch{index, expected, got, 0};
    ++mismatch->count;
  }
  return mismatch;
}

}  // namespace scan::harness
