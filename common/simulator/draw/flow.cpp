// From the events of a workgroup to rows of values and what each was made from.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include "simulator/draw/flow.hpp"

#include <algorithm>
#include <iterator>

#include "simulator/draw/origins.hpp"
#include "simulator/draw/row_builder.hpp"

namespace scan::simulator::picture {
namespace {

/// Subgroup operations that give a lane another one's value as it is.
bool hands_on(const std::string& operation) {
  return operation.starts_with("subgroupShuffle") || operation.starts_with("subgroupBroadcast") ||
         operation.starts_with("subgroupQuad");
}

std::set<Word> difference(const std::set<Word>& all, const std::set<Word>& without) {
  std::set<Word> rest;
  std::ranges::set_difference(all, without, std::inserter(rest, rest.end()));
  return rest;
}

class FlowBuilder {
 public:
  FlowBuilder(const Trace& trace, std::uint32_t workgroup)
      : trace_(trace), origins_(trace), rows_(trace, double_buffers_of(trace)) {
    flow_.workgroup = workgroup;
    flow_.double_buffers = double_buffers_of(trace);
  }

  Flow build() {
    for (const Interval& interval : trace_.intervals) {
      if (interval.workgroup != flow_.workgroup) continue;
      flow_.intervals.emplace_back();
      rows_.begin_interval();
      for (const Event& event : interval.events) take(event);
      rows_.end_interval(interval.barrier, raced_reads_);
      for (const auto& [word, at] : rows_.lowest()) origins_.show(word, at);
      origins_.end_interval();
      readers_.clear();
      raced_reads_.clear();
      stored_.clear();
      last_row_.clear();
      last_lanes_row_.clear();
    }
    flow_.rows = rows_.take_rows();
    link_from_nearest_rows(flow_);
    drop_unused_operations(flow_);
    return std::move(flow_);
  }

 private:
  void take(const Event& event) {
    IntervalNotes& notes = flow_.intervals.back();
    if (event.conflict_degree > std::max(notes.worst_conflict, 1U)) {
      notes.worst_conflict = event.conflict_degree;
      notes.conflict_line = event.place.line;
    }
    if (event.race) take_race(event);
    switch (event.kind) {
      case EventKind::load: take_load(event); break;
      case EventKind::store:
      case EventKind::atomic: take_store(event); break;
      case EventKind::combine: ++notes.num_combines; break;
      case EventKind::subgroup: take_subgroup(event); break;
    }
  }

  void take_race(const Event& event) {
    for (const Finding& finding : trace_.findings) {
      if (finding.fault != Fault::race || !finding.other) continue;
      if (finding.place != event.place && *finding.other != event.place) continue;
      flow_.intervals.back().race_lines.insert(std::minmax({finding.other->line, finding.place.line}));
    }
    if (event.kind == EventKind::load) return;
    const Word word = word_of(event.word);
    for (const std::uint32_t reader : readers_[word]) {
      if (reader != event.invocation) raced_reads_.insert({reader, word});
    }
  }

  void take_load(const Event& event) {
    const Word word = word_of(event.word);
    if (origins_.shown(word) == nullptr && !trace_.arrays.at(event.word.array).is_shared) {
      const std::size_t row = rows_.row_for(RowKind::input, event, {});
      origins_.show(word, rows_.add_cell(row, event, CellKind::input, event.word.index, {}));
    }
    origins_.read(event.invocation, word, event.race);
    readers_[word].insert(event.invocation);
  }

