// Chapters 02 to 07 on the simulator: the scans of one workgroup are ok at every width, under every schedule, at every
// border of their sizes.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/chapter.hpp"
#include "03_hillis_steele/chapter.hpp"
#include "04_blelloch/chapter.hpp"
#include "05_raking/chapter.hpp"
#include "06_subgroup/chapter.hpp"
#include "07_thread_grain/chapter.hpp"
#include "simulator/sweep.hpp"

namespace scan::test {
namespace {

constexpr std::uint64_t kWorkgroup = 64;
constexpr std::uint64_t kPrime = 89;

/// One item an invocation: the workgroup is the tile, and is chosen by the number of items.
void sweep_one_each(const harness::Chapter& chapter, std::span<const std::uint32_t> widths) {
  Turns turns;
  for (const std::uint32_t width : widths) {
    for (const std::uint64_t num_items : borders({width, kWorkgroup}, {kPrime})) {
      for (const harness::Options& options : turns.options_of(num_items, width, chapter.types))
        require_ok(climb(chapter, options), true);
    }
  }
}

/// So many items an invocation; a workgroup is a subgroup at least.
void sweep_grains(std::span<const std::uint32_t> widths) {
  const harness::Chapter chapter = thread_grain::chapter();
  Turns turns;
  for (const std::uint32_t width : widths) {
    const std::uint32_t workgroup_size = std::max(8u, width);
    for (const std::uint32_t grain : {2, 4}) {  // without and with loads of vectors
      const std::uint64_t tile = std::uint64_t{workgroup_size} * grain;
      for (const std::uint64_t num_items : borders({width, workgroup_size, tile}, {13}, tile)) {
        for (harness::Options options : turns.options_of(num_items, width, chapter.types)) {
          options.configuration.workgroup_size = workgroup_size;
          options.configuration.grain = grain;
          require_ok(climb(chapter, options), true);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("one invocation scans, and the copy kernel copies, on the simulator") {
  sweep_one_each(first_dispatch::chapter(), kNarrow);
}
TEST_CASE("Hillis-Steele is ok under every schedule with narrow subgroups") {
  sweep_one_each(hillis_steele::chapter(), kNarrow);
}
TEST_CASE("Hillis-Steele is ok under every schedule with wide subgroups") {
  sweep_one_each(hillis_steele::chapter(), kWide);
}
TEST_CASE("Blelloch's tree is ok under every schedule with narrow subgroups") {
  sweep_one_each(blelloch::chapter(), kNarrow);
}
TEST_CASE("Blelloch's tree is ok under every schedule with wide subgroups") {
  sweep_one_each(blelloch::chapter(), kWide);
}
TEST_CASE("raking is ok under every schedule with narrow subgroups") {
  sweep_one_each(raking::chapter(), kNarrow);
}
TEST_CASE("raking is ok under every schedule with wide subgroups") {
  sweep_one_each(raking::chapter(), kWide);
}
TEST_CASE("subgroup scans are ok under every schedule with narrow subgroups") {
  sweep_one_each(subgroup::chapter(), kNarrow);
}
TEST_CASE("subgroup scans are ok under every schedule with wide subgroups") {
  sweep_one_each(subgroup::chapter(), kWide);
}
TEST_CASE("scans with a grain are ok under every schedule with narrow subgroups") {
  sweep_grains(kNarrow);
}
TEST_CASE("scans with a grain are ok under every schedule with wide subgroups") {
  sweep_grains(kWide);
}

TEST_CASE("the largest workgroup is ok under every schedule") {
  Turns turns;
  for (const harness::Chapter& chapter :
       {hillis_steele::chapter(), blelloch::chapter(), raking::chapter(), subgroup::chapter()}) {
    harness::Options options = turns.options_of(1021, 32, chapter.types).front();
    options.kinds = {Kind::exclusive};
    require_ok(climb(chapter, options), true);
  }
}

}  // namespace scan::test
