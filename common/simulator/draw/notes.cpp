// The words beside the rows of a picture.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include "simulator/draw/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace scan::simulator::picture {
namespace {

constexpr double kWidestName = 180;

std::string file_name(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

bool is_last_of_interval(const Flow& flow, std::size_t row) {
  return row + 1 == flow.rows.size() || flow.rows[row + 1].interval != flow.rows[row].interval;
}

/// What was counted since the last interval that has a row; an interval of reads alone has none.
IntervalNotes notes_up_to(const Flow& flow, std::size_t row) {
  std::size_t first = 0;
  for (std::size_t i = 0; i <= row; ++i) {
    if (i > 0 && flow.rows[i].interval != flow.rows[i - 1].interval) first = flow.rows[i - 1].interval + 1;
  }
  IntervalNotes sum;
  for (std::size_t i = first; i <= flow.rows[row].interval; ++i) {
    const IntervalNotes& notes = flow.intervals[i];
    sum.num_combines += notes.num_combines;
    if (notes.worst_conflict > sum.worst_conflict) {
      sum.worst_conflict = notes.worst_conflict;
      sum.conflict_line = notes.conflict_line;
    }
    sum.race_lines.insert(notes.race_lines.begin(), notes.race_lines.end());
  }
  return sum;
}

std::string line_text(std::uint32_t line) {
  return line == 0 ? "" : fmt::format(", line {}", line);
}

}  // namespace

std::string main_file_of(const Trace& trace, const Flow& flow) {
  const std::string folder = trace.kernel.substr(0, trace.kernel.find('/') + 1);
  std::map<std::string, std::uint32_t> times;
  for (const Row& row : flow.rows) {
    ++times[row.first.file];
    for (const SourcePlace& barrier : row.barriers) ++times[barrier.file];
  }
  // The kernel's own folder comes first, then the file that is named most often.
  const auto most = std::ranges::max_element(
      times, {}, [&](const auto& entry) { return std::pair(entry.first.starts_with(folder), entry.second); });
  return most == times.end() ? "" : most->first;
}

std::string place_text(const SourcePlace& first, const SourcePlace& last, const std::string& main_file) {
  if (first.line == 0) return "";
  if (first.file != main_file) return fmt::format("{}:{}", file_name(first.file), first.line);
  if (first.line == last.line) return fmt::format("line {}", first.line);
  return fmt::format("lines {} {} {}", first.line, first.line + 1 == last.line ? "and" : "to", last.line);
}

std::vector<RowNotes> notes_of(const Trace& trace, const Flow& flow, const std::string& main_file) {
  std::vector<RowNotes> all;
  for (std::size_t i = 0; i < flow.rows.size(); ++i) {
    const Row& row = flow.rows[i];
    RowNotes notes;
    notes.name = row.kind == RowKind::lanes ? row.operation : trace.arrays.at(row.array).name;
    const bool is_long = row.kind == RowKind::lanes || text_width(notes.name, kTextPixels) > kWidestName;
    if (is_long) notes.name_pixels = kSmallPixels;
    notes.place = place_text(row.first, row.last, main_file);
    if (flow.double_buffers.contains(row.array) && row.kind == RowKind::shared) {
      const std::uint32_t first = row.half * trace.workgroup_size;
      notes.name += fmt::format(" {} to {}", first, first + trace.workgroup_size - 1);
    }
    if (is_last_of_interval(flow, i)) {
      const IntervalNotes counted = notes_up_to(flow, i);
      if (counted.num_combines > 0) {
        notes.cost = fmt::format("{} combine{}", counted.num_combines, counted.num_combines == 1 ? "" : "s");
      }
      if (counted.worst_conflict > 1) {
        notes.badges.push_back(
            fmt::format("{}-way{}", counted.worst_conflict, line_text(counted.conflict_line)));
      }
      for (const auto& [first, last] : counted.race_lines) {
        notes.badges.push_back(first == last ? fmt::format("race, line {}", first)
                                             : fmt::format("race, lines {} and {}", first, last));
      }
    }
    all.push_back(std::move(notes));
  }
  return all;
}

std::size_t dots_in_a_line(std::uint32_t workgroup_size) {
  return workgroup_size > 16 ? 32 : 8;
}

double aside_width(const RowNotes& notes, std::uint32_t workgroup_size) {
  const auto dots =
      static_cast<double>(std::min<std::size_t>(dots_in_a_line(workgroup_size), workgroup_size));
  double width = std::max(dots * kDotPitch, text_width(notes.cost, kSmallPixels));
  for (const std::string& badge : notes.badges) width = std::max(width, text_width(badge, kSmallPixels) + 12);
  return width;
}

double aside_height(const RowNotes& notes, std::uint32_t workgroup_size) {
  const std::size_t in_a_line = dots_in_a_line(workgroup_size);
  const auto num_lines = static_cast<double>((workgroup_size + in_a_line - 1) / in_a_line);
  return (notes.cost.empty() ? 0 : 17) + num_lines * kDotPitch +
         21 * static_cast<double>(notes.badges.size());
}

FittedText fit(const std::string& value, double width) {
  for (const double pixels : {kTextPixels, kSmallPixels}) {
    if (text_width(value, pixels) <= width) return {value, pixels};
  }
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size()) return {"..", kSmallPixels};
  if (std::abs(number) < 1000) {
    for (const int digits : {2, 1, 0}) {
      std::string text = fmt::format("{:.{}f}", number, digits);
      if (text_width(text, kSmallPixels) <= width) return {std::move(text), kSmallPixels};
    }
  }
  for (const char unit : {'k', 'M', 'G', 'T', 'P', 'E'}) {
    number /= 1000;
    if (std::abs(number) >= 1000) continue;
    for (const int digits : {1, 0}) {
      std::string text = fmt::format("{:.{}f}{}", number, digits, unit);
      if (text_width(text, kSmallPixels) <= width) return {std::move(text), kSmallPixels};
    }
  }
  return {"..", kSmallPixels};
}

}  // namespace scan::simulator::picture