  void take_store(const Event& event) {
    const Word word = word_of(event.word);
    std::vector<Link> links = origins_.links_to(event.invocation, sources_of(event));
    std::set<std::size_t> above = rows_of(links);
    if (const CellAt* const before = origins_.shown(word); before && rows_.is_of_this_interval(before->row)) {
      above.insert(before->row);
    }
    const auto lanes = last_lanes_row_.find(event.invocation);
    if (lanes != last_lanes_row_.end()) above.insert(lanes->second);
    const bool is_shared = trace_.arrays.at(event.word.array).is_shared;
    const std::size_t row = rows_.row_for(is_shared ? RowKind::shared : RowKind::output, event, above);
    const CellKind kind = kind_of(event, links);
    put_off_overwriting(event.invocation, row, links);
    std::set<Word>& stored = stored_[event.invocation];
    std::set<Word> sources = sources_of(event);
    const std::vector<Link> new_links = origins_.links_to(event.invocation, difference(sources, stored));
    origins_.show(word, rows_.add_cell(row, event, kind, event.word.index, std::move(links), new_links));
    stored = std::move(sources);
    last_row_[event.invocation] = row;
  }

  /// Where a value is made from a word that its invocation has overwritten since, in a row above this one: that write
  /// is shown in this row, too, or the arrow would start behind it.
  void put_off_overwriting(std::uint32_t invocation, std::size_t row, const std::vector<Link>& links) {
    for (const Link& link : links) {
      if (link.words.size() != 1 || link.is_own) continue;
      const Word word = *link.words.begin();
      const CellAt now = *origins_.shown(word);
      const bool is_overwritten = now != link.from && now.row != row && rows_.is_of_this_interval(now.row);
      if (!is_overwritten || rows_.cell(now).invocation != invocation || origins_.was_read(now)) continue;
      origins_.show(word, rows_.put_off(now, row, link.from));
    }
  }

  void take_subgroup(const Event& event) {
    if (event.lanes.empty()) return;  // a shuffle from outside of the subgroup
    const bool is_handed = hands_on(event.name) && event.lanes.size() == 1;
    const std::uint32_t from = is_handed ? event.lanes.front() : event.invocation;
    std::set<Word> sources = sources_of(event);
    if (!is_handed) sources = origins_.own_part(from, sources);
    std::vector<Link> links = origins_.links_to(from, sources);
    for (Link& link : links) link.is_own = link.is_own && from == event.invocation;
    std::set<std::size_t> above = rows_of(links);
    if (const auto last = last_row_.find(event.invocation); last != last_row_.end())
      above.insert(last->second);
    const std::size_t row = rows_.lanes_row_for(event, above);
    last_row_[event.invocation] = last_lanes_row_[event.invocation] = row;
    const CellKind kind = is_handed ? CellKind::handed : CellKind::combined;
    const CellAt at = rows_.add_cell(row, event, kind, event.invocation, std::move(links));
    origins_.got(event.invocation, at, sources_of(event));
  }

  CellKind kind_of(const Event& event, const std::vector<Link>& links) const {
    if (event.sources.empty()) return CellKind::constant;
    const bool is_handed = links.size() == 1 && rows_.cell(links.front().from).value == event.value;
    return is_handed || links.empty() ? CellKind::handed : CellKind::combined;
  }

  /// Those of this interval that the links come from.
  std::set<std::size_t> rows_of(const std::vector<Link>& links) const {
    std::set<std::size_t> rows;
    for (const Link& link : links) {
      if (rows_.is_of_this_interval(link.from.row)) rows.insert(link.from.row);
    }
    return rows;
  }

  const Trace& trace_;
  Flow flow_;
  Origins origins_;
  RowBuilder rows_;
  // Of this interval:
  std::map<Word, std::set<std::uint32_t>> readers_;
  std::set<Reader> raced_reads_;                    // reads that a later write raced with
  std::map<std::uint32_t, std::set<Word>> stored_;  // what went into each invocation's last store
  std::map<std::uint32_t, std::size_t> last_row_,
      last_lanes_row_;  // of each invocation: it goes from top to bottom
};

}  // namespace

Flow flow_of(const Trace& trace, std::uint32_t workgroup) {
  return FlowBuilder(trace, workgroup).build();
}

}  // namespace scan::simulator::picture
