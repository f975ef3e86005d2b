// The columns of the tables of counters: what each has for a reader, and which are worth their place.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "simulator/counters.hpp"

namespace scan::harness {

struct CounterColumn {
  std::string head;
  /// Empty for a zero: what did not happen should not have to be read.
  std::string (*cell)(const simulator::Counters&);
};

/// Of a dispatch: what the algorithm did.
std::vector<CounterColumn> work_columns();
/// Of a dispatch: what memory did for it.
std::vector<CounterColumn> memory_columns();
/// Of a source line.
std::vector<CounterColumn> line_columns();

/// Those of `columns` that have something to say of one of `all`.
std::vector<CounterColumn> columns_in_use(const std::vector<CounterColumn>& columns,
                                          const std::vector<const simulator::Counters*>& all);

/// At the end of a row.
void add_heads(std::vector<std::string>& heads, const std::vector<CounterColumn>& columns);
void add_cells(std::vector<std::string>& cells, const std::vector<CounterColumn>& columns,
               const simulator::Counters& counters);

}  // namespace scan::harness
