// Runs chapters within the test, through the same loop as their programs, with validation on; and judges
// their reports.
// Room: tests/gpu.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "harness/measure.hpp"

namespace scan::test {

/// The API that this binary tests.
inline constexpr harness::Api kApi = harness::Api::TEST_API;

/// The limits of that API's default device. Throws Unavailable where there is none.
inline DeviceLimits limits_of_api() {
  if constexpr (kApi == harness::Api::opengl) {
    return opengl::Context().limits();
  } else if constexpr (kApi == harness::Api::simulator) {
    return simulator::limits_of({});
  } else {
    return vulkan::Device().limits();
  }
}

/// Validation is on, but where SCAN_LADDER_TEST_VALIDATION=off says so: for a machine that has a GPU and no layers.
inline bool validates() {
  const char* const wish = std::getenv("SCAN_LADDER_TEST_VALIDATION");
  return wish == nullptr || std::string_view(wish) != "off";
}

/// One run, unless told otherwise: the times of a test are of no use.
inline harness::Options options_of(std::uint64_t num_items) {
  harness::Options options;
  options.apis = {kApi};
  options.num_items = num_items;
  options.repeats = 1;
  options.validation = validates();
  return options;
}

/// The chapter with stages of the test's choice in place of its own.
inline harness::Chapter with_stages(harness::Chapter chapter, std::vector<harness::Stage> stages) {
  chapter.stages = [stages = std::move(stages)](const harness::Selection&) {
    return stages;
  };
  return chapter;
}

inline harness::Report climb(const harness::Chapter& chapter, const harness::Options& options) {
  Problem problem{{.num_items = *options.num_items,
                   .type = options.type,
                   .op = options.op,
                   .in_place = options.in_place,
                   .configuration = options.configuration},
                  make_items(options.type, options.pattern, *options.num_items, options.seed)};
  harness::Report report{.chapter = chapter.name, .title = chapter.title};
  const std::vector<harness::Stage> stages = chapter.stages(options.selection);
  harness::Session session{chapter, options, stages, problem, report};
  harness::measure_apis(session);
  return report;
}

/// Every stage is ok; only what needs subgroups may be skipped, and only on a device without them. Something
/// was ok.
inline void require_ok(const harness::Report& report, bool has_subgroups) {
  std::size_t num_ok = 0, num_skipped = 0;
  for (const harness::Result& result : report.results) {
    CAPTURE(report.chapter, result.stage, name_of(result.request.kind), result.request.num_items,
            name_of(result.request.type), name_of(result.request.op), result.request.in_place,
            result.finding.reason);
    if (result.finding.verdict == Verdict::skipped && !has_subgroups) {
      REQUIRE_THAT(result.finding.reason, contains("subgroup"));
      ++num_skipped;
    } else {
      REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::ok));
      ++num_ok;
    }
  }
  REQUIRE(num_ok + num_skipped > 0);
  REQUIRE((num_ok > 0 || !has_subgroups));
}

}  // namespace scan::test
