// The recorder, told by hand what a machine would tell it.
// Room: tests/simulator, for common/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/record/recorder.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "catch.hpp"

namespace {

using namespace scan::simulator;

constexpr std::uint32_t kLoad = 1, kCombine = 2, kStore = 3, kBarrier = 4, kFetch = 5;  // instructions

std::vector<SourcePlace> places() {
  return {{}, {"tree.glsl", 10}, {"tree.glsl", 10}, {"tree.glsl", 11}, {"tree.glsl", 12}, {"main.comp", 3}};
}

std::vector<Array> arrays() {
  return {
      {.name = "values", .is_shared = true, .num_elements = 64, .element_bytes = 4, .element_type = "uint"},
      {.name = "items_in", .num_elements = 64, .element_bytes = 4, .element_type = "uint"}};
}

/// A recorder, and where an invocation of its workgroups stands.
struct Scene {
  std::uint32_t workgroup_size, subgroup_width;
  Recorder recorder;

  Scene(std::uint32_t size, std::uint32_t width, bool traced = false)
      : workgroup_size(size), subgroup_width(width) {
    recorder.begin({.kernel = "kernel", .num_workgroups = 2, .workgroup_size = size, .subgroup_width = width},
                   places(), arrays(), traced);
  }

  Moment at(std::uint32_t instruction, std::uint32_t local, std::uint64_t instance = 0,
            std::uint32_t workgroup = 0) const {
    return {{workgroup, local / subgroup_width, local}, instruction, instance};
  }
  void load(std::uint32_t local, std::uint64_t address, std::uint32_t bytes = 4, std::uint64_t instance = 0) {
    recorder.memory(at(kLoad, local, instance), {.is_shared = true, .address = address, .bytes = bytes}, {});
  }
  void store(std::uint32_t local, std::uint32_t element, std::span<const WordOf> sources = {}) {
    recorder.memory(at(kStore, local),
                    {.kind = AccessKind::write,
                     .is_shared = true,
                     .element = element,
                     .address = 4 * element,
                     .value = {.bits = 7, .data_depth = 1}},
                    sources);
  }
  void fetch(std::uint32_t local, std::uint64_t address, std::uint32_t bytes = 4) {
    recorder.memory(at(kFetch, local), {.array = 1, .address = address, .bytes = bytes}, {});
  }
  void barrier(std::uint32_t workgroup = 0) {
    const SourcePlace place = places()[kBarrier];
    recorder.end_interval(workgroup, &place, kBarrier, {});
  }
  void end(std::uint32_t workgroup = 0) { recorder.end_interval(workgroup, nullptr, 0, {}); }
  Counters total() const { return recorder.counters({}).total; }
};

}  // namespace

TEST_CASE("recorder: lanes make one access, in whatever order and however far apart they come") {
  Scene scene(64, 32);
  for (std::uint32_t instance = 0; instance < 3; ++instance) {
    for (std::uint32_t local = 64; local-- > 0;) scene.load(local, 4 * local, 4, instance);
  }
  scene.end();
  CHECK(scene.total().shared_reads == 3 * 64);
  CHECK(scene.total().shared_accesses == 3 * 2);
  CHECK(scene.total().shared_passes == 3 * 2);
  CHECK(scene.total().worst_conflict == 1);
}

TEST_CASE("recorder: a barrier parts the accesses of lanes that came before it from those after") {
  Scene scene(32, 32);
  for (std::uint32_t local = 0; local < 16; ++local) scene.load(local, 0);
  scene.barrier();
  for (std::uint32_t local = 16; local < 32; ++local) scene.load(local, 0);
  scene.end();
  CHECK(scene.total().shared_accesses == 2);
}

TEST_CASE("recorder: a stride of two words conflicts in pairs") {
  Scene scene(32, 32);
  for (std::uint32_t local = 0; local < 32; ++local) scene.load(local, 8 * local);
  scene.end();
  CHECK(scene.total().shared_accesses == 1);
  CHECK(scene.total().shared_passes == 2);
  CHECK(scene.total().worst_conflict == 2);
}

TEST_CASE("recorder: elements of 64 bits are served 16 lanes at a time, and do not conflict by that") {
  Scene scene(32, 32);
  for (std::uint32_t local = 0; local < 32; ++local) scene.load(local, 8 * local, 8);
  scene.end();
  CHECK(scene.total().shared_reads == 64);
  CHECK(scene.total().shared_accesses == 2);
  CHECK(scene.total().shared_passes == 2);
  CHECK(scene.total().worst_conflict == 1);
}

TEST_CASE("recorder: a subgroup of 128 lanes is served 32 lanes at a time") {
  Scene scene(128, 128);
  for (std::uint32_t local = 0; local < 128; ++local) scene.load(local, 4 * local);
  scene.end();
  CHECK(scene.total().shared_accesses == 4);
  CHECK(scene.total().shared_passes == 4);
}

TEST_CASE("recorder: narrow subgroups make an access each") {
  Scene scene(8, 1);
  for (std::uint32_t local = 0; local < 8; ++local) scene.load(local, 0);
  scene.end();
  CHECK(scene.total().shared_accesses == 8);
}

