// Chapters 03 to 09 with one barrier() of a shader taken away: the wrong result is seen where the driver
// shows it. Room: tests/faults. A right result proves nothing: a software driver runs a workgroup's
// invocations in an order of its own, and so on other devices any verdict is allowed.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "03_hillis_steele/chapter.hpp"
#include "04_blelloch/chapter.hpp"
#include "05_raking/chapter.hpp"
#include "06_subgroup/chapter.hpp"
#include "07_thread_grain/chapter.hpp"
#include "08_scan_then_propagate/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "faults/faulty_shaders.hpp"
#include "gpu/climb.hpp"

namespace scan::test {
namespace {

constexpr std::uint32_t kWorkgroupSize = 256;  // many more than a software driver runs in step

bool is_wrong(const harness::Result& result) {
  return result.finding.verdict == Verdict::wrong || result.finding.verdict == Verdict::unwritten;
}

/// One full workgroup, or a few.
harness::Options workgroups(std::uint64_t num_items, const harness::Selection& selection = {}) {
  harness::Options options = options_of(num_items);
  options.configuration.workgroup_size = kWorkgroupSize;
  options.kinds = {Kind::inclusive};
  options.selection = selection;
  return options;
}

/// Without the barrier `index` of shaders/<file> the stage is wrong on a software driver.
void require_wrong(const harness::Chapter& chapter, const harness::Options& options, const std::string& stage,
                   const std::string& file, std::size_t index) {
  FaultyShaders shaders;
  shaders.without_barrier(file, index);
  const harness::Report report = climb(chapter, options);
  const auto result = std::find_if(report.results.begin(), report.results.end(),
                                   [&](const harness::Result& one) { return one.stage == stage; });
  REQUIRE(result != report.results.end());
  CAPTURE(chapter.name, stage, file, index, name_of(result->finding.verdict), result->finding.reason);
  if (result->finding.verdict == Verdict::skipped) {
    REQUIRE_THAT(result->finding.reason, contains("subgroup"));
  } else if (report.devices.front().software) {
    REQUIRE(is_wrong(*result));
    REQUIRE_FALSE(result->device_time);
  } else {
    SUCCEED(report.devices.front().name << " may give the right result: "
                                        << name_of(result->finding.verdict));
  }
}

}  // namespace

TEST_CASE("a missing barrier in a step of Hillis-Steele is seen", "[C08][chapter03][asan]") {
  const harness::Options options = workgroups(kWorkgroupSize);
  require_wrong(hillis_steele::chapter(), options, "double-buffered", "03_hillis_steele/hillis_steele.glsl",
                1);
  require_wrong(hillis_steele::chapter(), options, "two barriers", "03_hillis_steele/two_barriers.comp", 1);
}

TEST_CASE("a missing barrier before Blelloch's upsweep, or between the sweeps, is seen", "[C08][chapter04]") {
  const harness::Options options = workgroups(kWorkgroupSize);
  for (const std::size_t barrier : {0, 2}) {  // the leaves are written; the root is cleared
    require_wrong(blelloch::chapter(), options, "plain", "04_blelloch/tree.glsl", barrier);
    require_wrong(blelloch::chapter(), options, "padded", "04_blelloch/tree.glsl", barrier);
  }
  for (const std::size_t barrier : {0, 1}) {  // the leaves are written; a level of the upsweep is
    require_wrong(blelloch::chapter(), options, "unrolled", "04_blelloch/unrolled.comp", barrier);
  }
}

TEST_CASE("a missing barrier around the rakers is seen", "[C08][chapter05]") {
  const harness::Options options = workgroups(kWorkgroupSize);
  for (const std::size_t barrier : {0, 1}) {  // the values are stored; the runs are reduced
    require_wrong(raking::chapter(), options, "serial spine", "05_raking/raking.glsl", barrier);
  }
  require_wrong(raking::chapter(), options, "subgroup spine", "05_raking/subgroup_spine.comp", 0);
}

TEST_CASE("a missing barrier before the first subgroup scans the aggregates is seen",
          "[C08][chapter06][asan]") {
  require_wrong(subgroup::chapter(), workgroups(kWorkgroupSize), "cooperative",
                "06_subgroup/subgroup_scan.glsl", 0);
}

TEST_CASE("a missing barrier within a tile with a grain is seen", "[C08][chapter07]") {
  harness::Options options = workgroups(4 * kWorkgroupSize);
  options.configuration.grain = 4;
  require_wrong(thread_grain::chapter(), options, "strided", "06_subgroup/subgroup_scan.glsl", 0);
  options.configuration.local = LocalScan::raking;
  require_wrong(thread_grain::chapter(), options, "blocked", "05_raking/raking.glsl", 0);
}

TEST_CASE("a missing barrier in each local scan of scan-then-propagate is seen", "[C08][chapter08]") {
  const auto require_wrong_local = [](LocalScan local, const std::string& file, std::size_t barrier) {
    harness::Options options = workgroups(3 * kWorkgroupSize, {.locals = {local}});
    options.configuration.grain = 1;
    require_wrong(scan_then_propagate::chapter(), options, std::string(name_of(local)), file, barrier);
  };
  require_wrong_local(LocalScan::hillis_steele, "03_hillis_steele/hillis_steele.glsl", 1);
  require_wrong_local(LocalScan::blelloch, "04_blelloch/tree.glsl", 0);
  require_wrong_local(LocalScan::raking, "05_raking/raking.glsl", 0);
  require_wrong_local(LocalScan::subgroup, "06_subgroup/subgroup_scan.glsl", 0);
}

TEST_CASE("a missing barrier in each reduction of reduce-then-scan is seen", "[C08][chapter09]") {
  const auto require_wrong_reduction = [](Reduction reduction, LocalScan local, const std::string& file,
                                          std::size_t barrier) {
    harness::Options options = workgroups(3 * kWorkgroupSize, {.locals = {local}, .reductions = {reduction}});
    options.configuration.grain = 1;
    const std::string stage = fmt::format("{} + {}", name_of(reduction), name_of(local));
    require_wrong(reduce_then_scan::chapter(), options, stage, file, barrier);
  };
  constexpr const char* kReduce = "09_reduce_then_scan/reduce_workgroup.glsl";
  require_wrong_reduction(Reduction::tree, LocalScan::hillis_steele, kReduce, 1);
  require_wrong_reduction(Reduction::subgroup, LocalScan::hillis_steele, kReduce, 2);
  require_wrong_reduction(Reduction::raking, LocalScan::hillis_steele, "05_raking/raking.glsl", 0);
}

}  // namespace scan::test
