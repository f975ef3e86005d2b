// Statistics, throughput and warm-up. Cases C30 (a time of 0), C31 (the first run) and C32 (too many GB/s).
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#include <vector>

#include "catch.hpp"
#include "harness/result.hpp"
#include "harness/timing.hpp"

using namespace scan::harness;

namespace {

/// A run that takes each of the given times in turn, and then the last for ever.
TimedRun scripted(std::vector<Elapsed> times, std::size_t& calls) {
  return [times, &calls] {
    return times[std::min(calls++, times.size() - 1)];
  };
}

constexpr TimingPlan kOnSoftware{.repeats = 3, .software = true, .first_milliseconds = 1};

}  // namespace

TEST_CASE("the median is the middle, or the mean of the two in the middle") {
  const Statistics odd = statistics_of({3, 1, 9});
  CHECK(odd.median == 3);
  CHECK(odd.min == 1);
  CHECK(odd.max == 9);
  CHECK(odd.repeats == 3);
  CHECK(statistics_of({4, 1, 2, 9}).median == 3);
  CHECK(statistics_of({5}).median == 5);
}

TEST_CASE("C32: 2^20 uint32 in one pass of 10 us are 838.86 GB/s") {
  const std::uint64_t bytes = 2 * 4 * (std::uint64_t{1} << 20);
  CHECK(bytes == 8388608);
  CHECK(*gigabytes_per_second(bytes, 0.010) == Approx(838.86).epsilon(1e-5));
}

TEST_CASE("C30: a time of 0 gives no throughput, not an infinite one") {
  CHECK_FALSE(gigabytes_per_second(1000, 0));
  CHECK_FALSE(gigabytes_per_second(1000, -1));
}

TEST_CASE("C30: one run without a usable timestamp puts all of them on the host's clock") {
  std::size_t calls = 0;
  std::optional<double> best;
  const auto run = scripted({{10, 1.0}, {20, 2.0}, {30, {}}, {40, 4.0}}, calls);
  const Timing timing = time_beside_ruler(run, {}, kOnSoftware, best);
  CHECK(timing.wall_clock);
  CHECK(timing.time.median == 30);  // of 20, 30 and 40: the first was the warm-up
  CHECK_FALSE(timing.share_of_copy);
}

TEST_CASE("C31: the first run is a warm-up and is not in the statistics") {
  std::size_t calls = 0;
  std::optional<double> best;
  const Timing timing = time_beside_ruler(scripted({{500, 500.0}, {2, 2.0}}, calls), {}, kOnSoftware, best);
  CHECK(calls == 4);
  CHECK(timing.time.max == 2);
  CHECK(timing.time.repeats == 3);
  CHECK_FALSE(timing.wall_clock);
}

TEST_CASE("the share of copy is the ruler's time over the stage's, by the same clock") {
  std::size_t calls = 0, ruler_calls = 0;
  std::optional<double> best;
  const auto ruler = scripted({{9, 1.0}}, ruler_calls);
  CHECK(*time_beside_ruler(scripted({{8, 2.0}}, calls), ruler, kOnSoftware, best).share_of_copy == 0.5);
  CHECK(ruler_calls == 3);
  const auto ruler_without = scripted({{9, {}}}, ruler_calls);
  CHECK_FALSE(time_beside_ruler(scripted({{8, 2.0}}, calls), ruler_without, kOnSoftware, best).share_of_copy);
  CHECK_FALSE(time_beside_ruler(scripted({{0, {}}}, calls), ruler, kOnSoftware, best).share_of_copy);
}

TEST_CASE("runs of more than 5 s are repeated less often, but never not at all") {
  CHECK(affordable_repeats(5, 10) == 5);
  CHECK(affordable_repeats(5, 5000) == 5);
  CHECK(affordable_repeats(5, 6000) == 2);
  CHECK(affordable_repeats(5, 60000) == 1);
  CHECK(affordable_repeats(1, 6000) == 1);
}

TEST_CASE("the warm-up on hardware ends when the ruler is as fast as it was at its best") {
  std::size_t calls = 0, ruler_calls = 0;
  std::optional<double> best = 1.0;
  // The clock has sunk: steady at 2.5 for a while, then back. Only the runs near the best count.
  std::vector<Elapsed> times(30, Elapsed{2.5, 2.5});
  times.push_back({1.0, 1.0});
  const TimingPlan plan{.repeats = 2, .software = false, .first_milliseconds = 1};
  const auto timing =
      time_beside_ruler(scripted({{2, 2.0}}, calls), scripted(times, ruler_calls), plan, best);
  CHECK(ruler_calls == 30 + 10 + 2);
  CHECK(*timing.share_of_copy == 0.5);
}
