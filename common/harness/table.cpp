// The report as a table, for people.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/report.hpp"
#include "harness/text.hpp"

namespace scan::harness {

namespace {

constexpr std::size_t kNumColumns = 9;
using Row = std::array<std::string, kNumColumns>;
enum Column { stage, api, kind, verdict, median, spread, bytes, throughput, share };

const Row kHeads{"stage", "api", "kind", "verdict", "ms", "min..max", "moved", "GB/s", "of copy"};

bool is_left_aligned(std::size_t column) {
  return column <= verdict;
}

Colour colour_of(Verdict verdict) {
  if (verdict == Verdict::ok) return Colour::green;
  return verdict == Verdict::skipped ? Colour::yellow : Colour::red;
}

/// The reasons in the order in which they appear, each once: rows refer to them by number.
class Reasons {
 public:
  std::size_t number_of(const std::string& reason) {
    const auto found = std::find(reasons_.begin(), reasons_.end(), reason);
    if (found != reasons_.end()) return static_cast<std::size_t>(found - reasons_.begin()) + 1;
    reasons_.push_back(reason);
    return reasons_.size();
  }
  const std::vector<std::string>& all() const { return reasons_; }

 private:
  std::vector<std::string> reasons_;
};

Row row_of(const Result& result, Reasons& reasons) {
  Row row;
  row[stage] = result.stage;
  row[api] = name_of(result.api);
  row[kind] = result.expectation == Expectation::copy ? "-" : std::string(name_of(result.request.kind));
  row[verdict] = name_of(result.finding.verdict);
  if (!result.finding.reason.empty()) {
    row[verdict] += fmt::format(" [{}]", reasons.number_of(result.finding.reason));
  }
  if (const auto& time = result.device_time) {
    row[bytes] = decimal_bytes(result.bytes_moved);
    row[median] = significant(time->median) + (result.wall_clock && result.api != Api::cpu ? " *" : "");
    row[spread] = fmt::format("{}..{}", significant(time->min, 3), significant(time->max, 3));
    if (const auto rate = gigabytes_per_second(result.bytes_moved, time->median))
      row[throughput] = significant(*rate);
    if (result.share_of_copy) row[share] = fmt::format("{:.3f}", *result.share_of_copy);
  }
  return row;
}

std::array<std::size_t, kNumColumns> widths_of(const std::vector<Row>& rows) {
  std::array<std::size_t, kNumColumns> widths{};
  for (std::size_t column = 0; column < kNumColumns; ++column) {
    widths[column] = columns_of(kHeads[column]);
    for (const Row& row : rows) widths[column] = std::max(widths[column], columns_of(row[column]));
  }
  return widths;
}

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::size_t columns = columns_of(text);
  const std::string blanks(columns < width ? width - columns : 0, ' ');
  return left ? text + blanks : blanks + text;
}

void print_row(std::FILE* out, const Row& row, const std::array<std::size_t, kNumColumns>& widths,
               const Painter& painter, Colour colour) {
  std::string line = " ";
  for (std::size_t column = 0; column < kNumColumns; ++column) {
    const std::string cell = padded(row[column], widths[column], is_left_aligned(column));
    line += column == 0 ? " " : "  ";
    line += column == verdict ? painter.paint(colour, cell) : cell;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  fmt::print(out, "{}\n", line);
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
    fmt::print(out, "  {:<8}{}\n", name_of(device.api), wrapped(device.name + ", " + device.driver, 10));
    if (device.software)
      fmt::print(out, "          a software renderer: its times say nothing about a GPU\n");
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
  const Painter painter(out);
  print_head(out, report);
  Reasons reasons;
  std::vector<Row> rows;
  for (const Result& result : report.results) rows.push_back(row_of(result, reasons));
  const auto widths = widths_of(rows);
  std::size_t table_columns = 2 * (kNumColumns - 1);
  for (const std::size_t width : widths) table_columns += width;

  print_row(out, kHeads, widths, painter, Colour::plain);
  fmt::print(out, "  {}\n", std::string(table_columns, '-'));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    print_row(out, rows[i], widths, painter, colour_of(report.results[i].finding.verdict));
  }
  if (rows.empty()) fmt::print(out, "  no stage was run\n");
  fmt::print(out, "\n");
  for (std::size_t i = 0; i < reasons.all().size(); ++i) {
    const std::string mark = fmt::format("[{}] ", i + 1);
    fmt::print(out, "  {}{}\n", mark, wrapped(reasons.all()[i], 2 + mark.size()));
  }
  for (const std::string& note : report.notes) fmt::print(out, "  {}\n", wrapped(note, 2));
  print_repeats(out, report);
  std::fflush(out);
}

}  // namespace scan::harness
