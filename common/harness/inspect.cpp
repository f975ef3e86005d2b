// What the simulator counted in each dispatch of a chapter, as tables: work, memory, and each line of the shaders.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/inspect_columns.hpp"
#include "harness/shader_lines.hpp"
#include "harness/text_table.hpp"

namespace scan::harness {

namespace {

using simulator::Counters;
using simulator::DispatchCounters;

constexpr std::size_t kTableColumns = 100;  // of the page

/// A dispatch of a stage, and all runs that counted the same in it.
struct Row {
  const Result* result;
  const DispatchCounters* dispatch;
  std::size_t number;  // of the dispatch within its run
  std::set<std::string> kinds;

  std::string kind() const { return kinds.size() == 1 ? *kinds.begin() : "both"; }
};

bool counts_alike(const DispatchCounters& one, const DispatchCounters& other) {
  // A kind or a schedule may cost an instruction or a round of waiting more; the rest says what the algorithm does.
  const auto essence = [](Counters counters) {
    counters.instructions = 0;
    counters.spins = 0;
    return counters;
  };
  return one.kernel == other.kernel && one.num_workgroups == other.num_workgroups &&
         one.workgroup_size == other.workgroup_size && one.subgroup_width == other.subgroup_width &&
         essence(one.total) == essence(other.total);
}

std::vector<Row> rows_of(const Report& report) {
  std::vector<Row> rows;
  for (const Result& result : report.results) {
    if (!result.simulation) continue;
    const std::vector<DispatchCounters>& dispatches = result.simulation->dispatches;
    for (std::size_t i = 0; i < dispatches.size(); ++i) {
      auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& known) {
        return known.result->stage == result.stage && known.number == i &&
               known.result->finding.verdict == result.finding.verdict &&
               counts_alike(*known.dispatch, dispatches[i]);
      });
      if (row == rows.end()) row = rows.insert(row, {&result, &dispatches[i], i, {}});
      const bool is_copy = result.expectation == Expectation::copy;
      row->kinds.insert(is_copy ? "-" : std::string(name_of(result.request.kind)));
    }
  }
  return rows;
}

/// The kernel's name without its chapter where that is the report's.
std::string kernel_name(const Report& report, const Row& row) {
  const std::string& kernel = row.dispatch->kernel;
  return kernel.starts_with(report.chapter + "/") ? kernel.substr(report.chapter.size() + 1) : kernel;
}

std::vector<std::string> left_cells(const Report& report, const Row& row) {
  return {row.result->stage, row.kind(), kernel_name(report, row)};
}

std::vector<const Counters*> totals_of(const std::vector<Row>& rows) {
  std::vector<const Counters*> totals;
  for (const Row& row : rows) totals.push_back(&row.dispatch->total);
  return totals;
}

std::string idle_share(const DispatchCounters& dispatch) {
  double active = 0, all = 0;
  for (const simulator::Activity& interval : dispatch.activity) {
    active += interval.active;
    all += interval.of;
  }
  return all == 0 ? "" : fmt::format("{:.0f} %", 100 * (1 - active / all));
}

void print_work(std::FILE* out, const Report& report, const std::vector<Row>& rows) {
  std::vector<std::string> heads{"stage", "kind", "kernel", "verdict", "groups", "size", "lanes"};
  const auto columns = columns_in_use(work_columns(), totals_of(rows));
  add_heads(heads, columns);
  heads.push_back("idle");
  TextTable table(heads, 4);
  for (const Row& row : rows) {
    const DispatchCounters& dispatch = *row.dispatch;
    const Verdict verdict = row.result->finding.verdict;
    std::vector<std::string> cells = left_cells(report, row);
    cells.insert(cells.end(), {std::string(name_of(verdict)), grouped(dispatch.num_workgroups),
                               grouped(dispatch.workgroup_size), std::to_string(dispatch.subgroup_width)});
    add_cells(cells, columns, dispatch.total);
    cells.push_back(idle_share(dispatch));
    table.add(cells, colour_of(verdict));
  }
  table.print(out);
}

void print_memory(std::FILE* out, const Report& report, const std::vector<Row>& rows) {
  std::vector<std::string> heads{"stage", "kind", "kernel"};
  const auto columns = columns_in_use(memory_columns(), totals_of(rows));
  add_heads(heads, columns);
  TextTable table(heads, 3);
  for (const Row& row : rows) {
    std::vector<std::string> cells = left_cells(report, row);
    add_cells(cells, columns, row.dispatch->total);
    table.add(cells, row.dispatch->total.worst_conflict > 1 ? Colour::yellow : Colour::plain);
  }
  table.print(out);
}

/// Each run of numbers once, with the first kernel that has it.
void print_activity(std::FILE* out, const Report& report, const std::vector<Row>& rows) {
  fmt::print(out, "  invocations of the first workgroup that were active, from barrier to barrier\n");
  std::size_t name_columns = 0;
  for (const Row& row : rows) name_columns = std::max(name_columns, columns_of(kernel_name(report, row)));
  std::set<std::string> printed;
  for (const Row& row : rows) {
    std::string numbers;
    for (const simulator::Activity& interval : row.dispatch->activity) {
      numbers += fmt::format("{}{}", numbers.empty() ? "" : " ", interval.active);
    }
    const std::string head = fmt::format("    {:<{}}  ", kernel_name(report, row), name_columns);
    if (!printed.insert(head + numbers).second) continue;
    fmt::print(out, "{}{}\n", head, wrapped(numbers, head.size()));
  }
}

void print_lines(std::FILE* out, const Report& report, const Row& row) {
  fmt::print(out, "\n  {}, {}: {}, dispatch {} of {}\n", row.result->stage,
             row.kinds.size() == 1 ? row.kind() : "both kinds", kernel_name(report, row), row.number + 1,
             row.result->simulation->dispatches.size());
  print_shader_lines(out, *row.dispatch, kTableColumns);
}

void print_legend(std::FILE* out) {
  for (const char* line :
       {"work: applications of the operator to data; depth: the longest chain of them; barriers: those that "
        "an "
        "invocation passes; subgroup: operations, by each subgroup; executed: SPIR-V instructions, by all "
        "invocations; idle: invocations of the first workgroup that did nothing from one barrier to the next",
        "shared: accesses to shared memory by up to 32 lanes at once; passes: of its banks, as many as "
        "accesses "
        "where nothing conflicts; worst: the most words that an access asked of one bank; read, written: "
        "bytes of "
        "storage buffers; sectors: of 32 bytes, that these moved; used: the bytes asked for in them"}) {
    fmt::print(out, "  {}\n", wrapped(line, 2));
  }
}

}  // namespace

void print_inspection(std::FILE* out, const Report& report, bool by_line) {
  const std::vector<Row> rows = rows_of(report);
  if (rows.empty()) return;
  fmt::print(out, "\n");
  print_work(out, report, rows);
  fmt::print(out, "\n");
  print_memory(out, report, rows);
  fmt::print(out, "\n");
  print_activity(out, report, rows);
  fmt::print(out, "\n");
  print_legend(out);

  std::set<std::string> stages;
  for (const Row& row : rows) stages.insert(row.result->stage);
  if (!by_line && stages.size() > 1) return;
  for (const Row& row : rows) print_lines(out, report, row);
}

}  // namespace scan::harness
