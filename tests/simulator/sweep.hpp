// Chapters on the simulator, at every subgroup width and under every schedule. Everything else that a run can be
// takes turns: kinds, in place or not, types, operators, both texts of the shaders.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <span>
#include <vector>

#include "gpu/climb.hpp"
#include "simulator/programs.hpp"

namespace scan::test {

inline constexpr std::uint32_t kNarrow[] = {1, 2, 4, 8};
inline constexpr std::uint32_t kWide[] = {16, 32, 64, 128};

/// Nothing, one, two, three; one less, one more and just as many as there are lanes, invocations, items of a tile; and
/// whatever else a chapter needs. Ascending, each once, none above `most`.
inline std::vector<std::uint64_t> borders(std::initializer_list<std::uint64_t> of,
                                          std::initializer_list<std::uint64_t> others = {},
                                          std::uint64_t most = ~std::uint64_t{0}) {
  std::set<std::uint64_t> sizes{0, 1, 2, 3};
  for (const std::uint64_t border : of) sizes.insert({border - 1, border, border + 1});
  sizes.insert(others);
  sizes.erase(sizes.upper_bound(most), sizes.end());
  return {sizes.begin(), sizes.end()};
}

/// Takes each run's turn at what is not swept over. Outlives the options that it makes.
class Turns {
 public:
  /// All schedules, both kinds, not in place; then the other text of the shaders in place.
  std::vector<harness::Options> options_of(std::uint64_t num_items, std::uint32_t width,
                                           std::span<const ElementType> types) {
    std::vector<harness::Options> runs;
    for (const bool in_place : {false, true}) {
      harness::Options options = test::options_of(num_items);
      options.in_place = in_place;
      options.type = types[turn_ % types.size()];
      options.op = kOperators[turn_ % std::size(kOperators)];
      // Else each item is the last one at once, and a wrong order is not seen.
      options.pattern = options.op == Operator::last ? Pattern::sparse : Pattern::random;
      options.simulator.subgroup_widths = {width};
      options.simulator.schedules.assign(std::begin(simulator::kSchedules), std::end(simulator::kSchedules));
      options.simulator.flavour =
          (turn_ % 2 == 0) == in_place ? simulator::Flavour::opengl : simulator::Flavour::vulkan;
      options.simulator.settings.seed = turn_ + 1;
      options.simulator.programs = &programs_;
      runs.push_back(options);
      turn_ += in_place;
    }
    return runs;
  }

 private:
  std::uint64_t turn_ = 0;
  simulator::Programs programs_;
};

}  // namespace scan::test
