// What the simulator finds becomes the verdict of a stage, before the result and beside it.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/chapter.hpp"
#include "03_hillis_steele/chapter.hpp"
#include "gpu/climb.hpp"
#include "scan/errors.hpp"

namespace scan::test {
namespace {

/// Copies the items, and then what was copied to where it came from; between the two there may be no barrier.
harness::Chapter copies_there_and_back(bool has_barrier) {
  harness::Chapter chapter{.name = "02_first_dispatch", .title = "a test"};
  chapter.stages = [has_barrier](const harness::Selection&) {
    harness::Stage stage{.name = "there and back", .expectation = Expectation::copy};
    stage.simulator = [has_barrier](const simulator::Device& device,
                                    const Request& request) -> harness::SimulatorScan {
      const auto dispatch = first_dispatch::copy_dispatch(request, device.limits());
      return [has_barrier, dispatch, kernel = simulator::Kernel(device, dispatch.kernel)](
                 simulator::Commands& commands, const simulator::ScanBuffers& buffers) {
        const shader::Parameters parameters{.num_items = dispatch.num_items, .num_tiles = dispatch.num_tiles};
        commands.dispatch(kernel,
                          {{BINDING_ITEMS_IN, buffers.items_in}, {BINDING_ITEMS_OUT, buffers.items_out}},
                          parameters, dispatch.grid);
        if (has_barrier) commands.barrier();
        commands.dispatch(kernel,
                          {{BINDING_ITEMS_IN, buffers.items_out}, {BINDING_ITEMS_OUT, buffers.items_in}},
                          parameters, dispatch.grid);
        commands.barrier();
      };
    };
    return std::vector{stage};
  };
  return chapter;
}

harness::Result only_result(const harness::Report& report) {
  REQUIRE(report.results.size() == 1);
  return report.results.front();
}

harness::Options one_scan(std::uint64_t num_items) {
  harness::Options options = options_of(num_items);
  options.kinds = {Kind::inclusive};
  options.stage = "double-buffered";
  return options;
}

harness::Chapter double_buffered() {
  harness::Chapter chapter = hillis_steele::chapter();
  chapter.stages = [all = chapter.stages](const harness::Selection& selection) {
    return std::vector{all(selection).front()};
  };
  return chapter;
}

}  // namespace

TEST_CASE("a barrier that is missing between two dispatches is a race, though the result is right") {
  const harness::Result result = only_result(climb(copies_there_and_back(false), options_of(1000)));
  CHECK(name_of(result.finding.verdict) == "race");
  REQUIRE(result.simulation->findings.size() >= 1);
  CHECK(result.finding.reason == result.simulation->findings.front().message);
  CHECK(result.finding.reason.find("the result is") == std::string::npos);
  CHECK(result.simulation->dispatches.size() == 2);
}

TEST_CASE("with the barrier in its place the same two dispatches are ok") {
  const harness::Result result = only_result(climb(copies_there_and_back(true), options_of(1000)));
  CHECK(name_of(result.finding.verdict) == "ok");
  CHECK(result.simulation->findings.empty());
  CHECK(result.simulation->instructions() > 1000);
}

TEST_CASE("a fault is told before the wrong result, and both are") {
  harness::Options options = one_scan(100);
  options.simulator.settings.budget = 50;
  const harness::Result result = only_result(climb(double_buffered(), options));
  CHECK(name_of(result.finding.verdict) == "budget");
  CHECK_THAT(result.finding.reason, contains("; and the result is unwritten: "));
  CHECK(result.simulation->findings.front().fault == simulator::Fault::budget);
}

TEST_CASE("each run of a stage has the width and the schedule that it ran with") {
  harness::Options options = one_scan(20);
  options.simulator.subgroup_widths = {8, 64};
  options.simulator.schedules = {simulator::Schedule::lockstep, simulator::Schedule::search};
  const auto results = climb(double_buffered(), options).results;
  REQUIRE(results.size() == 4);
  CHECK(results[1].simulation->subgroup_width == 8);
  CHECK(results[1].simulation->schedule == simulator::Schedule::search);
  CHECK(results[2].simulation->subgroup_width == 64);
  CHECK(results[2].simulation->schedule == simulator::Schedule::lockstep);
  for (const harness::Result& result : results) {
    CHECK(result.simulation->dispatches.front().subgroup_width == result.simulation->subgroup_width);
    CHECK_FALSE(result.device_time);
  }
}

TEST_CASE("the limits that are asked for are the simulator's too") {
  harness::Options options = one_scan(100);
  options.clamp.invocations = 64;
  const harness::Result result = only_result(climb(double_buffered(), options));
  CHECK(name_of(result.finding.verdict) == "skipped");
  CHECK_THAT(result.finding.reason, contains("one workgroup holds 64"));
}

TEST_CASE("more invocations than a trace is made of are skipped, in one line") {
  harness::Options options = one_scan(1000);
  options.simulator.trace_file = "unused";
  const harness::Result result = only_result(climb(double_buffered(), options));
  CHECK(name_of(result.finding.verdict) == "skipped");
  CHECK_THAT(result.finding.reason, contains("256"));
  CHECK(result.simulation->traces.empty());
}

}  // namespace scan::test
