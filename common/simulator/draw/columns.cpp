// The columns of a picture: words under each other that hand their values on, unused words as narrow gaps.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "simulator/draw/layout.hpp"

namespace scan::simulator::picture {
namespace {

constexpr double kNarrowestPitch = 28, kWidestPitch = 62;
constexpr double kGroupGap = 8;

/// A column of the base row, or a run of unused words.
struct Column {
  bool is_unused = false;
  std::uint32_t place = 0;
  std::uint32_t invocation = 0;
  double gap = 0;  // before it
};

class ColumnFinder {
 public:
  ColumnFinder(const Trace& trace, const Flow& flow) : trace_(trace), flow_(flow) {}

  Columns find(double left, double room) {
    columns_.left = columns_.right = left;
    if (flow_.rows.empty()) return std::move(columns_);
    const std::optional<std::size_t> tile = tile_row();
    const std::size_t base = tile ? *tile : first_row_of_items();
    place_base(base, room);
    if (tile) place_items_over(*tile);
    for (const Cell& cell : flow_.rows[base].cells) {
      home_of_lane_.try_emplace(cell.invocation, x_of_word_.at(column_of(flow_.rows[base], cell)));
    }
    for (std::size_t row = 0; row < flow_.rows.size(); ++row) {
      if (row == 0 || flow_.rows[row].interval != flow_.rows[row - 1].interval) x_of_lane_ = home_of_lane_;
      place_row(row);
    }
    return std::move(columns_);
  }

 private:
  /// The row of shared memory into which every invocation puts its item: it has the padding, so it makes the columns.
  std::optional<std::size_t> tile_row() const {
    for (std::size_t i = 0; i < flow_.rows.size(); ++i) {
      const Row& row = flow_.rows[i];
      if (row.kind != RowKind::shared || row.cells.size() < trace_.workgroup_size) continue;
      std::set<CellAt> items;
      for (const Cell& cell : row.cells) {
        if (cell.links.empty()) continue;
        const bool is_item = flow_.rows[cell.links.front().from.row].kind == RowKind::input;
        if (cell.links.size() > 1 || !is_item || !items.insert(cell.links.front().from).second) return {};
      }
      return i;
    }
    return {};
  }

  std::size_t first_row_of_items() const {
    const auto found = std::ranges::find(flow_.rows, RowKind::input, &Row::kind);
    return found == flow_.rows.end() ? 0 : static_cast<std::size_t>(found - flow_.rows.begin());
  }

  /// Both halves of a double buffer share their columns.
  Word column_of(const Row& row, const Cell& cell) const {
    const bool is_folded = row.kind == RowKind::shared && flow_.double_buffers.contains(row.array);
    return {row.array, is_folded ? cell.place % trace_.workgroup_size : cell.place};
  }

  std::vector<Column> columns_of_base(const Row& base) const {
    std::map<std::uint32_t, std::uint32_t> invocation_of;  // by place
    for (const Row& row : flow_.rows) {
      if (row.kind != base.kind || row.array != base.array) continue;
      for (const Cell& cell : row.cells)
        invocation_of.try_emplace(column_of(row, cell).second, cell.invocation);
    }
    std::vector<Column> columns;
    bool is_blocked = false;
    for (const auto& [place, invocation] : invocation_of) {
      const bool has_gap = !columns.empty() && place > columns.back().place + 1;
      if (has_gap && base.kind == RowKind::shared) columns.push_back({.is_unused = true});
      is_blocked = is_blocked || (!columns.empty() && columns.back().invocation == invocation);
      columns.push_back({.place = place, .invocation = invocation});
    }
    const bool has_lanes =
        std::ranges::any_of(flow_.rows, [](const Row& row) { return row.kind == RowKind::lanes; });
    const std::uint32_t width = std::max(trace_.subgroup_width, 1U);
    for (std::size_t i = 1; i < columns.size(); ++i) {
      const std::uint32_t before = columns[i - 1].invocation, after = columns[i].invocation;
      const bool is_new_group =
          (has_lanes && before / width != after / width) || (is_blocked && before != after);
      if (is_new_group && !columns[i].is_unused && !columns[i - 1].is_unused) columns[i].gap = kGroupGap;
    }
    return columns;
  }

