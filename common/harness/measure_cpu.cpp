// The CPU stages: host memory, wall clock, and memcpy, the ruler, beside each.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/host.hpp"
#include "harness/host_stage.hpp"

namespace scan::harness {

namespace {

constexpr std::string_view kRulerStage = "memcpy";

/// The ruler of the chapter, built; empty where it has none.
HostScan build_ruler(const Session& session) {
  if (!session.chapter.stages) return {};
  for (const Stage& stage : session.chapter.stages({})) {
    if (stage.name != kRulerStage || !stage.cpu) continue;
    Request request = session.problem.request;
    request.in_place = false;
    return stage.cpu(request);
  }
  return {};
}

}  // namespace

void measure_cpu(Session& session) {
  session.report.devices.push_back({.api = Api::cpu, .name = cpu_name(), .driver = describe_threads()});
  const HostScan ruler = build_ruler(session), no_ruler;
  measure_stages(
      session, Api::cpu, [](const Stage& stage) { return bool(stage.cpu); },
      [&](const Stage& stage, Result& result) {
        const Stopwatch build;
        const HostScan scan = stage.cpu(result.request);
        result.build_milliseconds = build.milliseconds();
        const bool is_ruler = stage.name == kRulerStage;
        measure_host_scan(session, scan, is_ruler ? no_ruler : ruler, result);
        if (is_ruler && result.device_time) result.share_of_copy = 1;
      });
}

}  // namespace scan::harness
