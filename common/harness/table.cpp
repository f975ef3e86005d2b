// The report as a table, for people.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "harness/simulated_table.hpp"
#include "harness/text.hpp"
#include "harness/text_table.hpp"

namespace scan::harness {

namespace {

std::vector<std::string> row_of(const Result& result, Reasons& reasons) {
  const bool is_copy = result.expectation == Expectation::copy;
  std::vector<std::string> row{result.stage, std::string(name_of(result.api)),
                               is_copy ? "-" : std::string(name_of(result.request.kind)),
                               reasons.verdict_cell(result.finding.verdict, result.finding.reason)};
  std::string median, spread, bytes, throughput, share;
  if (const auto& time = result.device_time) {
    bytes = decimal_bytes(result.bytes_moved);
    median = significant(time->median) + (result.wall_clock && result.api != Api::cpu ? " *" : "");
    spread = fmt::format("{}..{}", significant(time->min, 3), significant(time->max, 3));
    if (const auto rate = gigabytes_per_second(result.bytes_moved, time->median))
      throughput = significant(*rate);
    if (result.share_of_copy) share = fmt::format("{:.3f}", *result.share_of_copy);
  }
  row.insert(row.end(), {median, spread, bytes, throughput, share});
  return row;
}

/// Where the items of OpenGL lay, if that is worth a line: in sparse memory, or anywhere at somebody's wish.
std::string describe_memory(const Report& report) {
  const bool was_asked_for = report.opengl_memory != OpenGlMemory::automatic;
  for (const Result& result : report.results) {
    if (result.memory && (was_asked_for || *result.memory == opengl::Memory::sparse))
      return fmt::format("items in {} memory (--gl-memory {})", name_of(*result.memory),
                         name_of(report.opengl_memory));
  }
  return "";
}

void print_head(std::FILE* out, const Report& report) {
  fmt::print(out, "\n{}: {}\n", report.chapter, report.title);
  if (!report.results.empty()) {
    const Request& request = report.results.front().request;
    const bool in_place = std::any_of(report.results.begin(), report.results.end(),
                                      [](const Result& result) { return result.request.in_place; });
    const std::string problem =
        fmt::format("{} {} items, {}, from {}{}", grouped(request.num_items), name_of(request.type),
                    name_of(request.op), report.input, in_place ? ", in place" : "");
    fmt::print(out, "  {}\n", wrapped(problem, 2));
  }
  for (const DeviceInfo& device : report.devices) {
    const std::string api = fmt::format("  {:<7} ", name_of(device.api));
    fmt::print(out, "{}{}\n", api, wrapped(device.name + ", " + device.driver, api.size()));
    if (device.api == Api::simulator)
      fmt::print(out, "{}no GPU: it judges and counts, and has no times\n", std::string(api.size(), ' '));
    else if (device.software)
      fmt::print(out, "          a software renderer: its times say nothing about a GPU\n");
    const std::string memory = device.api == Api::opengl ? describe_memory(report) : "";
    if (!memory.empty()) fmt::print(out, "{}{}\n", std::string(api.size(), ' '), memory);
  }
  fmt::print(out, "\n");
}

void print_repeats(std::FILE* out, const Report& report) {
  std::size_t least = 0, most = 0;
  bool by_wall_clock = false;
  for (const Result& result : report.results) {
    if (!result.device_time) continue;
    const std::size_t repeats = result.device_time->repeats;
    least = least == 0 ? repeats : std::min(least, repeats);
    most = std::max(most, repeats);
    by_wall_clock = by_wall_clock || (result.wall_clock && result.api != Api::cpu);
  }
  if (most == 0) return;
  const std::string repeats = least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
  const std::string line = fmt::format(
      "ms: the median of {} timed run{}; moved: the bytes that the algorithm must read and write; "
      "of copy: the time of a plain copy over this time",
      repeats, most == 1 ? "" : "s");
  fmt::print(out, "  {}\n", wrapped(line, 2));
  if (by_wall_clock)
    fmt::print(out, "  * by the host's clock: data moved by the stage, or no usable timestamps\n");
}

}  // namespace

void print_table(std::FILE* out, const Report& report) {
  print_head(out, report);
  const bool is_simulated = std::any_of(report.results.begin(), report.results.end(),
                                        [](const Result& result) { return result.simulation.has_value(); });
  if (is_simulated) {
    print_simulated(out, report);
  } else {
    Reasons reasons;
    TextTable table({"stage", "api", "kind", "verdict", "ms", "min..max", "moved", "GB/s", "of copy"}, 4);
    for (const Result& result : report.results)
      table.add(row_of(result, reasons), colour_of(result.finding.verdict));
    table.print(out);
    fmt::print(out, "\n");
    reasons.print(out);
  }
  for (const std::string& note : report.notes) fmt::print(out, "  {}\n", wrapped(note, 2));
  print_repeats(out, report);
  std::fflush(out);
}

}  // namespace scan::harness
