// The columns of the tables of counters: what each has for a reader, and which are worth their place.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/inspect_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/text.hpp"

namespace scan::harness {

namespace {

using simulator::Counters;

std::string number(std::uint64_t value) {
  return value == 0 ? "" : grouped(value);
}

std::string used_of_sectors(const Counters& counters) {
  if (counters.sectors == 0) return "";
  const auto asked = static_cast<double>(counters.bytes_read + counters.bytes_written);
  const auto moved = static_cast<double>(counters.sectors * simulator::kSectorBytes);
  return fmt::format("{:.0f} %", 100 * asked / moved);
}

const CounterColumn kWork{"work", [](const Counters& counters) {
                            return number(counters.work);
                          }};
const CounterColumn kDepth{"depth", [](const Counters& counters) {
                             return number(counters.depth);
                           }};
const CounterColumn kBarriers{"barriers", [](const Counters& counters) {
                                return number(counters.barriers);
                              }};
const CounterColumn kSubgroup{"subgroup", [](const Counters& counters) {
                                return number(counters.subgroup_operations);
                              }};
const CounterColumn kInstructions{"executed", [](const Counters& counters) {
                                    return number(counters.instructions);
                                  }};
const CounterColumn kAccesses{"shared", [](const Counters& counters) {
                                return number(counters.shared_accesses);
                              }};
const CounterColumn kPasses{"passes", [](const Counters& counters) {
                              return number(counters.shared_passes);
                            }};
const CounterColumn kWorst{"worst", [](const Counters& counters) {
                             return number(counters.worst_conflict);
                           }};
const CounterColumn kRead{"read", [](const Counters& counters) {
                            return number(counters.bytes_read);
                          }};
const CounterColumn kWritten{"written", [](const Counters& counters) {
                               return number(counters.bytes_written);
                             }};
const CounterColumn kSectors{"sectors", [](const Counters& counters) {
                               return number(counters.sectors);
                             }};
const CounterColumn kUsed{"used", used_of_sectors};
const CounterColumn kAtomics{"atomics", [](const Counters& counters) {
                               return number(counters.atomics);
                             }};
const CounterColumn kSpins{"spins", [](const Counters& counters) {
                             return number(counters.spins);
                           }};

}  // namespace

std::vector<CounterColumn> work_columns() {
  return {kWork, kDepth, kBarriers, kSubgroup};
}

std::vector<CounterColumn> memory_columns() {
  return {kAccesses, kPasses, kWorst, kRead, kWritten, kSectors, kUsed, kAtomics, kSpins};
}

std::vector<CounterColumn> line_columns() {
  return {kInstructions, kWork, kDepth,   kBarriers, kSubgroup, kAccesses, kPasses,
          kWorst,        kRead, kWritten, kUsed,     kAtomics,  kSpins};
}

std::vector<CounterColumn> columns_in_use(const std::vector<CounterColumn>& columns,
                                          const std::vector<const Counters*>& all) {
  std::vector<CounterColumn> used;
  std::copy_if(columns.begin(), columns.end(), std::back_inserter(used), [&](const CounterColumn& column) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Counters* counters) { return !column.cell(*counters).empty(); });
  });
  return used;
}

void add_heads(std::vector<std::string>& heads, const std::vector<CounterColumn>& columns) {
  for (const CounterColumn& column : columns) heads.push_back(column.head);
}

void add_cells(std::vector<std::string>& cells, const std::vector<CounterColumn>& columns,
               const simulator::Counters& counters) {
  for (const CounterColumn& column : columns) cells.push_back(column.cell(counters));
}

}  // namespace scan::harness
