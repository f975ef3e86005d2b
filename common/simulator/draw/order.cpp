// Which rows of a picture have to stand above which others.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include "simulator/draw/order.hpp"

#include <algorithm>

namespace scan::simulator::picture {

void RowOrder::put_below(std::size_t row, const std::set<std::size_t>& above) {
  above_[row].insert(above.begin(), above.end());
}

bool RowOrder::may_be_below(std::size_t row, const std::set<std::size_t>& above) const {
  return std::ranges::none_of(above, [&](std::size_t one) { return one == row || is_below(one, row); });
}

std::vector<std::size_t> RowOrder::sorted(std::vector<std::size_t> rows) const {
  std::ranges::stable_sort(rows, {}, [&](std::size_t row) { return rank(row); });
  return rows;
}

bool RowOrder::is_below(std::size_t row, std::size_t other) const {
  const auto found = above_.find(row);
  if (found == above_.end()) return false;
  return std::ranges::any_of(found->second,
                             [&](std::size_t one) { return one == other || is_below(one, other); });
}

std::size_t RowOrder::rank(std::size_t row) const {
  const auto found = above_.find(row);
  std::size_t rank = 0;
  if (found == above_.end()) return rank;
  for (const std::size_t one : found->second) rank = std::max(rank, this->rank(one) + 1);
  return rank;
}

}  // namespace scan::simulator::picture
