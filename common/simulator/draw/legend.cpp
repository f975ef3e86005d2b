// The words under a picture: what its colours mean, which run it is of; and the same rows as text.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "simulator/draw/notes.hpp"

namespace scan::simulator::picture {
namespace {

constexpr std::size_t kMostRowsInWords = 40, kMostCellsInWords = 24;

bool any_row(const std::vector<Flow>& flows, auto&& holds) {
  return std::ranges::any_of(flows, [&](const Flow& flow) { return std::ranges::any_of(flow.rows, holds); });
}

bool any_cell(const std::vector<Flow>& flows, auto&& holds) {
  return any_row(flows, [&](const Row& row) { return std::ranges::any_of(row.cells, holds); });
}

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

std::vector<LegendEntry> legend_of(const std::vector<Flow>& flows, const std::set<std::string_view>& marks) {
  using Sign = LegendEntry::Sign;
  std::vector<LegendEntry> legend;
  const auto add = [&](std::string_view mark, Sign sign, std::string words) {
    if (marks.contains(mark)) legend.push_back({sign, mark, std::move(words)});
  };
  add("cell", Sign::cell, "read, or copied in its column");
  add("fresh", Sign::cell, "combined");
  add("second", Sign::cell, "handed on unchanged");
  add("third", Sign::cell, "a constant");
  add("idle", Sign::cell, "nobody wrote it");
  add("unused", Sign::unused, "unused words");
  if (any_row(flows, [](const Row& row) { return row.kind == RowKind::lanes; })) {
    legend.push_back({Sign::lane, "fresh", "in the lanes of a subgroup"});
  }
  legend.push_back({Sign::dots, "", "an invocation that takes part; an idle one"});
  const bool has_conflict = std::ranges::any_of(flows, [](const Flow& flow) {
    return std::ranges::any_of(flow.intervals,
                               [](const IntervalNotes& notes) { return notes.worst_conflict > 1; });
  });
  if (has_conflict) legend.push_back({Sign::badge, "n-way", "n words of one bank, served one after another"});
  add("bad", Sign::bad_cell, "read after a write that races with it");
  if (any_cell(flows, [](const Cell& cell) { return cell.is_raced; })) {
    legend.push_back({Sign::raced_cell, "", "written in a race"});
  }
  const auto is_early = [](const Link& link) {
    return link.is_raced && !link.is_late;
  };
  if (any_cell(flows, [&](const Cell& cell) { return std::ranges::any_of(cell.links, is_early); })) {
    legend.push_back({Sign::raced_arrow, "", "read before a write that races with it"});
  }
  return legend;
}

std::string title_of(const Trace& trace) {
  return fmt::format("{} with {}, as the simulator ran it", trace.kernel, plural(trace.num_items, "item"));
}

std::string description_of(const Trace& trace, const std::vector<Flow>& flows) {
  std::string words = "Rows from top to bottom.";
  std::size_t num_rows = 0;
  for (const Flow& flow : flows) {
    if (flows.size() > 1) words += fmt::format(" Workgroup {}.", flow.workgroup);
    for (const Row& row : flow.rows) {
      if (++num_rows > kMostRowsInWords || row.cells.size() > kMostCellsInWords) continue;
      std::vector<const Cell*> cells;
      for (const Cell& cell : row.cells) cells.push_back(&cell);
      std::ranges::sort(cells, {}, &Cell::place);
      words += row.barriers.empty() ? " " : " Barrier. ";
      words += row.kind == RowKind::lanes ? row.operation : trace.arrays.at(row.array).name;
      char separator = ':';
      for (const Cell* const cell : cells) {
        words += fmt::format("{} {}", separator, cell->value);
        separator = ',';
      }
      words += '.';
    }
  }
  return words;
}

std::string caption_of(const Trace& trace, const std::vector<Flow>& flows, const std::string& main_file) {
  std::string words = fmt::format("{}: {}, ", trace.kernel, plural(trace.num_items, "item"));
  if (trace.num_workgroups > 1) words += fmt::format("{} workgroups of ", trace.num_workgroups);
  words += fmt::format("{}, subgroups of {}, schedule {}.", plural(trace.workgroup_size, "invocation"),
                       trace.subgroup_width, trace.schedule);
  if (!main_file.empty()) words += fmt::format(" Lines are those of {}.", main_file);
  std::set<std::string> unused;
  for (const Flow& flow : flows) unused.insert(flow.unused_operations.begin(), flow.unused_operations.end());
  if (!unused.empty()) {
    words += fmt::format(" Not drawn, for nothing was stored of it: {}.", fmt::join(unused, ", "));
  }
  return words;
}

}  // namespace scan::simulator::picture
