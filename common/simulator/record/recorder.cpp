// Takes down what happens in a dispatch: counters by instruction, and the trace where one is kept.
// Room: common/simulator/record.
// SPDX-License-Identifier: MIT
#include "simulator/record/recorder.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "simulator/record/subgroup_accesses.hpp"
#include "simulator/record/trace_recorder.hpp"

namespace scan::simulator {
namespace {

struct WorkgroupRecord {
  SubgroupAccesses accesses;
  std::unordered_map<std::uint32_t, std::uint64_t> barriers;  // passed so far, by instruction
};

/// Which invocations of workgroup 0 did something since the last barrier.
struct ActiveInvocations {
  std::vector<bool> is_active;
  std::uint32_t number = 0;
  void mark(std::uint32_t invocation) {
    if (is_active[invocation]) return;
    is_active[invocation] = true;
    ++number;
  }
  void clear() {
    is_active.assign(is_active.size(), false);
    number = 0;
  }
};

bool is_same_call(const Moment& one, const Moment& other) {
  return one.who.workgroup == other.who.workgroup && one.who.subgroup == other.who.subgroup &&
         one.instruction == other.instruction && one.instance == other.instance;
}

}  // namespace

struct Recorder::State {
  DispatchCounters head;  // what was counted since begin() that is of no instruction
  std::vector<SourcePlace> places;
  std::vector<Counters> by_instruction;
  std::vector<std::unique_ptr<WorkgroupRecord>> workgroups;  // by number; those that run
  std::vector<std::unique_ptr<WorkgroupRecord>> spare;       // of workgroups that have ended
  ActiveInvocations active;
  std::optional<Moment> last_subgroup_call;
  std::uint32_t last_access_number = 0;
  std::optional<TraceRecorder> trace;

  WorkgroupRecord& workgroup(std::uint32_t number) {
    if (number >= workgroups.size()) workgroups.resize(number + 1);
    std::unique_ptr<WorkgroupRecord>& record = workgroups[number];
    if (record) return *record;
    if (spare.empty()) {
      record.reset(new WorkgroupRecord{
          .accesses = {head.workgroup_size, head.subgroup_width, by_instruction, trace.has_value()},
          .barriers = {}});
    } else {
      record = std::move(spare.back());
      spare.pop_back();
    }
    return *record;
  }

  Counters& at(const Moment& moment) {
    if (moment.who.workgroup == 0) active.mark(moment.who.local);
    return by_instruction[moment.instruction];
  }

  /// The workgroup has ended, or the dispatch: what it passed counts.
  void take_barriers(WorkgroupRecord& record) {
    std::uint64_t total = 0;
    for (const auto& [instruction, number] : record.barriers) {
      std::uint64_t& most = by_instruction[instruction].barriers;
      most = std::max(most, number);
      total += number;
    }
    head.total.barriers = std::max(head.total.barriers, total);
  }

