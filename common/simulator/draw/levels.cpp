// The levels of a picture: how far the rows stand apart, so that arrows, barriers and notes have room between them.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "simulator/draw/layout.hpp"

namespace scan::simulator::picture {
namespace {

constexpr double kShortGap = 28, kGap = 44, kLongestGap = 96;
constexpr double kBarrierRoom = 18;
constexpr double kRunRoom = 14;     // the arrow along a serial run
constexpr double kBracketRoom = 9;  // over the lanes of a subgroup
constexpr double kNotedRoom = 24;   // a value that was kept in a register

/// How far the arrows between this row and the one above lean.
double lean_of(const Flow& flow, const Columns& columns, std::size_t row) {
  double lean = 0;
  for (std::size_t i = 0; i < flow.rows[row].cells.size(); ++i) {
    for (const Link& link : flow.rows[row].cells[i].links) {
      if (link.from.row >= row || is_noted(link, row)) continue;
      lean = std::max(lean, std::abs(columns.centre(link.from) - columns.centre({row, i})));
    }
  }
  return lean;
}

bool has_run(const Row& row) {
  return std::ranges::any_of(row.cells, [](const Cell& cell) { return cell.follows.has_value(); });
}

bool has_noted(const Row& row, std::size_t at) {
  return std::ranges::any_of(row.cells, [&](const Cell& cell) {
    return std::ranges::any_of(cell.links, [&](const Link& link) { return is_noted(link, at); });
  });
}

}  // namespace

bool is_noted(const Link& link, std::size_t row) {
  return link.is_own && link.from.row + 1 < row;
}

bool is_in_run(const Row& row, std::size_t cell) {
  return row.cells[cell].follows ||
         std::ranges::any_of(row.cells, [&](const Cell& other) { return other.follows == cell; });
}

Levels levels_of(const Flow& flow, const Columns& columns, double top,
                 const std::vector<double>& aside_heights) {
  Levels levels;
  double bottom = top;  // of the row above
  for (std::size_t i = 0; i < flow.rows.size(); ++i) {
    const Row& row = flow.rows[i];
    Level level{.top = top, .landing = top, .wires = bottom + 4};
    if (i > 0) {
      const auto num_barriers = static_cast<double>(row.barriers.size());
      const double lean = lean_of(flow, columns, i);
      const double for_arrows = lean < 1 ? kShortGap : std::clamp(lean * 0.16, kGap, kLongestGap);
      const double gap = std::max(for_arrows, num_barriers > 0 ? 24 + kBarrierRoom * num_barriers : 0);
      for (double barrier = 1; barrier <= num_barriers; ++barrier) {
        level.barriers.push_back(bottom + gap * barrier / (num_barriers + 1));
      }
      const double over_cells =
          (has_run(row) ? kRunRoom : 0) + (row.kind == RowKind::lanes ? kBracketRoom : 0);
      const double for_aside = aside_heights[i - 1] - kCellHeight + 8;
      level.top = bottom + std::max(gap + over_cells + (has_noted(row, i) ? kNotedRoom : 0), for_aside);
      level.landing = level.top - over_cells - 2;
    }
    bottom = level.top + kCellHeight;
    levels.rows.push_back(std::move(level));
  }
  levels.bottom = flow.rows.empty() ? top : std::max(bottom, levels.rows.back().top + aside_heights.back());
  return levels;
}

}  // namespace scan::simulator::picture