TEST_CASE("recorder: atomics on one word of shared memory come one after the other") {
  Scene scene(32, 32);
  for (std::uint32_t local = 0; local < 32; ++local) {
    scene.recorder.memory(scene.at(kStore, local),
                          {.kind = AccessKind::atomic, .is_store = true, .is_shared = true}, {});
  }
  scene.end();
  CHECK(scene.total().atomics == 32);
  CHECK(scene.total().worst_conflict == 32);
}

TEST_CASE("recorder: neighbours share sectors of a buffer, strangers do not") {
  Scene near(32, 32), far(32, 32), wide(32, 32);
  for (std::uint32_t local = 0; local < 32; ++local) {
    near.fetch(local, 4 * local);
    far.fetch(local, 64 * local);
    wide.fetch(local, 16 * local, 16);
  }
  CHECK(near.total().sectors == 4);
  CHECK(far.total().sectors == 32);
  CHECK(wide.total().sectors == 16);
  CHECK(wide.total().bytes_read == 512);
  CHECK(wide.total().buffer_accesses == 1);
}

TEST_CASE("recorder: an element of a buffer that a whole subgroup reads is asked for once") {
  Scene shared_by_all(64, 32), mirrored(32, 32);
  for (std::uint32_t local = 0; local < 64; ++local) shared_by_all.fetch(local, 8);
  for (std::uint32_t local = 0; local < 32; ++local)
    mirrored.fetch(local, 4 * (local < 16 ? local : 31 - local));
  CHECK(shared_by_all.total().bytes_read == 2 * 4);
  CHECK(shared_by_all.total().sectors == 2);
  CHECK(mirrored.total().bytes_read == 16 * 4);
}

TEST_CASE("recorder: each atomic moves its word, and is read or written") {
  Scene scene(32, 32);
  for (std::uint32_t local = 0; local < 32; ++local) {
    scene.recorder.memory(scene.at(kFetch, local),
                          {.kind = AccessKind::atomic, .is_store = local == 0, .array = 1}, {});
  }
  scene.end();
  CHECK(scene.total().bytes_written == 4);
  CHECK(scene.total().bytes_read == 31 * 4);
}

TEST_CASE("recorder: more open accesses than its table was made for lose no lane") {
  constexpr std::uint32_t kAccesses = 5000;
  Scene scene(32, 32);
  for (std::uint32_t local = 0; local < 32; ++local) {
    for (std::uint32_t instance = 0; instance < kAccesses; ++instance)
      scene.load(local, 128 * local, 4, instance);
  }
  scene.end();
  CHECK(scene.total().shared_accesses == kAccesses);
  CHECK(scene.total().shared_passes == 32 * kAccesses);
}

TEST_CASE("recorder: work adds up, and the deepest result says the depth") {
  Scene scene(4, 4);
  scene.recorder.combine(scene.at(kCombine, 0), {.bits = 3, .data_depth = 2}, {});
  scene.recorder.combine(scene.at(kCombine, 1), {.bits = 3, .data_depth = 4}, {});
  scene.recorder.subgroup(scene.at(kLoad, 0), "subgroupAdd", {.bits = 1, .data_depth = 6}, {}, {},
                          {.work = 3, .depth = 2});
  scene.recorder.subgroup(scene.at(kLoad, 1), "subgroupAdd", {.bits = 1, .data_depth = 6}, {}, {}, {});
  scene.recorder.subgroup(scene.at(kLoad, 2, 1), "subgroupAdd", {.bits = 1, .data_depth = 1}, {}, {}, {});
  scene.recorder.spin(scene.at(kFetch, 2));
  scene.end();
  CHECK(scene.total().work == 5);
  CHECK(scene.total().depth == 5);
  CHECK(scene.total().subgroup_operations == 2);
  CHECK(scene.total().spins == 1);
}

TEST_CASE("recorder: barriers are those of the workgroup that passed most") {
  Scene scene(4, 4);
  scene.barrier(0);
  scene.barrier(1);
  scene.barrier(1);
  scene.end(0);
  scene.end(1);
  const DispatchCounters counters = scene.recorder.counters({});
  CHECK(counters.total.barriers == 2);
  CHECK(counters.by_line.at({"tree.glsl", 12}).barriers == 2);
}

TEST_CASE("recorder: counts of one line are together, and of all lines make the total") {
  Scene scene(4, 4);
  scene.load(0, 0);
  scene.recorder.combine(scene.at(kCombine, 0), {.bits = 3, .data_depth = 2}, {});
  scene.fetch(0, 0);
  scene.end();
  const DispatchCounters counters = scene.recorder.counters(std::vector<std::uint64_t>{9, 1, 2, 4, 0, 8});
  CHECK(counters.by_line.at({"tree.glsl", 10}).work == 1);
  CHECK(counters.by_line.at({"tree.glsl", 10}).shared_reads == 1);
  CHECK(counters.by_line.at({"tree.glsl", 10}).instructions == 3);
  CHECK(counters.by_line.at({"main.comp", 3}).bytes_read == 4);
  CHECK(counters.total.instructions == 24);
  CHECK(counters.total.bytes_read == 4);
}