  /// What a fault left open counts too.
  void finish() {
    for (std::uint32_t number = 0; number < workgroups.size(); ++number) {
      if (!workgroups[number]) continue;
      workgroups[number]->accesses.serve_all();
      take_barriers(*workgroups[number]);
    }
  }
};

Recorder::Recorder() : state_(std::make_unique<State>()) {}
Recorder::~Recorder() = default;

void Recorder::begin(DispatchCounters head, std::vector<SourcePlace> places, std::vector<Array> arrays,
                     bool traced) {
  *state_ = State{};
  state_->by_instruction.resize(places.size());
  state_->active.is_active.resize(head.workgroup_size);
  if (traced) state_->trace.emplace(places, std::move(arrays), head.workgroup_size);
  state_->head = std::move(head);
  state_->places = std::move(places);
}

void Recorder::memory(const Moment& moment, const MemoryEvent& event, std::span<const WordOf> sources) {
  Counters& counters = state_->at(moment);
  if (event.bytes == 0) {  // a later component: counted with the first
    if (state_->trace) state_->trace->memory(moment, event, sources, state_->last_access_number);
    return;
  }
  if (event.kind == AccessKind::atomic) ++counters.atomics;
  if (event.is_shared) (writes(event) ? counters.shared_writes : counters.shared_reads) += event.bytes / 4;
  state_->last_access_number = state_->workgroup(moment.who.workgroup).accesses.add(moment, event);
  if (state_->trace) state_->trace->memory(moment, event, sources, state_->last_access_number);
}

void Recorder::combine(const Moment& moment, const LaneValue& result, std::span<const WordOf> sources) {
  Counters& counters = state_->at(moment);
  ++counters.work;
  if (result.data_depth > 0) counters.depth = std::max(counters.depth, result.data_depth - 1);
  if (state_->trace) state_->trace->combine(moment, result, sources);
}

void Recorder::subgroup(const Moment& moment, const std::string& name, const LaneValue& result,
                        std::span<const WordOf> sources, std::span<const std::uint32_t> lanes,
                        const SubgroupCost& cost) {
  Counters& counters = state_->at(moment);
  if (!state_->last_subgroup_call || !is_same_call(*state_->last_subgroup_call, moment)) {
    ++counters.subgroup_operations;
    state_->last_subgroup_call = moment;
  }
  counters.work += cost.work;
  if (result.data_depth > 0) counters.depth = std::max(counters.depth, result.data_depth - 1);
  if (state_->trace) state_->trace->subgroup(moment, name, result, sources, lanes);
}

void Recorder::spin(const Moment& moment) {
  ++state_->at(moment).spins;
}

void Recorder::end_interval(std::uint32_t workgroup, const SourcePlace* barrier,
                            std::uint32_t barrier_instruction,
                            const std::vector<std::vector<std::optional<std::uint64_t>>>& shared) {
  WorkgroupRecord& record = state_->workgroup(workgroup);
  record.accesses.serve_all();
  if (state_->trace) {
    state_->trace->end_interval(workgroup, barrier, shared, record.accesses.degrees());
    record.accesses.forget();
  }
  if (workgroup == 0) {
    state_->head.activity.push_back({state_->active.number, state_->head.workgroup_size});
    state_->active.clear();
  }
  if (barrier != nullptr) {
    ++record.barriers[barrier_instruction];
    return;
  }
  state_->take_barriers(record);
  record.barriers.clear();
  state_->spare.push_back(std::move(state_->workgroups[workgroup]));
}

DispatchCounters Recorder::counters(std::span<const std::uint64_t> executed) const {
  state_->finish();
  DispatchCounters result = state_->head;
  for (std::size_t i = 0; i < state_->by_instruction.size(); ++i) {
    Counters counters = state_->by_instruction[i];
    counters.instructions = i < executed.size() ? executed[i] : 0;
    if (counters == Counters{}) continue;
    const SourcePlace& place = state_->places[i];
    result.by_line[{place.file, place.line}].add(counters);
    counters.barriers = 0;  // those of the dispatch are one invocation's: the head has them
    result.total.add(counters);
  }
  return result;
}

Trace Recorder::trace(const std::vector<Finding>& findings, std::uint32_t num_items,
                      std::string schedule) const {
  Trace result{.kernel = state_->head.kernel,
               .num_items = num_items,
               .num_workgroups = state_->head.num_workgroups,
               .workgroup_size = state_->head.workgroup_size,
               .subgroup_width = state_->head.subgroup_width,
               .schedule = std::move(schedule),
               .findings = findings};
  if (!state_->trace) return result;
  state_->finish();
  TraceRecorder all = *state_->trace;
  for (const std::uint32_t workgroup : all.unfinished()) {
    all.end_interval(workgroup, nullptr, {}, state_->workgroup(workgroup).accesses.degrees());
  }
  result.arrays = all.arrays();
  result.intervals = all.intervals();
  return result;
}

}  // namespace scan::simulator
