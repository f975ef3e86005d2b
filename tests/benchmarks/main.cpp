// Throughput of every rung that scans any number of items, from 2^10 to 2^28: the CPU baselines, the copy
// kernel, the pipelines.
// Room: tests/benchmarks. Each benchmark is one session of the harness: it checks before and after, and times
// on the device.
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "01_serial/chapter.hpp"
#include "02_first_dispatch/chapter.hpp"
#include "08_scan_then_propagate/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "10_any_size/chapter.hpp"
#include "benchmarks/simulator.hpp"
#include "harness/measure.hpp"
#include "scan/errors.hpp"

namespace {

using namespace scan;

constexpr std::uint32_t kRepeats = 11;  // timed runs behind every median
constexpr int kFirstPower = 10, kLastPower = 28, kPowerStep = 2;
constexpr int kLastPowerOfSoftware = 22;  // beyond it a software renderer takes minutes, which tell nothing

/// A chapter with some of its stages, of which the last is the one that counts.
harness::Chapter with_stages(harness::Chapter chapter, std::vector<harness::Stage> stages) {
  chapter.stages = [stages = std::move(stages)](const harness::Selection&) {
    return stages;
  };
  return chapter;
}

harness::Report measure(const harness::Chapter& chapter, harness::Api api, std::uint64_t num_items) {
  harness::Options options;
  options.apis = {api};
  options.kinds = {Kind::inclusive};
  options.repeats = kRepeats;
  Problem problem{{.num_items = num_items},
                  make_items(options.type, options.pattern, num_items, options.seed)};
  harness::Report report{.chapter = chapter.name, .title = chapter.title};
  const std::vector<harness::Stage> stages = chapter.stages(options.selection);
  harness::Session session{chapter, options, stages, problem, report};
  harness::measure_apis(session);
  return report;
}

/// Whether the API's device is a program; false where there is none.
bool is_software(harness::Api api) {
  try {
    return api == harness::Api::opengl ? opengl::Context().is_software() : vulkan::Device().is_software();
  } catch (const Error&) {
    return false;
  }
}

void run_stage(benchmark::State& state, const harness::Chapter& chapter, harness::Api api) {
  const auto num_items = static_cast<std::uint64_t>(state.range(0));
  for (auto _ : state) {
    const harness::Report report = measure(chapter, api, num_items);
    const harness::Result& result = report.results.back();
    if (result.finding.verdict != Verdict::ok || !result.device_time) {
      const std::string reason = result.finding.reason.empty() ? "no usable time" : result.finding.reason;
      state.SkipWithError(fmt::format("{}: {}", name_of(result.finding.verdict), reason).c_str());
      return;
    }
    state.SetIterationTime(result.device_time->median / 1000);
    state.SetItemsProcessed(static_cast<std::int64_t>(num_items));
    if (const auto speed = harness::gigabytes_per_second(result.bytes_moved, result.device_time->median)) {
      state.counters["GB/s"] = *speed;
    }
    state.counters["model_bytes"] = static_cast<double>(result.bytes_moved);
    state.counters["min_seconds"] = result.device_time->min / 1000;
    state.counters["max_seconds"] = result.device_time->max / 1000;
    if (result.share_of_copy) state.counters["share_of_copy"] = *result.share_of_copy;
    const harness::DeviceInfo* const device = report.devices.empty() ? nullptr : &report.devices.front();
    state.SetLabel(fmt::format("{}{}{}{}", device ? device->name : "",
                               device && device->software ? ", a software renderer" : "",
                               result.memory == opengl::Memory::sparse ? ", sparse memory" : "",
                               result.wall_clock ? ", wall clock" : ""));
  }
}

void add(const harness::Chapter& chapter, const std::vector<harness::Stage>& stages, harness::Api api,
         int last_power) {
  const std::string name = fmt::format("{}/{}/{}", chapter.name, stages.back().name, name_of(api));
  const harness::Chapter one = with_stages(chapter, stages);
  auto* const benchmark = benchmark::RegisterBenchmark(
      name.c_str(), [one, api](benchmark::State& state) { run_stage(state, one, api); });
  // The harness repeats; the library is told the median.
  benchmark->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
  for (int power = kFirstPower; power <= last_power; power += kPowerStep)
    benchmark->Arg(std::int64_t{1} << power);
}

/// On the CPU the first stage, memcpy, is the ruler of the others and runs beside each.
void add_cpu(const harness::Chapter& chapter) {
  const std::vector<harness::Stage> stages = chapter.stages({});
  add(chapter, {stages.front()}, harness::Api::cpu, kLastPower);
  for (std::size_t i = 1; i < stages.size(); ++i)
    add(chapter, {stages.front(), stages[i]}, harness::Api::cpu, kLastPower);
}

void add_gpu(const harness::Chapter& chapter, harness::Api api, int last_power) {
  for (const harness::Stage& stage : chapter.stages({})) {
    if (stage.name != "serial") add(chapter, {stage}, api, last_power);
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  try {
    add_cpu(serial::chapter());
    for (const harness::Api api : {harness::Api::opengl, harness::Api::vulkan}) {
      const int last_power = is_software(api) ? kLastPowerOfSoftware : kLastPower;
      add_gpu(first_dispatch::chapter(), api, last_power);
      add_gpu(scan_then_propagate::chapter(), api, last_power);
      add_gpu(reduce_then_scan::chapter(), api, last_power);
      add_gpu(any_size::chapter(), api, last_power);
    }
    benchmarks::add_simulator();
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
  benchmark::Shutdown();
  return 0;
}