TEST_CASE("recorder: activity has the invocations of workgroup 0 that did something, by interval") {
  Scene scene(8, 4);
  for (std::uint32_t local = 0; local < 8; ++local) scene.load(local, 0);
  scene.load(3, 0, 4, 1);
  scene.recorder.combine(scene.at(kCombine, 5, 0, 1), {}, {});
  scene.barrier();
  scene.load(2, 0);
  scene.end();
  const std::vector<Activity> activity = scene.recorder.counters({}).activity;
  REQUIRE(activity.size() == 2);
  CHECK(activity[0].active == 8);
  CHECK(activity[1].active == 1);
  CHECK(activity[1].of == 8);
}

TEST_CASE("recorder: what a fault leaves open is counted and drawn all the same") {
  Scene scene(32, 32, true);
  scene.load(0, 0);
  scene.load(1, 128);
  CHECK(scene.total().shared_passes == 2);
  const Trace trace = scene.recorder.trace({{.fault = Fault::budget}}, 32, "ascending");
  REQUIRE(trace.intervals.size() == 1);
  CHECK(trace.intervals[0].events.size() == 2);
  CHECK(trace.intervals[0].events[0].conflict_degree == 2);
  CHECK(trace.intervals[0].shared_after.empty());
  CHECK_FALSE(trace.intervals[0].barrier);
}

TEST_CASE("recorder: a second dispatch starts from nothing") {
  Scene scene(4, 4);
  scene.load(0, 0);
  scene.recorder.begin({.workgroup_size = 4, .subgroup_width = 4}, places(), arrays(), false);
  scene.end();
  CHECK(scene.total() == Counters{});
}

TEST_CASE("recorder: lanes that do the same have one step, and those that skip a branch wait for the rest") {
  Scene scene(4, 2, true);
  // Lane 0 only stores; the others load and combine before they store.
  const std::vector<WordOf> sources{{0, 4}, {0, 5}};
  scene.store(0, 0);
  for (std::uint32_t local = 1; local < 4; ++local) {
    scene.load(local, 4 * local);
    scene.recorder.combine(scene.at(kCombine, local), {.bits = 9, .data_depth = 2}, sources);
    scene.store(local, local, sources);
  }
  const SourcePlace place = places()[kBarrier];
  scene.recorder.end_interval(0, &place, kBarrier, {{std::nullopt, 7}, {}});
  const Trace trace = scene.recorder.trace({}, 4, "descending");

  REQUIRE(trace.intervals.size() == 1);
  const Interval& interval = trace.intervals[0];
  REQUIRE(interval.events.size() == 10);
  std::string seen;
  for (const Event& event : interval.events) {
    seen += std::to_string(event.invocation) + ":" + std::to_string(event.step) + " ";
  }
  CHECK(seen == "0:2 1:0 1:1 1:2 2:0 2:1 2:2 3:0 3:1 3:2 ");
  CHECK(interval.events[2].kind == EventKind::combine);
  CHECK(interval.events[2].value == "9");
  CHECK(interval.events[9].kind == EventKind::store);
  CHECK(interval.events[9].sources == sources);
  CHECK(interval.events[9].place == SourcePlace{"tree.glsl", 11});
  CHECK(interval.barrier == SourcePlace{"tree.glsl", 12});
  CHECK(interval.idle.empty());
  CHECK(interval.shared_after == std::vector<std::vector<std::string>>{{"", "7"}, {}});
  CHECK(trace.schedule == "descending");
}

TEST_CASE("recorder: a vector that is moved whole is one access, and an event for each component") {
  Scene scene(4, 4, true);
  for (std::uint32_t local = 0; local < 4; ++local) {
    for (std::uint32_t component = 0; component < 4; ++component) {
      scene.recorder.memory(scene.at(kFetch, local),
                            {.array = 1,
                             .element = 4 * local + component,
                             .address = 16 * local + 4 * component,
                             .bytes = component == 0 ? 16u : 0u,
                             .value = {.bits = component}},
                            {});
    }
  }
  scene.end();
  CHECK(scene.total().bytes_read == 64);
  CHECK(scene.total().buffer_accesses == 1);
  CHECK(scene.total().sectors == 2);
  const Trace trace = scene.recorder.trace({}, 16, "ascending");
  REQUIRE(trace.intervals.at(0).events.size() == 16);
  CHECK(trace.intervals[0].events[6].word == WordOf{1, 6});
  CHECK(trace.intervals[0].events[6].value == "2");
  CHECK(trace.intervals[0].events[6].step == 0);
}

TEST_CASE("recorder: an invocation that does nothing in an interval is idle in its trace") {
  Scene scene(4, 4, true);
  scene.load(2, 0);
  scene.barrier();
  scene.load(3, 0);
  scene.end();
  const Trace trace = scene.recorder.trace({}, 4, "ascending");
  REQUIRE(trace.intervals.size() == 2);
  CHECK(trace.intervals[0].idle == std::vector<std::uint32_t>{0, 1, 3});
  CHECK(trace.intervals[1].number == 1);
  CHECK(trace.intervals[1].idle == std::vector<std::uint32_t>{0, 1, 2});
}
