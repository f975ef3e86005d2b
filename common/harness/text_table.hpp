// A table of text: aligned columns, one of them in colour, and the notes that its cells refer to by number.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "harness/text.hpp"
#include "scan/checker.hpp"

namespace scan::harness {

/// Green for ok, yellow for skipped, red for all else.
Colour colour_of(Verdict verdict);

class TextTable {
 public:
  /// The first `num_left` columns are aligned to the left, the others to the right; the last of the left ones has
  /// the row's colour.
  TextTable(std::vector<std::string> heads, std::size_t num_left);
  void add(std::vector<std::string> row, Colour colour);
  void print(std::FILE* out) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    Colour colour;
  };
  std::vector<std::size_t> widths() const;

  std::vector<std::string> heads_;
  std::size_t num_left_;
  std::vector<Row> rows_;
};

/// The reasons in the order in which they appear, each once: rows refer to them by number.
class Reasons {
 public:
  /// "wrong [2]"; without a reason the verdict alone.
  std::string verdict_cell(Verdict verdict, const std::string& reason);
  void print(std::FILE* out) const;

 private:
  std::vector<std::string> reasons_;
};

}  // namespace scan::harness
