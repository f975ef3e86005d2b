// Turns: the clock trap, what is timed and what is not, and what follows from the samples.
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "harness/turns.hpp"

using namespace scan::harness;

namespace {

/// A run that takes each of the given times in turn, and then the last for ever.
TimedRun scripted(std::vector<double> milliseconds, std::size_t& calls) {
  return [milliseconds, &calls] {
    const double time = milliseconds[std::min(calls++, milliseconds.size() - 1)];
    return Elapsed{time + 10, time};
  };
}

TimedRun without_device_times(double wall_milliseconds) {
  return [wall_milliseconds] {
    return Elapsed{wall_milliseconds, {}};
  };
}

}  // namespace

TEST_CASE("a clock that has sunk is waited for until the load is within 0.3 % of its best") {
  std::size_t calls = 0;
  std::optional<double> best = 1.0;
  std::vector<double> times(30, 2.5);    // sunk, and steady: six medians
  times.insert(times.end(), 5, 1.004);   // nearly
  times.insert(times.end(), 5, 1.0025);  // back
  CHECK(warm_up_by(scripted(times, calls), best));
  CHECK(calls == 40);
  CHECK(*best == 1.0);
}

TEST_CASE("a clock that does not come back is not waited for for ever, and that is said") {
  std::size_t calls = 0;
  std::optional<double> best = 1.0;
  CHECK_FALSE(warm_up_by(scripted({2.5}, calls), best));
  TurnSamples samples;
  take_turn({scripted({3}, calls), {}, scripted({2.5}, calls)}, 1, best, samples);
  CHECK_FALSE(samples.was_warm);
}

TEST_CASE("one slow load among five does not hide a clock that is up, nor one fast a clock that is not") {
  std::size_t calls = 0;
  std::optional<double> best = 1.0;
  CHECK(warm_up_by(scripted({1, 9, 1, 1, 1}, calls), best));
  CHECK(calls == 5);
  calls = 0;
  CHECK(warm_up_by(scripted({2, 2, 1, 2, 2, 1, 1, 1, 1, 1}, calls), best));
  CHECK(calls == 10);
}

TEST_CASE("a turn is a run that does not count, the ruler, the runs, the ruler") {
  std::vector<char> order;
  const auto noted = [&order](char what, double milliseconds) {
    return [&order, what, milliseconds] {
      order.push_back(what);
      return Elapsed{milliseconds, milliseconds};
    };
  };
  std::optional<double> best;
  TurnSamples samples;
  take_turn({noted('s', 2), noted('c', 1), {}}, 2, best, samples);
  CHECK(std::string(order.begin(), order.end()) == "sccsscc");
  CHECK(samples.runs.statistics(false).repeats == 2);
}

TEST_CASE("all rounds together make the median, the spread and the share of copy") {
  std::size_t calls = 0, ruler_calls = 0;
  std::optional<double> best;
  TurnSamples samples;
  // Of three rounds; the first of each turn does not count.
  const auto run = scripted({9, 2.0, 9, 2.2, 9, 1.8}, calls);
  const auto ruler = scripted({1.0, 1.1, 1.0, 1.1, 1.0, 1.1}, ruler_calls);
  for (int round = 0; round < 3; ++round) take_turn({run, ruler, {}}, 1, best, samples);
  const auto timing = timing_of(samples);
  REQUIRE(timing);
  CHECK(timing->time.median == 2.0);
  CHECK(timing->time.min == 1.8);
  CHECK(timing->time.max == 2.2);
  CHECK(timing->time.repeats == 3);
  CHECK(timing->ruler_before->median == 1.0);
  CHECK(timing->ruler_after->median == scan::test::Approx(1.1));
  CHECK(*timing->share_of_copy == scan::test::Approx(0.525));
  CHECK_FALSE(timing->wall_clock);
}

TEST_CASE("without timestamps the host's clock counts, and a ruler of another clock is none") {
  std::size_t calls = 0;
  std::optional<double> best;
  TurnSamples all_by_host, ruler_by_host;
  take_turn({without_device_times(4), without_device_times(2), {}}, 3, best, all_by_host);
  CHECK(timing_of(all_by_host)->wall_clock);
  CHECK(*timing_of(all_by_host)->share_of_copy == 0.5);
  take_turn({scripted({4}, calls), without_device_times(2), {}}, 3, best, ruler_by_host);
  CHECK_FALSE(timing_of(ruler_by_host)->wall_clock);
  CHECK_FALSE(timing_of(ruler_by_host)->share_of_copy);
}

TEST_CASE("slow runs are repeated less often, and never not at all") {
  std::size_t calls = 0;
  std::optional<double> best;
  TurnSamples samples, slow, slowest;
  take_turn({scripted({1}, calls), {}, {}}, 7, best, samples);
  take_turn({scripted({40}, calls), {}, {}}, 7, best, slow);
  take_turn({scripted({5000}, calls), {}, {}}, 7, best, slowest);
  CHECK(samples.runs.statistics(false).repeats == 7);
  CHECK(slow.runs.statistics(false).repeats == 3);
  CHECK(slowest.runs.statistics(false).repeats == 1);
}

TEST_CASE("of several calls in a row the time is that of one") {
  const Elapsed one = of_one_call({.wall_milliseconds = 32, .device_milliseconds = 8.0}, 16);
  CHECK(one.wall_milliseconds == 2);
  CHECK(one.device_milliseconds == 0.5);
  CHECK_FALSE(of_one_call({.wall_milliseconds = 32}, 16).device_milliseconds.has_value());
}

TEST_CASE("where no turn was taken there is no time") {
  CHECK_FALSE(timing_of({}));
}
