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

  Verdict verdict() const { return result->finding.verdict; }
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

/// Prints a table whose rows begin with the stage (where it changes), the kind and the kernel. `more` appends to a row.
template <typename More>
void print_rows(std::FILE* out, const Report& report, const std::vector<Row>& rows,
                const std::vector<std::string>& more_heads, std::size_t num_left, More more) {
  std::vector<std::string> heads{"stage", "kind", "kernel"};
  heads.insert(heads.end(), more_heads.begin(), more_heads.end());
  TextTable table(heads, num_left);
  const Row* last = nullptr;
  for (const Row& row : rows) {
    const bool is_new_stage = last == nullptr || last->result->stage != row.result->stage;
    std::vector<std::string> cells{is_new_stage ? row.result->stage : "", row.kind(),
                                   kernel_name(report, row)};
    const Colour colour = more(row, cells);
    table.add(cells, colour);
    last = &row;
  }
  table.print(out);
}

void print_work(std::FILE* out, const Report& report, const std::vector<Row>& rows) {
  const bool has_verdicts =
      std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.verdict() != Verdict::ok; });
  const auto columns = columns_in_use(work_columns(), totals_of(rows));
  std::vector<std::string> heads;
  if (has_verdicts) heads.push_back("verdict");
  heads.insert(heads.end(), {"groups", "lanes"});
  add_heads(heads, columns);
  heads.push_back("idle");
  print_rows(
      out, report, rows, heads, has_verdicts ? 4 : 3, [&](const Row& row, std::vector<std::string>& cells) {
        const DispatchCounters& dispatch = *row.dispatch;
        if (has_verdicts) cells.emplace_back(name_of(row.verdict()));
        cells.push_back(
            fmt::format("{} x {}", grouped(dispatch.num_workgroups), grouped(dispatch.workgroup_size)));
        cells.push_back(std::to_string(dispatch.subgroup_width));
        add_cells(cells, columns, dispatch.total);
        cells.push_back(idle_share(dispatch));
        return has_verdicts ? colour_of(row.verdict()) : Colour::plain;
      });
}

void print_memory(std::FILE* out, const Report& report, const std::vector<Row>& rows) {
  const auto columns = columns_in_use(memory_columns(), totals_of(rows));
  std::vector<std::string> heads{"lanes"};
  add_heads(heads, columns);
  print_rows(out, report, rows, heads, 3, [&](const Row& row, std::vector<std::string>& cells) {
    cells.push_back(std::to_string(row.dispatch->subgroup_width));
    add_cells(cells, columns, row.dispatch->total);
    return row.dispatch->total.worst_conflict > 1 ? Colour::yellow : Colour::plain;
  });
}

/// Each run of numbers of a stage's kernel once.
void print_activity(std::FILE* out, const Report& report, const std::vector<Row>& rows) {
  fmt::print(out, "  invocations of the first workgroup that were active, from barrier to barrier\n");
  const auto head_of = [&](const Row& row) {
    return row.result->simulation->dispatches.size() == 1
               ? row.result->stage
               : fmt::format("{}, {}", row.result->stage, kernel_name(report, row));
  };
  std::size_t head_columns = 0;
  for (const Row& row : rows) head_columns = std::max(head_columns, columns_of(head_of(row)));
  std::set<std::string> printed;
  for (const Row& row : rows) {
    std::string numbers;
    for (const simulator::Activity& interval : row.dispatch->activity) {
      numbers += fmt::format("{}{}", numbers.empty() ? "" : " ", interval.active);
    }
    const std::string head = fmt::format("    {:<{}}  ", head_of(row), head_columns);
    if (printed.insert(head + numbers).second) fmt::print(out, "{}{}\n", head, wrapped(numbers, head.size()));
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
       {"groups: workgroups x invocations of each; lanes: of a subgroup; work: applications of the operator "
        "to "
        "data; depth: the longest chain of them; barriers: those that an invocation passes; subgroup: "
        "operations, "
        "by each subgroup; idle: invocations of the first workgroup that did nothing from one barrier to the "
        "next",
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
