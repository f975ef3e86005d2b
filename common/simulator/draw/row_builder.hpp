// Collects the rows of a picture, interval by interval: in which row a value stands, and what is shown again below.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "simulator/draw/flow.hpp"
#include "simulator/draw/order.hpp"
#include "simulator/trace.hpp"

namespace scan::simulator::picture {

/// An invocation and a word that it read.
using Reader = std::pair<std::uint32_t, Word>;

std::set<Word> sources_of(const Event& event);

class RowBuilder {
 public:
  RowBuilder(const Trace& trace, std::set<std::uint32_t> double_buffers)
      : workgroup_size_(trace.workgroup_size), double_buffers_(std::move(double_buffers)) {}

  void begin_interval() { ++num_intervals_; }
  bool is_of_this_interval(std::size_t row) const { return rows_[row].interval + 1 == num_intervals_; }

  /// The row of this interval for a value that is made from those of the rows `above`.
  std::size_t row_for(RowKind kind, const Event& event, const std::set<std::size_t>& above);
  /// The same for a subgroup operation: one row for all lanes, and for each time that they come by.
  std::size_t lanes_row_for(const Event& event, const std::set<std::size_t>& above);

  CellAt add_cell(std::size_t row, const Event& event, CellKind kind, std::uint32_t place,
                  std::vector<Link> links, std::vector<Link> new_links = {});
  /// Moves a cell to a lower row; in its place the word is idle, and has the value that it had before.
  CellAt put_off(CellAt cell, std::size_t row, CellAt before);
  const Cell& cell(CellAt at) const { return rows_[at.row].cells[at.cell]; }

  /// Puts this interval's rows in order, under those of earlier ones. Reads in `raced` raced with a later write.
  void end_interval(const std::optional<SourcePlace>& barrier, const std::set<Reader>& raced);
  /// The lowest cell that shows each word of shared memory.
  const std::map<Word, CellAt>& lowest() const { return lowest_; }

  /// All rows from top to bottom, with links that say so.
  std::vector<Row> take_rows();

 private:
  std::uint32_t half_of(const Word& word) const;
  std::size_t add_row(Row row, const Event& event);
  void mark_raced_reads(Row& row, const std::set<Reader>& raced) const;
  void show_idle_words(std::size_t row);

  std::uint32_t workgroup_size_;
  std::set<std::uint32_t> double_buffers_;
  std::size_t num_intervals_ = 0;
  std::vector<Row> rows_;           // as they were met
  std::vector<std::size_t> order_;  // from top to bottom, up to the last interval
  RowOrder row_order_;              // within this one
  std::map<Word, CellAt> lowest_;
  std::vector<SourcePlace> barriers_;  // since the last row
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, std::size_t>
      lanes_rows_;                                                                        // name, line, time
  std::map<std::tuple<std::uint32_t, std::string, std::uint32_t>, std::uint32_t> times_;  // lane, name, line
};

}  // namespace scan::simulator::picture