  void place_base(std::size_t at, double room) {
    const Row& base = flow_.rows[at];
    const std::vector<Column> columns = columns_of_base(base);
    double fixed = 0;
    std::size_t num_words = 0;
    for (const Column& column : columns) {
      fixed += column.gap + (column.is_unused ? kPadWidth + 4 : 0);
      num_words += column.is_unused ? 0 : 1;
    }
    const double pitch = (room - fixed) / static_cast<double>(std::max<std::size_t>(num_words, 1));
    columns_.pitch = std::clamp(std::floor(pitch), kNarrowestPitch, kWidestPitch);
    columns_.cell_width = columns_.pitch - std::floor(2 + (columns_.pitch - kNarrowestPitch) * 14 / 34);
    double x = columns_.left;
    for (const Column& column : columns) {
      x += column.gap;
      if (column.is_unused) {
        columns_.unused[base.array].push_back(x + kPadWidth / 2);
        x += kPadWidth + 4;
      } else {
        x_of_word_[{base.array, column.place}] = x + columns_.cell_width / 2;
        x += columns_.pitch;
      }
    }
    columns_.right = x - (columns_.pitch - columns_.cell_width);
  }

  void place_items_over(std::size_t tile) {
    const Row& row = flow_.rows[tile];
    for (const Cell& cell : row.cells) {
      if (cell.links.empty()) continue;
      const CellAt from = cell.links.front().from;
      const Row& items = flow_.rows[from.row];
      x_of_word_[column_of(items, items.cells[from.cell])] = x_of_word_.at(column_of(row, cell));
    }
  }

  void place_row(std::size_t at) {
    const Row& row = flow_.rows[at];
    std::vector<std::size_t> order(row.cells.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) { return row.cells[i].place; });
    std::vector<double> centres(row.cells.size());
    double next = columns_.left + columns_.cell_width / 2;
    for (const std::size_t i : order) {
      const Cell& cell = row.cells[i];
      double& centre = centres[i];
      centre = known_place(row, cell).value_or(std::max(next, middle_of_sources(cell, next)));
      next = centre + columns_.pitch;
      if (row.kind == RowKind::lanes) {
        x_of_lane_[cell.place] = centre;
      } else {
        x_of_word_.try_emplace(column_of(row, cell), centre);
      }
      columns_.right = std::max(columns_.right, centre + columns_.cell_width / 2);
    }
    columns_.centres.push_back(std::move(centres));
  }

  std::optional<double> known_place(const Row& row, const Cell& cell) const {
    if (row.kind == RowKind::lanes) {
      const auto found = x_of_lane_.find(cell.place);
      const bool stays = found != x_of_lane_.end() && !is_over_its_own_words(row);
      return stays ? std::optional(found->second) : std::nullopt;
    }
    if (const auto found = x_of_word_.find(column_of(row, cell)); found != x_of_word_.end())
      return found->second;
    if (row.kind == RowKind::shared) return {};
    // Items go out under those that came in.
    const Row& items = flow_.rows[first_row_of_items()];
    const auto found = x_of_word_.find({items.array, cell.place});
    return found == x_of_word_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Lanes move to the words that they work on where each has some for itself.
  static bool is_over_its_own_words(const Row& row) {
    std::set<CellAt> sources;
    for (const Cell& cell : row.cells) {
      if (cell.kind == CellKind::handed) return false;
      for (const Link& link : cell.links) {
        if (!sources.insert(link.from).second) return false;
      }
    }
    return true;
  }

  double middle_of_sources(const Cell& cell, double otherwise) const {
    if (cell.links.empty()) return otherwise;
    double sum = 0;
    for (const Link& link : cell.links) {
      sum += link.from.row < columns_.centres.size() ? columns_.centre(link.from) : otherwise;
    }
    return sum / static_cast<double>(cell.links.size());
  }

  const Trace& trace_;
  const Flow& flow_;
  Columns columns_;
  std::map<Word, double> x_of_word_;
  std::map<std::uint32_t, double> home_of_lane_, x_of_lane_;  // its item's column; where it is in an interval
};

}  // namespace

Columns columns_of(const Trace& trace, const Flow& flow, double left, double room) {
  return ColumnFinder(trace, flow).find(left, room);
}

}  // namespace scan::simulator::picture
