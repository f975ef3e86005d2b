// Chapters 08 to 10 on the simulator: several dispatches, small tiles, up to three levels and many windows, ok at every
// width and under every schedule.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include <bit>

#include "08_scan_then_propagate/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "10_any_size/chapter.hpp"
#include "simulator/sweep.hpp"

namespace scan::test {
namespace {

struct Method {
  LocalScan local;
  Reduction reduction;
};
constexpr Method kTree{LocalScan::blelloch, Reduction::tree};
constexpr Method kHillisSteele{LocalScan::hillis_steele, Reduction::tree};
constexpr Method kRaking{LocalScan::raking, Reduction::raking};
constexpr Method kSubgroup{LocalScan::subgroup, Reduction::subgroup};

void configure(harness::Options& options, const Method& method, std::uint32_t workgroup_size,
               std::uint32_t grain) {
  options.selection.locals = {method.local};
  options.selection.reductions = {method.reduction};
  options.configuration.workgroup_size = workgroup_size;
  options.configuration.grain = grain;
}

/// Around a subgroup, a workgroup, a tile; three tiles; a prime; one more than a tile of tiles, where a third level
/// begins, unless the tile is wide.
void sweep_levels(const harness::Chapter& chapter, const Method& method,
                  std::span<const std::uint32_t> widths) {
  constexpr std::uint64_t kMostItems = 600;
  const bool needs_whole_subgroups = method.local == LocalScan::subgroup;
  Turns turns;
  for (const std::uint32_t width : widths) {
    const std::uint32_t workgroup_size = needs_whole_subgroups ? std::max(4u, width) : 4;
    const std::uint32_t grain = 1 + static_cast<std::uint32_t>(std::countr_zero(width)) % 2;
    const std::uint64_t tile = std::uint64_t{workgroup_size} * grain;
    for (const std::uint64_t num_items :
         borders({width, workgroup_size, tile}, {3 * tile, 61, tile * tile + 1}, kMostItems)) {
      for (harness::Options options : turns.options_of(num_items, width, chapter.types)) {
        configure(options, method, workgroup_size, grain);
        require_ok(climb(chapter, options), true);
      }
    }
  }
}

/// One item past a tile of tiles of 32 lanes and more: many items, so in one way each.
void sweep_third_level(const harness::Chapter& chapter) {
  Turns turns;
  for (const std::uint32_t width : {32u, 64u, 128u}) {
    harness::Options options =
        turns.options_of(std::uint64_t{width} * width + 1, width, chapter.types).front();
    options.kinds = {width == 64 ? Kind::inclusive : Kind::exclusive};
    configure(options, kSubgroup, width, 1);
    require_ok(climb(chapter, options), true);
  }
}

/// Windows of 64 items of 4 bytes, a carry from each to the next; 7 workgroups an axis.
void sweep_windows(const Method& method, std::span<const std::uint32_t> widths) {
  const harness::Chapter chapter = any_size::chapter();
  Turns turns;
  for (const std::uint32_t width : widths) {
    const bool needs_whole_subgroups = method.local == LocalScan::subgroup;
    const std::uint32_t workgroup_size = needs_whole_subgroups ? std::max(8u, width) : 8;
    for (const std::uint64_t num_items : {0, 1, 63, 64, 65, 129, 311}) {
      for (harness::Options options : turns.options_of(num_items, width, chapter.types)) {
        configure(options, method, workgroup_size, 1);
        options.clamp.groups = 7;
        options.clamp.binding_bytes = std::max<std::uint64_t>(64, width) * bytes_of(options.type);
        require_ok(climb(chapter, options), true);
      }
    }
  }
}

}  // namespace

TEST_CASE("scan-then-propagate with Hillis-Steele is ok under every schedule with narrow subgroups") {
  sweep_levels(scan_then_propagate::chapter(), kHillisSteele, kNarrow);
}
TEST_CASE("scan-then-propagate with Hillis-Steele is ok under every schedule with wide subgroups") {
  sweep_levels(scan_then_propagate::chapter(), kHillisSteele, kWide);
}
TEST_CASE("scan-then-propagate with Blelloch's tree is ok under every schedule with narrow subgroups") {
  sweep_levels(scan_then_propagate::chapter(), kTree, kNarrow);
}
TEST_CASE("scan-then-propagate with Blelloch's tree is ok under every schedule with wide subgroups") {
  sweep_levels(scan_then_propagate::chapter(), kTree, kWide);
}
TEST_CASE("scan-then-propagate with raking is ok under every schedule with narrow subgroups") {
  sweep_levels(scan_then_propagate::chapter(), kRaking, kNarrow);
}
TEST_CASE("scan-then-propagate with raking is ok under every schedule with wide subgroups") {
  sweep_levels(scan_then_propagate::chapter(), kRaking, kWide);
}
TEST_CASE("scan-then-propagate by subgroups is ok under every schedule with narrow subgroups") {
  sweep_levels(scan_then_propagate::chapter(), kSubgroup, kNarrow);
}
TEST_CASE("scan-then-propagate by subgroups is ok under every schedule with wide subgroups") {
  sweep_levels(scan_then_propagate::chapter(), kSubgroup, kWide);
}
TEST_CASE("scan-then-propagate is ok with a third level above wide tiles") {
  sweep_third_level(scan_then_propagate::chapter());
}

TEST_CASE("reduce-then-scan with Hillis-Steele is ok under every schedule with narrow subgroups") {
  sweep_levels(reduce_then_scan::chapter(), kHillisSteele, kNarrow);
}
TEST_CASE("reduce-then-scan with Hillis-Steele is ok under every schedule with wide subgroups") {
  sweep_levels(reduce_then_scan::chapter(), kHillisSteele, kWide);
}
TEST_CASE("reduce-then-scan with trees is ok under every schedule with narrow subgroups") {
  sweep_levels(reduce_then_scan::chapter(), kTree, kNarrow);
}
TEST_CASE("reduce-then-scan with trees is ok under every schedule with wide subgroups") {
  sweep_levels(reduce_then_scan::chapter(), kTree, kWide);
}
TEST_CASE("reduce-then-scan with raking is ok under every schedule with narrow subgroups") {
  sweep_levels(reduce_then_scan::chapter(), kRaking, kNarrow);
}
TEST_CASE("reduce-then-scan with raking is ok under every schedule with wide subgroups") {
  sweep_levels(reduce_then_scan::chapter(), kRaking, kWide);
}
TEST_CASE("reduce-then-scan by subgroups is ok under every schedule with narrow subgroups") {
  sweep_levels(reduce_then_scan::chapter(), kSubgroup, kNarrow);
}
TEST_CASE("reduce-then-scan by subgroups is ok under every schedule with wide subgroups") {
  sweep_levels(reduce_then_scan::chapter(), kSubgroup, kWide);
}
TEST_CASE("reduce-then-scan is ok with a third level above wide tiles") {
  sweep_third_level(reduce_then_scan::chapter());
}

TEST_CASE("windows are ok under every schedule with narrow subgroups") {
  sweep_windows(kTree, kNarrow);
  sweep_windows(kSubgroup, kNarrow);
}
TEST_CASE("windows are ok under every schedule with wide subgroups") {
  sweep_windows(kTree, kWide);
  sweep_windows(kSubgroup, kWide);
}

}  // namespace scan::test
