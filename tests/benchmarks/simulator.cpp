// Throughput of the simulator: SPIR-V instructions a second on one core, with every check on.
// Room: tests/benchmarks. The shaders are the chapters' own; a run that finds a fault, or a wrong sum, has no time.
// SPDX-License-Identifier: MIT
#include "benchmarks/simulator.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "03_hillis_steele/chapter.hpp"
#include "04_blelloch/chapter.hpp"
#include "05_raking/chapter.hpp"
#include "06_subgroup/chapter.hpp"
#include "07_thread_grain/chapter.hpp"
#include "08_scan_then_propagate/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "simulator/device.hpp"

namespace scan::benchmarks {
namespace {

constexpr std::uint32_t kOneWorkgroupItems = 1024;
constexpr std::uint32_t kManyTilesItems = 10007;  // three tiles, the last not full

struct Run {
  harness::Stage stage;
  std::uint32_t num_items = 0;
  simulator::Schedule schedule = simulator::Schedule::ascending;
  bool count = false;
};

void simulate(benchmark::State& state, const Run& run) {
  simulator::Device device({.settings = {.schedule = run.schedule}, .count = run.count});
  const harness::SimulatorScan scan = run.stage.simulator(device, {.num_items = run.num_items});
  std::vector<std::uint32_t> items(run.num_items), sums(run.num_items), expected(run.num_items);
  std::iota(items.begin(), items.end(), 1u);
  std::inclusive_scan(items.begin(), items.end(), expected.begin());
  const simulator::Buffer items_in(device, std::as_bytes(std::span(items)).size());
  const simulator::Buffer items_out(device, items_in.size_bytes());
  upload(items_in.range(), std::as_bytes(std::span(items)));
  simulator::Commands commands(device);
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    device.clear();
    scan(commands, {.items_in = items_in.range(), .items_out = items_out.range()});
    for (const simulator::DispatchCounters& dispatch : device.dispatches())
      instructions += dispatch.total.instructions;
  }
  download(items_out.range(), std::as_writable_bytes(std::span(sums)));
  if (!device.findings().empty()) {
    state.SkipWithError(device.findings().front().message.c_str());
  } else if (sums != expected) {
    state.SkipWithError("the sums are wrong");
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(instructions));  // items/s: instructions a second
  state.SetLabel(run.count ? "SPIR-V instructions, counted by line" : "SPIR-V instructions");
}

void add(const std::string& name, const Run& run) {
  benchmark::RegisterBenchmark(name.c_str(), [run](benchmark::State& state) {
    simulate(state, run);
  })->Unit(benchmark::kMillisecond);
}

void add_chapter(const harness::Chapter& chapter, std::uint32_t num_items) {
  for (const harness::Stage& stage : chapter.stages({})) {
    const std::string name = fmt::format("{}/{}/simulator", chapter.name, stage.name);
    for (const simulator::Schedule schedule : simulator::kSchedules)
      add(fmt::format("{}/{}/{}", name, name_of(schedule), num_items), {stage, num_items, schedule});
    add(fmt::format("{}/counting/{}", name, num_items),
        {.stage = stage, .num_items = num_items, .count = true});
  }
}

}  // namespace

void add_simulator() {
  add_chapter(hillis_steele::chapter(), kOneWorkgroupItems);
  add_chapter(blelloch::chapter(), kOneWorkgroupItems);
  add_chapter(raking::chapter(), kOneWorkgroupItems);
  add_chapter(subgroup::chapter(), kOneWorkgroupItems);
  add_chapter(thread_grain::chapter(), kOneWorkgroupItems);
  add_chapter(scan_then_propagate::chapter(), kManyTilesItems);
  add_chapter(reduce_then_scan::chapter(), kManyTilesItems);
}

}  // namespace scan::benchmarks
