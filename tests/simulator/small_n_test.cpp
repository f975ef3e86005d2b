// Chapter 11's scans of few items on the simulator: two dispatches, and auto, at every width under every schedule.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/auto.hpp"
#include "11_decoupled_look_back/chapter.hpp"
#include "11_decoupled_look_back/two_dispatches.hpp"
#include "simulator/sweep.hpp"

namespace scan::test {
namespace {

using namespace scan::decoupled_look_back;

harness::Chapter chapter_of(std::vector<harness::Stage> stages) {
  return with_stages(chapter(), std::move(stages));
}

/// Around a tile, and as many items as two dispatches reach with so small a workgroup; for auto one more.
void sweep(std::span<const std::uint32_t> widths) {
  const harness::Chapter two = chapter_of({two_dispatches_stage("two dispatches"), auto_stage("auto")});
  const harness::Chapter beyond = chapter_of({auto_stage("auto")});
  Turns turns;
  for (const std::uint32_t width : widths) {
    const std::uint32_t workgroup_size = std::max(8u, width);
    const std::uint64_t tile = 2 * workgroup_size, most = tile * workgroup_size;
    const std::uint64_t few = std::min<std::uint64_t>(most, 5 * tile + 1);
    for (const std::uint64_t num_items : borders({tile, few}, {3 * tile - 1})) {
      for (harness::Options options : turns.options_of(num_items, width, two.types)) {
        options.configuration.workgroup_size = workgroup_size;
        options.configuration.grain = 2;
        require_ok(climb(num_items <= most ? two : beyond, options), true);
      }
    }
    if (workgroup_size > 16) continue;
    for (harness::Options options : turns.options_of(most, width, two.types)) {
      options.configuration.workgroup_size = workgroup_size;
      options.configuration.grain = 2;
      require_ok(climb(two, options), true);
      options.num_items = most + 1;
      require_ok(climb(beyond, options), true);
    }
  }
}

}  // namespace

TEST_CASE("few items are scanned right under every schedule with narrow subgroups") {
  sweep(kNarrow);
}
TEST_CASE("few items are scanned right under every schedule with wide subgroups") {
  sweep(kWide);
}

TEST_CASE("auto is right where workgroups are held back") {
  for (const std::uint32_t resident : {1, 3}) {
    for (const bool in_place : {false, true}) {
      harness::Options options = options_of(11 * 16 + 5);  // 12 tiles, and two dispatches reach 8
      options.in_place = in_place;
      options.configuration.workgroup_size = 8;
      options.configuration.grain = 2;
      options.simulator.settings.resident = resident;
      options.simulator.settings.start_order = simulator::StartOrder::descending;
      options.simulator.settings.starve = 2;
      options.simulator.subgroup_widths = {8};
      options.simulator.schedules.assign(std::begin(simulator::kSchedules), std::end(simulator::kSchedules));
      require_ok(climb(chapter_of({auto_stage("auto")}), options), true);
    }
  }
}

}  // namespace scan::test
