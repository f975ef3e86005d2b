// What the comparison found: a row for each scan and size, and its table, its Markdown and its JSON.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/compare_options.hpp"
#include "harness/turns.hpp"

namespace scan::compare {

inline constexpr std::string_view kCub = "CUB";

/// A scan, or a copy, that takes part.
struct Row {
  std::string chapter;  // "11"; empty for a peer
  Field field = Field::cpu;
  harness::OpenGlMemory opengl_memory = harness::OpenGlMemory::automatic;  // as it was asked for
  bool software = false;                                                   // on a software renderer
  harness::Result result;                     // its stage, request, verdict, bytes; its times stand below
  std::uint32_t calls = 1;                    // in a timed run, one after the other; times are of one
  std::optional<harness::TurnTiming> timing;  // only with verdict ok
  bool was_warm = true;                       // false: the device's clock was lower than it had been
};

struct Device {
  Field field = Field::cpu;
  std::string name, driver;  // the driver's or the library's version
  bool software = false;
};

struct Comparison {
  std::string command, date, input;
  std::uint32_t rounds = 0, repeats = 0;
  std::vector<Device> devices;
  std::vector<Row> rows;
  double seconds = 0;        // of the whole run, by the host's clock
  bool device_lost = false;  // the process must not wait for it at its end
};

/// How many times as fast as the peer the row is: the peer's median over the row's, at the same number of items. Nothing where
/// one of them has no time, or where either is a software renderer's.
std::optional<double> ratio_to(std::string_view peer, const Row& row, const std::vector<Row>& rows);

/// Items a second, or nothing.
std::optional<double> items_per_second(const Row& row);

void print_table(std::FILE* out, const Comparison& comparison);
void print_markdown(std::FILE* out, const Comparison& comparison);
std::string to_json(const Comparison& comparison);

/// "opengl chose sparse memory for 2^24, 2^28 items (--gl-memory auto)"; empty where it chose ordinary memory alone.
std::string describe_memory(const Comparison& comparison);

/// "2^28", or the number as it is.
std::string short_count(std::uint64_t count);

/// 0: something was right and nothing wrong; 1: something was wrong or failed; 77: nothing could run.
int exit_code(const Comparison& comparison);

}  // namespace scan::compare
