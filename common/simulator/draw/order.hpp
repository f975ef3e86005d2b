// Which rows of a picture have to stand above which others, within one barrier interval.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

namespace scan::simulator::picture {

class RowOrder {
 public:
  /// The row's values are made from those of these rows, or written over them.
  void put_below(std::size_t row, const std::set<std::size_t>& above);

  /// Whether `row` may be put below all of these: none of them is the row itself or has to be below it.
  bool may_be_below(std::size_t row, const std::set<std::size_t>& above) const;

  /// These rows from top to bottom, each as high as it can be.
  std::vector<std::size_t> sorted(std::vector<std::size_t> rows) const;

  void clear() { above_.clear(); }

 private:
  bool is_below(std::size_t row, std::size_t other) const;
  std::size_t rank(std::size_t row) const;

  std::map<std::size_t, std::set<std::size_t>> above_;  // no cycles
};

}  // namespace scan::simulator::picture
