// Collects the rows of a picture.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include "simulator/draw/row_builder.hpp"

#include <algorithm>

namespace scan::simulator::picture {
namespace {

/// More rows of one array within an interval are drawn on top of each other.
constexpr std::size_t kMostRowsOfArray = 16;

}  // namespace

std::set<Word> sources_of(const Event& event) {
  std::set<Word> sources;
  for (const WordOf& word : event.sources) sources.insert(word_of(word));
  return sources;
}

std::uint32_t RowBuilder::half_of(const Word& word) const {
  return double_buffers_.contains(word.first) ? word.second / workgroup_size_ : 0;
}

std::size_t RowBuilder::row_for(RowKind kind, const Event& event, const std::set<std::size_t>& above) {
  const std::uint32_t half = half_of(word_of(event.word));
  std::vector<std::size_t> alike;
  for (std::size_t i = order_.size(); i < rows_.size(); ++i) {
    if (rows_[i].kind != kind || rows_[i].array != event.word.array || rows_[i].half != half) continue;
    alike.push_back(i);
    if (!row_order_.may_be_below(i, above)) continue;
    row_order_.put_below(i, above);
    return i;
  }
  if (alike.size() >= kMostRowsOfArray) return alike.back();
  const std::size_t row = add_row({.kind = kind, .array = event.word.array, .half = half}, event);
  row_order_.put_below(row, above);
  return row;
}

std::size_t RowBuilder::lanes_row_for(const Event& event, const std::set<std::size_t>& above) {
  const std::uint32_t time = ++times_[{event.invocation, event.name, event.place.line}];
  const auto key = std::tuple(event.name, event.place.line, time);
  auto found = lanes_rows_.find(key);
  if (found == lanes_rows_.end() || !row_order_.may_be_below(found->second, above)) {
    const std::size_t row = add_row({.kind = RowKind::lanes, .operation = event.name}, event);
    found = lanes_rows_.insert_or_assign(key, row).first;
  }
  row_order_.put_below(found->second, above);
  return found->second;
}

std::size_t RowBuilder::add_row(Row row, const Event& event) {
  row.interval = num_intervals_ - 1;
  row.first = row.last = event.place;
  rows_.push_back(std::move(row));
  return rows_.size() - 1;
}

CellAt RowBuilder::add_cell(std::size_t at, const Event& event, CellKind kind, std::uint32_t place,
                            std::vector<Link> links, std::vector<Link> new_links) {
  Row& row = rows_[at];
  if (event.place.file == row.first.file) {
    row.first.line = std::min(row.first.line, event.place.line);
    row.last.line = std::max(row.last.line, event.place.line);
  }
  for (std::vector<Link>* const some : {&links, &new_links}) {
    std::erase_if(*some, [&](const Link& link) { return link.from.row == at; });
  }
  Cell one{.kind = kind,
           .place = place,
           .invocation = event.invocation,
           .value = event.value,
           .sources = sources_of(event),
           .links = std::move(links),
           .new_links = std::move(new_links),
           .is_raced = event.race};
  const auto before = std::ranges::find(row.cells, place, &Cell::place);
  const auto number = static_cast<std::size_t>(before - row.cells.begin());
  if (before == row.cells.end()) {
    row.cells.push_back(std::move(one));
  } else {
    *before = std::move(one);
  }
  return {at, number};
}

CellAt RowBuilder::put_off(CellAt at, std::size_t row, CellAt before) {
  Cell& cell = rows_[at.row].cells[at.cell];
  Cell idle{.place = cell.place, .value = this->cell(before).value};
  idle.links.push_back({.from = before, .words = {{rows_[at.row].array, cell.place}}});
  rows_[row].cells.push_back(std::exchange(cell, std::move(idle)));
  return {row, rows_[row].cells.size() - 1};
}

void RowBuilder::end_interval(const std::optional<SourcePlace>& barrier, const std::set<Reader>& raced) {
  std::vector<std::size_t> rows;
  for (std::size_t i = order_.size(); i < rows_.size(); ++i) rows.push_back(i);
  rows = row_order_.sorted(std::move(rows));
  for (const std::size_t row : rows) {
    mark_serial_runs(rows_[row]);
    mark_raced_reads(rows_[row], raced);
    if (rows_[row].kind == RowKind::shared) show_idle_words(row);
  }
  if (!rows.empty()) {
    rows_[rows.front()].barriers = std::move(barriers_);
    barriers_.clear();
  }
  if (barrier) barriers_.push_back(*barrier);
  order_.insert(order_.end(), rows.begin(), rows.end());
  row_order_.clear();
  lanes_rows_.clear();
  times_.clear();
}

void RowBuilder::mark_raced_reads(Row& row, const std::set<Reader>& raced) const {
  for (Cell& cell : row.cells) {
    for (Link& link : cell.links) {
      const auto is_raced = [&](const Word& word) {
        return raced.contains({cell.invocation, word});
      };
      link.is_raced = link.is_raced || std::ranges::any_of(link.words, is_raced);
    }
  }
}

/// The words of this row's array that nobody wrote now, under the cells that showed them last.
void RowBuilder::show_idle_words(std::size_t at) {
  Row& row = rows_[at];
  std::set<Word> written;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const Word word{row.array, row.cells[i].place};
    written.insert(word);
    lowest_[word] = {at, i};
  }
  for (auto& [word, shown] : lowest_) {
    if (word.first != row.array || half_of(word) != row.half || written.contains(word)) continue;
    Cell idle{.place = word.second, .value = cell(shown).value};
    idle.links.push_back({.from = shown, .words = {word}});
    row.cells.push_back(std::move(idle));
    shown = {at, row.cells.size() - 1};
  }
}

std::vector<Row> RowBuilder::take_rows() {
  std::vector<std::size_t> place_of(order_.size());
  std::vector<Row> rows;
  for (const std::size_t row : order_) {
    place_of[row] = rows.size();
    rows.push_back(std::move(rows_[row]));
  }
  for (Row& row : rows) {
    for (Cell& cell : row.cells) {
      for (Link& link : cell.links) link.from.row = place_of[link.from.row];
    }
  }
  return rows;
}

}  // namespace scan::simulator::picture
