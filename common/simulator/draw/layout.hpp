// Where everything of a picture stands: a column a word, a row a moment.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "simulator/draw/flow.hpp"

namespace scan::simulator::picture {

inline constexpr double kWidth = 850;  // of a picture that is not crowded
inline constexpr double kCellHeight = 30;
inline constexpr double kPadWidth = 9;

/// The columns: a horizontal place for each word and each lane.
struct Columns {
  double left = 0, right = 0;
  double pitch = 0, cell_width = 0;
  std::vector<std::vector<double>> centres;  // by row and cell
  std::map<std::uint32_t, std::vector<double>>
      unused;  // by array: the middles of words that nobody ever writes

  double centre(CellAt at) const { return centres[at.row][at.cell]; }
};

Columns columns_of(const Trace& trace, const Flow& flow, double left, double room);

/// Where a row's own cells begin, and what stands in the gap above it.
struct Level {
  double top = 0;
  double landing = 0;  // where arrows to this row end
  double wires = 0;    // where what comes from far above turns off towards its cell
  std::vector<double> barriers;
};

struct Levels {
  std::vector<Level> rows;
  double bottom = 0;
};

Levels levels_of(const Flow& flow, const Columns& columns, double top,
                 const std::vector<double>& aside_heights);

/// A value that an invocation has had in a register for more than a row is written beside the arrow's end, not drawn
/// through the rows between.
bool is_noted(const Link& link, std::size_t row);

/// A serial run has one arrow along its cells, which others end at.
bool is_in_run(const Row& row, std::size_t cell);

}  // namespace scan::simulator::picture
