// The CPU stages: host memory, wall clock, and memcpy as the ruler.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/host.hpp"
#include "harness/host_stage.hpp"

namespace scan::harness {

namespace {

constexpr std::string_view kRulerStage = "memcpy";

void set_shares(std::vector<Result>& results) {
  const Result* ruler = nullptr;
  for (const Result& result : results) {
    if (result.api == Api::cpu && result.stage == kRulerStage && result.device_time) ruler = &result;
  }
  if (!ruler) return;
  const double ruler_milliseconds = ruler->device_time->median;
  for (Result& result : results) {
    if (result.api != Api::cpu || !result.device_time || result.device_time->median <= 0) continue;
    result.share_of_copy = ruler_milliseconds / result.device_time->median;
  }
}

}  // namespace

void measure_cpu(Session& session) {
  session.report.devices.push_back({.api = Api::cpu, .name = cpu_name(), .driver = describe_threads()});
  measure_stages(
      session, Api::cpu, [](const Stage& stage) { return bool(stage.cpu); },
      [&](const Stage& stage, Result& result) {
        const Stopwatch build;
        const HostScan scan = stage.cpu(result.request);
        result.build_milliseconds = build.milliseconds();
        measure_host_scan(session, scan, result);
      });
  set_shares(session.report.results);
}

}  // namespace scan::harness
