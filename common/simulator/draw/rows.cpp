// What is done to the rows of a picture once they are complete: serial runs, values that are shown again, what went nowhere.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <vector>

#include "simulator/draw/flow.hpp"

namespace scan::simulator::picture {
namespace {

/// Two in a row may be chance: Blelloch's left child gets the prefix that goes into the right one, too.
constexpr std::size_t kShortestRun = 3;

bool goes_on_with(const Cell& later, const Cell& earlier) {
  return !earlier.sources.empty() && later.sources.size() > earlier.sources.size() &&
         std::ranges::includes(later.sources, earlier.sources);
}

void mark_run(Row& row, const std::vector<std::size_t>& run) {
  if (run.size() < kShortestRun) return;
  for (std::size_t i = 1; i < run.size(); ++i) {
    Cell& cell = row.cells[run[i]];
    cell.follows = run[i - 1];
    cell.kind = CellKind::combined;
    cell.links = std::move(cell.new_links);
  }
}

}  // namespace

std::set<std::uint32_t> double_buffers_of(const Trace& trace) {
  const std::uint32_t half = trace.workgroup_size;
  std::set<std::uint32_t> double_buffers;
  for (std::uint32_t array = 0; array < trace.arrays.size(); ++array) {
    if (!trace.arrays[array].is_shared || trace.arrays[array].num_elements != 2 * half) continue;
    std::set<std::uint32_t> halves;
    bool is_one_each = true;
    for (const Interval& interval : trace.intervals) {
      std::set<std::uint32_t> here;
      for (const Event& event : interval.events) {
        if (event.kind == EventKind::store && event.word.array == array) here.insert(event.word.index / half);
      }
      is_one_each = is_one_each && here.size() <= 1;
      halves.insert(here.begin(), here.end());
    }
    if (is_one_each && halves.size() == 2) double_buffers.insert(array);
  }
  return double_buffers;
}

void mark_serial_runs(Row& row) {
  std::map<std::uint32_t, std::vector<std::size_t>>
      run_of;  // by invocation: cells in the order of its stores
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    std::vector<std::size_t>& run = run_of[row.cells[i].invocation];
    if (!run.empty() && !goes_on_with(row.cells[i], row.cells[run.back()])) {
      mark_run(row, run);
      run.clear();
    }
    run.push_back(i);
  }
  for (const auto& [invocation, run] : run_of) mark_run(row, run);
}

void link_from_nearest_rows(Flow& flow) {
  std::map<CellAt, CellAt> again;  // from a cell to the one below that shows the same value
  for (std::size_t row = 0; row < flow.rows.size(); ++row) {
    for (std::size_t i = 0; i < flow.rows[row].cells.size(); ++i) {
      const Cell& cell = flow.rows[row].cells[i];
      if (cell.kind == CellKind::idle) again[cell.links.front().from] = {row, i};
    }
  }
  for (std::size_t row = 0; row < flow.rows.size(); ++row) {
    for (Cell& cell : flow.rows[row].cells) {
      for (Link& link : cell.links) {
        for (auto next = again.find(link.from); next != again.end() && next->second.row < row;) {
          link.from = next->second;
          next = again.find(link.from);
        }
      }
    }
  }
}

void drop_unused_operations(Flow& flow) {
  std::vector<bool> is_kept(flow.rows.size());
  std::set<std::size_t> used;
  for (std::size_t row = flow.rows.size(); row-- > 0;) {
    is_kept[row] = flow.rows[row].kind != RowKind::lanes || used.contains(row);
    if (!is_kept[row]) {
      flow.unused_operations.insert(flow.rows[row].operation);
      continue;
    }
    for (const Cell& cell : flow.rows[row].cells) {
      for (const Link& link : cell.links) used.insert(link.from.row);
    }
  }
  std::vector<std::size_t> place_of(flow.rows.size());
  std::vector<Row> kept;
  std::vector<SourcePlace> barriers;
  for (std::size_t row = 0; row < flow.rows.size(); ++row) {
    std::ranges::move(flow.rows[row].barriers, std::back_inserter(barriers));
    if (!is_kept[row]) continue;
    place_of[row] = kept.size();
    flow.rows[row].barriers = std::move(barriers);
    barriers.clear();
    kept.push_back(std::move(flow.rows[row]));
  }
  flow.rows = std::move(kept);
  for (Row& row : flow.rows) {
    for (Cell& cell : row.cells) {
      for (Link& link : cell.links) link.from.row = place_of[link.from.row];
    }
  }
}

}  // namespace scan::simulator::picture
