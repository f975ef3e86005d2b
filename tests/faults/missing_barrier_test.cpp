// Chapters 02 to 11 in Vulkan with one barrier between their dispatches missing: synchronization validation
// must see it. Room: tests/faults. On a software driver the result stays right; so only the message tells.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "02_first_dispatch/chapter.hpp"
#include "03_hillis_steele/chapter.hpp"
#include "04_blelloch/chapter.hpp"
#include "05_raking/chapter.hpp"
#include "06_subgroup/chapter.hpp"
#include "07_thread_grain/chapter.hpp"
#include "08_scan_then_propagate/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "10_any_size/chapter.hpp"
#include "11_decoupled_look_back/chapter.hpp"
#include "11_decoupled_look_back/two_dispatches.hpp"
#include "faults/recording.hpp"
#include "gpu/climb.hpp"
#include "scan/errors.hpp"

namespace scan::test {
namespace {

/// Tiles so small that little makes three levels.
struct SmallTile {
  std::uint32_t workgroup_size = std::max(16u, limits_of_api().subgroup_size);
  std::uint32_t grain = 4;
  std::uint64_t items = std::uint64_t{workgroup_size} * grain;
  std::uint64_t items_of_three_levels = items * items + 1;
};

Request request_of(std::uint64_t num_items, const SmallTile& tile) {
  return {.num_items = num_items,
          .configuration = {.workgroup_size = tile.workgroup_size, .grain = tile.grain}};
}

/// Two scans in one command buffer, then the copy: so each barrier has a reader or a writer after it, those
/// at the end of a scan too. Returns the number of barriers of a scan.
std::size_t require_right(Recording& recording) {
  const Recording::Recorded recorded = recording.record(2);
  REQUIRE(recorded.num_unordered_commands == 0);
  const Finding finding = recording.run();
  INFO(finding.reason);
  REQUIRE(name_of(finding.verdict) == name_of(Verdict::ok));
  REQUIRE(recording.messages() == std::vector<std::string>{});
  return recorded.num_barriers;
}

enum class SeenBy { nobody, rule, validation };

/// Validation knows one access for each binding, and forgives a shader's write after a shader's write. So it
/// misses a barrier whose reader is a kernel that works in place, for it takes that one's binding for a
/// write; and it misses one between atomic operations and a fill. There a rule must do: between two dispatches, and
/// between a dispatch and a fill, stands a barrier.
SeenBy who_sees(Recording& recording, std::size_t left_out) {
  const auto num_before = static_cast<std::ptrdiff_t>(recording.messages().size());
  const Recording::Recorded recorded = recording.record(2, left_out);
  const std::vector<std::string> messages = recording.messages();
  const bool hazard = std::any_of(
      messages.begin() + num_before, messages.end(),
      [](const std::string& message) { return message.find("SYNC-HAZARD") != std::string::npos; });
  if (hazard) return SeenBy::validation;
  return recorded.num_unordered_commands > 0 ? SeenBy::rule : SeenBy::nobody;
}

/// A scan has at least so many barriers, and so many of them are seen by validation when they are missing.
struct Least {
  std::size_t barriers = 1;
  std::size_t seen_by_validation = 1;
};

void require_every_barrier(const harness::Stage& stage, const Request& request, const Least& least,
                           const LimitClamp& clamp = {}) {
  const vulkan::Device device({.validation = true, .clamp = clamp});
  CAPTURE(stage.name);
  std::optional<Recording> recording;
  try {
    recording.emplace(device, stage, request);
  } catch (const Unavailable& reason) {
    REQUIRE_THAT(reason.what(), contains("subgroup"));
    return;
  }
  const std::size_t num_barriers = require_right(*recording);
  REQUIRE(num_barriers >= least.barriers);
  std::size_t num_seen_by_validation = 0;
  for (std::size_t barrier = 0; barrier < num_barriers; ++barrier) {
    CAPTURE(barrier, num_barriers);
    const SeenBy seen_by = who_sees(*recording, barrier);
    REQUIRE(seen_by != SeenBy::nobody);
    num_seen_by_validation += seen_by == SeenBy::validation;
  }
  REQUIRE(num_seen_by_validation >= least.seen_by_validation);
}

/// One dispatch and the barrier after it, in every stage.
void require_every_barrier(const harness::Chapter& chapter) {
  for (const harness::Stage& stage : chapter.stages({})) {
    require_every_barrier(stage, request_of(13, {}), {});  // not a full tile
  }
}

const harness::Selection kSharedMemory{.locals = {LocalScan::raking}, .reductions = {Reduction::tree}};

}  // namespace

TEST_CASE("a missing barrier in chapter 02 is seen", "[C15][chapter02][asan]") {
  require_every_barrier(first_dispatch::chapter());
}
TEST_CASE("a missing barrier in chapter 03 is seen", "[C15][chapter03]") {
  require_every_barrier(hillis_steele::chapter());
}
TEST_CASE("a missing barrier in chapter 04 is seen", "[C15][chapter04]") {
  require_every_barrier(blelloch::chapter());
}
TEST_CASE("a missing barrier in chapter 05 is seen", "[C15][chapter05]") {
  require_every_barrier(raking::chapter());
}
TEST_CASE("a missing barrier in chapter 06 is seen", "[C15][chapter06]") {
  require_every_barrier(subgroup::chapter());
}
TEST_CASE("a missing barrier in chapter 07 is seen", "[C15][chapter07]") {
  require_every_barrier(thread_grain::chapter());
}

TEST_CASE("each missing barrier between three levels of scan-then-propagate is seen",
          "[C15][chapter08][asan]") {
  const SmallTile tile;
  // 3 scans upwards, of which the last two work in place, 2 additions downwards, and the barrier before the
  // copy.
  require_every_barrier(scan_then_propagate::chapter().stages(kSharedMemory).front(),
                        request_of(tile.items_of_three_levels, tile),
                        {.barriers = 6, .seen_by_validation = 4});
}

TEST_CASE("each missing barrier between three levels of reduce-then-scan is seen", "[C15][chapter09][asan]") {
  const SmallTile tile;
  // 2 upsweeps, the spine, which works in place, 2 downsweeps, and the barrier before the copy.
  require_every_barrier(reduce_then_scan::chapter().stages(kSharedMemory).front(),
                        request_of(tile.items_of_three_levels, tile),
                        {.barriers = 6, .seen_by_validation = 5});
}

TEST_CASE("each missing barrier between and within three windows is seen", "[C15][chapter10]") {
  const SmallTile tile;
  const std::uint64_t window_items = tile.items * tile.items + tile.items;  // three levels in each
  const LimitClamp clamp{.binding_bytes = window_items * bytes_of(ElementType::uint32)};
  // 2 around the fill of the carry; in each of 3 windows 5, of which one is before an in-place spine; one
  // before the copy. Validation is right not to miss the one after the last window: the two around the fill
  // of the next scan would order the same shaders, and the copy has a barrier of its own. It is there because
  // every window ends alike.
  require_every_barrier(any_size::chapter().stages(kSharedMemory).front(),
                        request_of(3 * window_items - 5, tile),
                        {.barriers = 2 + 3 * 5 + 1, .seen_by_validation = 2 + 3 * 4 + 1 - 1}, clamp);
}

TEST_CASE("each missing barrier around the fill and between the windows of a single pass is seen",
          "[C15][chapter11]") {
  const SmallTile tile;
  const LimitClamp clamp{.binding_bytes = 16384};  // 4,096 items a window
  const harness::Stage stage = decoupled_look_back::single_pass_stage(
      "32-bit atomics", {.word = decoupled_look_back::StateWord::bits32});
  // 2 around the fill, and one after each of 3 windows.
  require_every_barrier(stage, request_of(3 * 4096 - 5, tile), {.barriers = 2 + 3, .seen_by_validation = 2},
                        clamp);
}

TEST_CASE("each missing barrier of a scan in two dispatches is seen", "[C15][chapter11]") {
  const SmallTile tile;
  require_every_barrier(decoupled_look_back::two_dispatches_stage("two dispatches"),
                        request_of(5 * tile.items + 1, tile), {.barriers = 2, .seen_by_validation = 2});
}

}  // namespace scan::test
