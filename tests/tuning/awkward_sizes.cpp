// Chooses sizes for combinations, and sorts combinations by size, so that an input serves all that want it.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#include "tuning/awkward_sizes.hpp"

#include <algorithm>
#include <map>

namespace scan::tuning {

std::uint64_t most_items(const Combination& combination, ElementType type) {
  const std::uint64_t tile = combination.tile_items(type);
  switch (combination.method) {
    case Method::one_workgroup: return tile;
    case Method::two_dispatches: return tile * combination.workgroup_size;
    default: return ~std::uint64_t{0};
  }
}

std::vector<std::uint64_t> awkward_sizes(const Combination& combination, ElementType type) {
  const std::uint64_t tile = combination.tile_items(type);
  const std::uint64_t most = most_items(combination, type);
  // In the order in which they are wanted: the later ones are for methods that scan few items, or where two are equal.
  const std::uint64_t wanted[] = {0,
                                  1,
                                  2,
                                  3,
                                  tile - 1,
                                  tile,
                                  tile + 1,
                                  2 * tile + 2,
                                  3 * tile - 5,
                                  33 * tile + 1,  // one item beyond a window of 32 tiles and one
                                  127,
                                  129,
                                  1021,
                                  (1u << 17) - 1,
                                  (1u << 17) + 1,
                                  (1u << 18) + 3,
                                  (1u << 19) + 130,
                                  1000003,
                                  (1u << 21) + 5,
                                  (1u << 22) - 3,
                                  5,
                                  7,
                                  31,
                                  33,
                                  63,
                                  65,
                                  tile / 2 - 1,
                                  tile / 2 + 1,
                                  tile / 3,
                                  tile - 3,
                                  tile - 130,
                                  509,
                                  383,
                                  189,
                                  11,
                                  13,
                                  97,
                                  201};
  std::vector<std::uint64_t> sizes;
  for (const std::uint64_t size : wanted) {
    const bool is_new = std::find(sizes.begin(), sizes.end(), size) == sizes.end();
    if (is_new && size <= most && sizes.size() < kNumAwkwardSizes) sizes.push_back(size);
  }
  return sizes;
}

std::vector<Problem> check_problems(const std::vector<Combination>& combinations,
                                    const std::vector<ElementType>& types) {
  std::vector<Problem> problems;
  for (const ElementType type : types) {
    std::map<std::uint64_t, std::vector<Combination>> by_kind_and_size[2];
    for (const Combination& combination : combinations) {
      std::size_t turn = 0;
      for (const std::uint64_t size : awkward_sizes(combination, type))
        by_kind_and_size[turn++ % 2][size].push_back(combination);
    }
    for (const Kind kind : kKinds) {
      for (const auto& [size, of_size] : by_kind_and_size[kind == Kind::exclusive])
        problems.push_back({.type = type, .num_items = size, .kinds = {kind}, .combinations = of_size});
    }
  }
  return problems;
}

}  // namespace scan::tuning
