// The table of the comparison, for a terminal and for a README.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#include "benchmarks/compare_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "harness/text.hpp"
#include "harness/text_table.hpp"

namespace scan::compare {

namespace {

using harness::significant;

const std::vector<std::string> kHeads{"items",    "scan",    "api",    "verdict", "ms",     "spread",
                                      "Gitems/s", "of copy", "to CUB", "moved",   "copy ms"};
constexpr std::size_t kLeftColumns = 4;

std::string name_of_row(const Row& row) {
  return row.chapter.empty() ? row.result.stage : fmt::format("{} {}", row.chapter, row.result.stage);
}

bool is_timed(const Row& row) {
  return row.result.finding.verdict == Verdict::ok && row.timing.has_value();
}

/// All that is right of the verdict.
std::vector<std::string> numbers_of(const Row& row, const std::vector<Row>& rows) {
  if (!is_timed(row)) return std::vector<std::string>(kHeads.size() - kLeftColumns);
  const harness::TurnTiming& timing = *row.timing;
  const double median = timing.time.median;
  std::vector<std::string> cells;
  const bool is_marked = timing.wall_clock && row.field != Field::cpu;
  cells.push_back(significant(median) + (is_marked ? " *" : ""));
  cells.push_back(median > 0 ? fmt::format("{:.1f} %", 100 * (timing.time.max - timing.time.min) / median)
                             : "");
  const auto speed = items_per_second(row);
  cells.push_back(speed ? significant(*speed / 1e9) : "");
  cells.push_back(timing.share_of_copy ? fmt::format("{:.3f}", *timing.share_of_copy) : "");
  const auto ratio = ratio_to(kCub, row, rows);
  cells.push_back(ratio ? fmt::format("{:.3f}", *ratio) : "");
  cells.push_back(harness::decimal_bytes(row.result.bytes_moved));
  cells.push_back(timing.ruler_before && timing.ruler_after
                      ? fmt::format("{}, {}", significant(timing.ruler_before->median),
                                    significant(timing.ruler_after->median))
                      : "");
  return cells;
}

std::vector<std::string> cells_of(const Row& row, const std::vector<Row>& rows, harness::Reasons& reasons) {
  const std::string late = row.was_warm ? "" : " ~";
  std::vector<std::string> cells{
      short_count(row.result.request.num_items), name_of_row(row), api_of(row.field, row.opengl_memory),
      reasons.verdict_cell(row.result.finding.verdict, row.result.finding.reason) + late};
  for (std::string& cell : numbers_of(row, rows)) cells.push_back(std::move(cell));
  return cells;
}

std::string describe(const Device& device) {
  return fmt::format("{}, {}{}", device.name, device.driver,
                     device.software ? "; a software renderer: its times say nothing about a GPU" : "");
}

std::string describe_problem(const Comparison& comparison) {
  const std::string_view type =
      comparison.rows.empty() ? "" : scan::name_of(comparison.rows.front().result.request.type);
  return fmt::format("{}, inclusive sum, from {}, {}", type, comparison.input, comparison.date);
}

/// Of the rows that are timed several calls at a time; empty where there are none.
std::string describe_calls(const Comparison& comparison) {
  std::uint64_t most_items = 0;
  std::uint32_t calls = 1;
  for (const Row& row : comparison.rows) {
    if (row.calls == 1) continue;
    calls = row.calls;
    most_items = std::max(most_items, row.result.request.num_items);
  }
  if (calls == 1) return {};
  return fmt::format(
      " Up to {} items a run is {} calls in a row, each waiting for the one before, and the times are of one "
      "call.",
      short_count(most_items), calls);
}

std::string legend(const Comparison& comparison) {
  return fmt::format(
      "ms: the median of all timed runs, {} in each of {} rounds (fewer of slow scans), by the device's "
      "clock (of the CPU by the wall clock); spread: slowest "
      "less fastest, of the median; of copy: the time of a plain copy in the same API over this time; to "
      "CUB: how many "
      "times as fast as CUB; moved: the bytes that the algorithm must read and write; copy ms: the copy "
      "before and after "
      "the scan.{} Every element was checked before and after all timing.",
      comparison.repeats, comparison.rounds, describe_calls(comparison));
}

bool any(const Comparison& comparison, bool (*holds)(const Row&)) {
  return std::any_of(comparison.rows.begin(), comparison.rows.end(), holds);
}

std::vector<std::string> marks(const Comparison& comparison) {
  std::vector<std::string> lines;
  if (any(comparison,
          [](const Row& row) { return is_timed(row) && row.timing->wall_clock && row.field != Field::cpu; }))
    lines.emplace_back("* by the host's clock: the device has no usable timestamps");
  if (any(comparison, [](const Row& row) { return !row.was_warm; }))
    lines.emplace_back("~ in some turn the device's clock did not come back to its best before the runs");
  return lines;
}

}  // namespace

std::string short_count(std::uint64_t count) {
  if (std::has_single_bit(count) && count >= 1024) return fmt::format("2^{}", std::countr_zero(count));
  return harness::grouped(count);
}

std::optional<double> items_per_second(const Row& row) {
  if (!is_timed(row) || !(row.timing->time.median > 0)) return {};
  return static_cast<double>(row.result.request.num_items) / row.timing->time.median * 1e3;
}

std::optional<double> ratio_to(std::string_view peer, const Row& row, const std::vector<Row>& rows) {
  if (row.software || !is_timed(row) || !(row.timing->time.median > 0)) return {};
  for (const Row& other : rows) {
    if (other.result.stage != peer || other.software || !is_timed(other)) continue;
    if (other.result.request.num_items != row.result.request.num_items) continue;
    return other.timing->time.median / row.timing->time.median;
  }
  return {};
}

std::string describe_memory(const Comparison& comparison) {
  std::vector<std::string> sizes;
  for (const Row& row : comparison.rows) {
    const bool was_chosen = row.opengl_memory == harness::OpenGlMemory::automatic;
    if (!was_chosen || row.result.memory != opengl::Memory::sparse) continue;
    const std::string size = short_count(row.result.request.num_items);
    if (std::find(sizes.begin(), sizes.end(), size) == sizes.end()) sizes.push_back(size);
  }
  if (sizes.empty()) return "";
  return fmt::format("opengl chose sparse memory for {} items (--gl-memory auto)", fmt::join(sizes, ", "));
}

void print_table(std::FILE* out, const Comparison& comparison) {
  fmt::print(out, "\n{}\n  {}\n", comparison.command, describe_problem(comparison));
  for (const Device& device : comparison.devices) {
    const std::string field = fmt::format("  {:<7} ", name_of(device.field));
    fmt::print(out, "{}{}\n", field, harness::wrapped(describe(device), field.size()));
  }
  if (const std::string memory = describe_memory(comparison); !memory.empty())
    fmt::print(out, "  {}\n", harness::wrapped(memory, 2));
  fmt::print(out, "\n");
  harness::Reasons reasons;
  harness::TextTable table(kHeads, kLeftColumns);
  for (const Row& row : comparison.rows)
    table.add(cells_of(row, comparison.rows, reasons), harness::colour_of(row.result.finding.verdict));
  table.print(out);
  fmt::print(out, "\n");
  reasons.print(out);
  fmt::print(out, "  {}\n", harness::wrapped(legend(comparison), 2));
  for (const std::string& line : marks(comparison)) fmt::print(out, "  {}\n", line);
  fmt::print(out, "  all of it took {:.0f} s\n", comparison.seconds);
}

void print_markdown(std::FILE* out, const Comparison& comparison) {
  fmt::print(out, "`{}`, {}.", comparison.command, describe_problem(comparison));
  for (const Device& device : comparison.devices)
    fmt::print(out, " {}: {}.", name_of(device.field), describe(device));
  if (const std::string memory = describe_memory(comparison); !memory.empty())
    fmt::print(out, " {}.", memory);
  fmt::print(out, "\n\n| {} |\n|{}{}\n", fmt::join(kHeads, " | "), "---|---|---|---|",
             "--:|--:|--:|--:|--:|--:|--:|");
  harness::Reasons reasons;
  for (const Row& row : comparison.rows)
    fmt::print(out, "| {} |\n", fmt::join(cells_of(row, comparison.rows, reasons), " | "));
  fmt::print(out, "\n{}\n", legend(comparison));
  for (const std::string& line : marks(comparison)) fmt::print(out, "\\{}\n", line);
  reasons.print(out);
}

int exit_code(const Comparison& comparison) {
  constexpr int kRight = 0, kWrong = 1, kNothingRan = 77;
  bool any_is_right = false;
  for (const Row& row : comparison.rows) {
    if (row.result.finding.verdict == Verdict::skipped) continue;
    if (row.result.finding.verdict != Verdict::ok) return kWrong;
    any_is_right = true;
  }
  return any_is_right ? kRight : kNothingRan;
}

}  // namespace scan::compare
