// The cells of a picture, and the notes to the left and right of its rows.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "simulator/draw/paint.hpp"

namespace scan::simulator::picture {
namespace {

bool is_copied(const Panel& panel, CellAt at) {
  const Cell& cell = panel.flow.rows[at.row].cells[at.cell];
  if (cell.kind != CellKind::handed || cell.links.size() != 1) return false;
  return std::abs(panel.columns.centre(cell.links.front().from) - panel.columns.centre(at)) < 1;
}

bool has_late_link(const Cell& cell) {
  return std::ranges::any_of(cell.links, &Link::is_late);
}

void paint_cell(Svg& svg, const Panel& panel, CellAt at) {
  const Row& row = panel.flow.rows[at.row];
  const Cell& cell = row.cells[at.cell];
  const bool is_late = has_late_link(cell);
  const double width = panel.columns.cell_width;
  CellStyle style{.fill = fill_of(panel, at)};
  if (cell.kind == CellKind::idle) style.edge = "faint";
  if (row.kind == RowKind::lanes) style.corner = 11;
  if (is_late || cell.is_raced) {
    style.edge = "bad-arrow";
    style.edge_width = 1.8;
  }
  const FittedText text = fit(cell.value, width - 2);
  const std::string name = row.kind == RowKind::lanes ? row.operation : panel.trace.arrays.at(row.array).name;
  const std::string tooltip =
      text.text == cell.value ? "" : fmt::format("{}[{}] = {}", name, cell.place, cell.value);
  svg.cell({panel.cell_left(at), panel.levels.rows[at.row].top}, width, kCellHeight, style, tooltip);
  svg.text({panel.columns.centre(at), panel.levels.rows[at.row].top + kCellHeight / 2 + text.pixels * 0.35},
           text.text,
           {.colour = is_late                       ? "bad-text"
                      : cell.kind == CellKind::idle ? "muted"
                                                    : "text",
            .anchor = Anchor::middle,
            .pixels = text.pixels});
}

/// The colour of the arrows to cells with this fill.
std::string_view strong_colour(std::string_view fill) {
  if (fill == "fresh") return "tip-arrow";
  if (fill == "second") return "tip-handed";
  if (fill == "bad") return "tip-bad-arrow";
  return fill == "third" ? "strong" : "tip-edge";
}

/// One dot for each invocation, with the colour of what it wrote.
void paint_dots(Svg& svg, const Panel& panel, std::size_t row, double x, double y) {
  std::map<std::uint32_t, std::string_view> fills;
  const std::vector<Cell>& cells = panel.flow.rows[row].cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].kind != CellKind::idle) fills[cells[i].invocation] = strong_colour(fill_of(panel, {row, i}));
  }
  const std::size_t in_a_line = dots_in_a_line(panel.trace.workgroup_size);
  for (std::uint32_t invocation = 0; invocation < panel.trace.workgroup_size; ++invocation) {
    const auto fill = fills.find(invocation);
    const Point centre{x + 4 + kDotPitch * static_cast<double>(invocation % in_a_line),
                       y + 4 + kDotPitch * static_cast<double>(invocation / in_a_line)};
    if (fill == fills.end()) {
      svg.dot(centre, 3, "idle", "faint");
    } else {
      svg.dot(centre, 3.4, fill->second, "none");
    }
  }
}

void paint_aside(Svg& svg, const Panel& panel, std::size_t row) {
  const RowNotes& notes = panel.notes[row];
  const double x = panel.columns.right + 20;
  const bool is_short = notes.cost.empty() && notes.badges.empty();
  const double height = aside_height(notes, panel.trace.workgroup_size);
  double y = panel.levels.rows[row].top + (is_short ? std::max(0.0, (kCellHeight - height) / 2) : 2);
  if (!notes.cost.empty()) {
    svg.text({x, y + 10}, notes.cost, {.colour = "muted", .pixels = kSmallPixels});
    y += 17;
  }
  paint_dots(svg, panel, row, x, y);
  y = panel.levels.rows[row].top + height + (is_short ? 0 : 2) -
      21 * static_cast<double>(notes.badges.size());
  for (const std::string& badge : notes.badges) {
    svg.cell({x, y + 2}, text_width(badge, kSmallPixels) + 12, 18,
             {.fill = "bad", .edge = "bad-arrow", .corner = 9});
    svg.text({x + 6, y + 15}, badge, {.colour = "bad-text", .pixels = kSmallPixels});
    y += 21;
  }
}

void paint_barriers(Svg& svg, const Panel& panel, std::size_t at) {
  const Level& level = panel.levels.rows[at];
  const Row& row = panel.flow.rows[at];
  const double end = panel.columns.left - 16;
  for (std::size_t i = 0; i < level.barriers.size(); ++i) {
    const std::string where = place_text(row.barriers[i], row.barriers[i], panel.main_file);
    svg.line({{panel.columns.left, level.barriers[i]}, {panel.columns.right, level.barriers[i]}},
             {.colour = "edge", .width = 1, .is_dashed = true});
    svg.text({end, level.barriers[i] + 4}, where.empty() ? "barrier" : "barrier, " + where,
             {.colour = "muted", .anchor = Anchor::end, .pixels = kSmallPixels});
  }
  if (at == 0 || !row.barriers.empty() || row.kind != RowKind::shared) return;
  if (panel.flow.rows[at - 1].kind != RowKind::shared) return;
  const bool has_late = std::ranges::any_of(row.cells, has_late_link);
  svg.text({end, (panel.bottom(at - 1) + level.top) / 2 + 4}, "no barrier",
           {.colour = has_late ? "bad-text" : "muted", .anchor = Anchor::end, .pixels = kSmallPixels});
}

}  // namespace

std::string_view fill_of(const Panel& panel, CellAt at) {
  const Cell& cell = panel.flow.rows[at.row].cells[at.cell];
  if (has_late_link(cell)) return "bad";
  switch (cell.kind) {
    case CellKind::input: return "cell";
    case CellKind::constant: return "third";
    case CellKind::handed: return is_copied(panel, at) ? "cell" : "second";
    case CellKind::combined: return "fresh";
    case CellKind::idle: return "idle";
  }
  return "";
}

void paint_cells(Svg& svg, const Panel& panel) {
  for (std::size_t row = 0; row < panel.flow.rows.size(); ++row) {
    for (std::size_t i = 0; i < panel.flow.rows[row].cells.size(); ++i) paint_cell(svg, panel, {row, i});
    const auto unused = panel.columns.unused.find(panel.flow.rows[row].array);
    if (panel.flow.rows[row].kind != RowKind::shared || unused == panel.columns.unused.end()) continue;
    for (const double middle : unused->second) {
      svg.hatched({middle - kPadWidth / 2, panel.levels.rows[row].top}, kPadWidth, kCellHeight);
    }
  }
}

void paint_notes(Svg& svg, const Panel& panel) {
  const double end = panel.columns.left - 16;
  for (std::size_t row = 0; row < panel.flow.rows.size(); ++row) {
    const Level& level = panel.levels.rows[row];
    const RowNotes& notes = panel.notes[row];
    svg.text({end, level.top + (notes.place.empty() ? 20 : 13)}, notes.name,
             {.anchor = Anchor::end, .pixels = notes.name_pixels});
    svg.text({end, level.top + 29}, notes.place,
             {.colour = "muted", .anchor = Anchor::end, .pixels = kSmallPixels});
    paint_barriers(svg, panel, row);
    paint_aside(svg, panel, row);
  }
}

}  // namespace scan::simulator::picture
