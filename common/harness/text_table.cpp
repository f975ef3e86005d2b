// Aligning and printing of a table and of its notes.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace scan::harness {

namespace {

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::size_t columns = columns_of(text);
  const std::string blanks(columns < width ? width - columns : 0, ' ');
  return left ? text + blanks : blanks + text;
}

}  // namespace

Colour colour_of(Verdict verdict) {
  if (verdict == Verdict::ok) return Colour::green;
  return verdict == Verdict::skipped ? Colour::yellow : Colour::red;
}

TextTable::TextTable(std::vector<std::string> heads, std::size_t num_left)
    : heads_(std::move(heads)), num_left_(num_left) {}

void TextTable::add(std::vector<std::string> row, Colour colour) {
  rows_.push_back({std::move(row), colour});
}

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < heads_.size(); ++column) {
    widths.push_back(columns_of(heads_[column]));
    for (const Row& row : rows_) widths.back() = std::max(widths.back(), columns_of(row.cells[column]));
  }
  return widths;
}

void TextTable::print(std::FILE* out) const {
  const Painter painter(out);
  const std::vector<std::size_t> columns = widths();
  const auto print_row = [&](const std::vector<std::string>& cells, Colour colour) {
    std::string line = " ";
    for (std::size_t column = 0; column < cells.size(); ++column) {
      const std::string cell = padded(cells[column], columns[column], column < num_left_);
      line += column == 0 ? " " : "  ";
      line += column + 1 == num_left_ ? painter.paint(colour, cell) : cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print(out, "{}\n", line);
  };
  std::size_t all_columns = 2 * (columns.size() - 1);
  for (const std::size_t width : columns) all_columns += width;
  print_row(heads_, Colour::plain);
  fmt::print(out, "  {}\n", std::string(all_columns, '-'));
  for (const Row& row : rows_) print_row(row.cells, row.colour);
  if (rows_.empty()) fmt::print(out, "  no stage was run\n");
}

std::string Reasons::verdict_cell(Verdict verdict, const std::string& reason) {
  if (reason.empty()) return std::string(name_of(verdict));
  auto found = std::find(reasons_.begin(), reasons_.end(), reason);
  if (found == reasons_.end()) found = reasons_.insert(found, reason);
  return fmt::format("{} [{}]", name_of(verdict), found - reasons_.begin() + 1);
}

void Reasons::print(std::FILE* out) const {
  for (std::size_t i = 0; i < reasons_.size(); ++i) {
    const std::string mark = fmt::format("[{}] ", i + 1);
    fmt::print(out, "  {}{}\n", mark, wrapped(reasons_[i], 2 + mark.size()));
  }
}

}  // namespace scan::harness
