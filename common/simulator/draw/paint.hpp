// Puts one workgroup's rows, arrows and notes into an SVG picture.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "simulator/draw/flow.hpp"
#include "simulator/draw/layout.hpp"
#include "simulator/draw/notes.hpp"
#include "simulator/draw/svg.hpp"

namespace scan::simulator::picture {

/// All that is known of a workgroup's picture before it is painted.
struct Panel {
  const Trace& trace;
  const Flow& flow;
  const Columns& columns;
  const Levels& levels;
  const std::vector<RowNotes>& notes;
  const std::string& main_file;

  double bottom(std::size_t row) const { return levels.rows[row].top + kCellHeight; }
  double cell_left(CellAt at) const { return columns.centre(at) - columns.cell_width / 2; }
  double cell_right(CellAt at) const { return columns.centre(at) + columns.cell_width / 2; }
};

/// Which colours a cell has.
std::string_view fill_of(const Panel& panel, CellAt at);

void paint_arrows(Svg& svg, const Panel& panel);
void paint_cells(Svg& svg, const Panel& panel);
void paint_notes(Svg& svg, const Panel& panel);

}  // namespace scan::simulator::picture
