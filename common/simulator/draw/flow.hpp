// What a picture of a workgroup shows: rows of values from top to bottom, and of each value which ones it was made from.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simulator/trace.hpp"

namespace scan::simulator::picture {

/// WordOf with an order, for sets and maps.
using Word = std::pair<std::uint32_t, std::uint32_t>;  // array, element
constexpr Word word_of(const WordOf& word) {
  return {word.array, word.index};
}

/// A cell by its row and its place in that row.
struct CellAt {
  std::size_t row = 0, cell = 0;
  auto operator<=>(const CellAt&) const = default;
};

/// A value that another one was made from.
struct Link {
  CellAt from;
  std::set<Word> words;   // of memory, that came this way
  bool is_own = false;    // the same invocation made or read that value, and has had it in a register since
  bool is_raced = false;  // its read and a write of the same word are not ordered
  bool is_late = false;   // and the read came after that write: perhaps it has the wrong value
};

enum class CellKind {
  input,     // of a buffer, as it was found
  constant,  // no data went into it: the identity
  handed,    // another value, unchanged
  combined,
  idle,  // nobody wrote this word; shown again
};

struct Cell {
  CellKind kind = CellKind::idle;
  std::uint32_t place = 0;       // the element of the array, or the lane (local number)
  std::uint32_t invocation = 0;  // that read or wrote it
  std::string value;
  std::set<Word> sources;
  std::vector<Link> links;
  std::vector<Link> new_links;  // of what was not in the value that the invocation stored before
  /// A serial run: the cell of this row whose value the same invocation went on with.
  std::optional<std::size_t> follows;
  bool is_raced = false;  // its write and another access are not ordered
};

enum class RowKind { input, shared, lanes, output };

/// Values of one moment side by side: some words of an array, or one subgroup operation.
struct Row {
  RowKind kind = RowKind::shared;
  std::uint32_t array = 0;            // of all but lanes
  std::uint32_t half = 0;             // of a double buffer: 0 or 1
  std::string operation;              // of lanes, as in GLSL
  std::size_t interval = 0;           // index into Flow::intervals
  std::vector<Cell> cells;            // idle ones last
  SourcePlace first, last;            // lines that wrote
  std::vector<SourcePlace> barriers;  // between the row before and this one
};

/// What is written beside the rows of an interval.
struct IntervalNotes {
  std::uint32_t num_combines = 0;
  std::uint32_t worst_conflict = 0;
  std::uint32_t conflict_line = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> race_lines;  // the smaller line first
};

/// One workgroup's.
struct Flow {
  std::uint32_t workgroup = 0;
  std::vector<Row> rows;  // from top to bottom
  std::vector<IntervalNotes> intervals;
  std::set<std::uint32_t> double_buffers;   // arrays of two halves that are drawn in each other's place
  std::set<std::string> unused_operations;  // subgroup operations whose result went nowhere; not drawn
};

Flow flow_of(const Trace& trace, std::uint32_t workgroup);

/// Shared arrays of twice the workgroup's size of which each interval writes one half.
std::set<std::uint32_t> double_buffers_of(const Trace& trace);

/// Marks the runs in which an invocation went on with its own value, store after store, and keeps of each step's
/// links only what came in anew.
void mark_serial_runs(Row& row);

/// Makes each link start at the lowest cell above its end that shows the same value.
void link_from_nearest_rows(Flow& flow);

/// Takes out the subgroup operations from which nothing was drawn on, and names them.
void drop_unused_operations(Flow& flow);

}  // namespace scan::simulator::picture
