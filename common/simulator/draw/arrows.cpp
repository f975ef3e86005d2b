// The arrows of a picture: who combined what.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "simulator/draw/paint.hpp"

namespace scan::simulator::picture {
namespace {

constexpr double kNotedHeight = 17;
constexpr double kTurn = 11;  // under a row: where a line has reached the column that it goes down in

class ArrowPainter {
 public:
  ArrowPainter(Svg& svg, const Panel& panel) : svg_(svg), panel_(panel) {}

  void paint() {
    for (const bool is_raced : {false, true}) {  // red ones on top
      for (std::size_t row = 0; row < panel_.flow.rows.size(); ++row) {
        for (std::size_t i = 0; i < panel_.flow.rows[row].cells.size(); ++i) paint_links({row, i}, is_raced);
      }
    }
    for (std::size_t row = 0; row < panel_.flow.rows.size(); ++row) {
      paint_runs(row);
      if (panel_.flow.rows[row].kind == RowKind::lanes) paint_brackets(row);
    }
  }

 private:
  double width() const { return panel_.columns.pitch < 32 ? 1.1 : 1.6; }

  void paint_links(CellAt to, bool is_raced) {
    const Cell& cell = panel_.flow.rows[to.row].cells[to.cell];
    const bool has_noted =
        std::ranges::any_of(cell.links, [&](const Link& link) { return is_noted(link, to.row); });
    std::string noted;
    bool is_of_lanes = false, has_arrow = false;
    for (const Link& link : cell.links) {
      if (is_noted(link, to.row)) {
        const Row& from = panel_.flow.rows[link.from.row];
        noted += (noted.empty() ? "" : " ") + from.cells[link.from.cell].value;
        is_of_lanes = is_of_lanes || from.kind == RowKind::lanes;
      } else if (link.from.row < to.row) {
        has_arrow = true;
        if (link.is_raced == is_raced) paint_link(to, cell, link, has_noted);
      }
    }
    if (!noted.empty() && !is_raced) paint_noted(to, noted, is_of_lanes, has_arrow);
  }

  double landing(CellAt to) const {
    const Row& row = panel_.flow.rows[to.row];
    const Level& level = panel_.levels.rows[to.row];
    return row.kind == RowKind::lanes || is_in_run(row, to.cell) ? level.landing : level.top - 2;
  }

  void paint_link(CellAt to, const Cell& cell, const Link& link, bool has_noted) {
    const double from_x = panel_.columns.centre(link.from), to_x = panel_.columns.centre(to);
    const bool is_straight = std::abs(from_x - to_x) < 1;
    std::vector<Point> points{{from_x, panel_.bottom(link.from.row) + 1}};
    if (link.from.row + 1 < to.row) {
      const double x =
          cell.kind == CellKind::idle ? from_x : free_column(from_x, to_x, link.from.row, to.row);
      const double start = panel_.bottom(link.from.row) + (x == from_x ? 1 : kTurn);
      if (!is_straight || x != from_x) {
        points.insert(points.end(), {{x, start}, {x, panel_.levels.rows[to.row].wires}});
      }
    }
    LineStyle style{.width = width(), .has_tip = true};
    if (link.is_raced) {
      style.colour = "bad-arrow";
      style.is_dashed = !link.is_late;
    } else if (cell.kind == CellKind::idle) {
      style = {.colour = "faint", .width = 1.2};
    } else if (cell.kind == CellKind::handed) {
      style.colour = is_straight ? "edge" : "handed";
    }
    if (has_noted && !is_straight) points.push_back({to_x, landing(to) - kNotedHeight - 9});
    points.push_back({to_x, cell.kind == CellKind::idle ? panel_.levels.rows[to.row].top - 1 : landing(to)});
    svg_.line(points, style);
  }

  /// Nearest to x and rather on the side of the arrow's end, where no cell of the rows between covers the line.
  double free_column(double x, double end, std::size_t above, std::size_t below) const {
    const double half = std::copysign(panel_.columns.pitch / 2, x - end);
    for (const double shift : {0.0, -half, half, -2 * half, 2 * half}) {
      bool is_free = true;
      for (std::size_t row = above + 1; row < below; ++row) {
        for (const double centre : panel_.columns.centres[row]) {
          is_free = is_free && std::abs(x + shift - centre) > panel_.columns.cell_width / 2;
        }
      }
      if (is_free) return x + shift;
    }
    return x;
  }

  /// A small copy of a value that its invocation kept in a register, and an arrow from there into the cell.
  void paint_noted(CellAt to, const std::string& value, bool is_of_lanes, bool has_arrow) {
    const double centre = panel_.columns.centre(to), end = landing(to);
    const FittedText text = fit(value, panel_.columns.pitch - 8);
    const double box = text_width(text.text, kSmallPixels) + 6;
    const double left = has_arrow ? centre + 3 : centre - box / 2;
    const double top = end - kNotedHeight - 7;
    const double tip = std::min(left + box / 2, panel_.cell_right(to) - 3);
    svg_.line({{tip, top + kNotedHeight}, {tip, end}}, {.width = width() * 0.8, .has_tip = true});
    svg_.cell({left, top}, box, kNotedHeight,
              {.fill = is_of_lanes ? "fresh" : "cell", .edge = "faint", .corner = is_of_lanes ? 8.0 : 3.0});
    svg_.text({left + box / 2, top + 13}, text.text, {.anchor = Anchor::middle, .pixels = kSmallPixels});
  }

  void paint_runs(std::size_t at) {
    const Row& row = panel_.flow.rows[at];
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const bool goes_on =
          std::ranges::any_of(row.cells, [&](const Cell& cell) { return cell.follows == i; });
      if (!row.cells[i].follows || goes_on) continue;
      std::size_t first = i;
      while (row.cells[first].follows) first = *row.cells[first].follows;
      const double y = panel_.levels.rows[at].landing + 4;
      svg_.line({{panel_.cell_left({at, first}), y}, {panel_.cell_right({at, i}), y}},
                {.width = width(), .has_tip = true});
    }
  }

  /// Over the lanes of each subgroup that took part.
  void paint_brackets(std::size_t at) {
    const Row& row = panel_.flow.rows[at];
    std::map<std::uint32_t, std::pair<double, double>> extents;  // by subgroup
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const std::uint32_t subgroup = row.cells[i].place / std::max(panel_.trace.subgroup_width, 1U);
      const double left = panel_.cell_left({at, i}), right = panel_.cell_right({at, i});
      const auto [entry, is_new] = extents.try_emplace(subgroup, left, right);
      entry->second = {std::min(entry->second.first, left), std::max(entry->second.second, right)};
    }
    const double top = panel_.levels.rows[at].landing + 4, bottom = panel_.levels.rows[at].top - 2;
    for (const auto& [subgroup, extent] : extents) {
      svg_.line({{extent.first, bottom}, {extent.first, top}, {extent.second, top}, {extent.second, bottom}},
                {.width = width()});
    }
  }

  Svg& svg_;
  const Panel& panel_;
};

}  // namespace

void paint_arrows(Svg& svg, const Panel& panel) {
  ArrowPainter(svg, panel).paint();
}

}  // namespace scan::simulator::picture
