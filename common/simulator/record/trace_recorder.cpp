// Keeps the events of a dispatch, and makes the intervals of its trace of them.
// Room: common/simulator/record, for recorder.cpp.
// SPDX-License-Identifier: MIT
#include "simulator/record/trace_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace scan::simulator {
namespace {

EventKind event_kind(const MemoryEvent& memory) {
  switch (memory.kind) {
    case AccessKind::read: return EventKind::load;
    case AccessKind::write: return EventKind::store;
    case AccessKind::atomic: return EventKind::atomic;
  }
  return EventKind::load;
}

/// Votes and ballots: their result is no item, whatever went in.
bool is_about_lanes(const std::string& name) {
  for (const char* prefix :
       {"subgroupBallot", "subgroupInverseBallot", "subgroupElect", "subgroupAll", "subgroupAny"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

std::vector<std::string> texts_of(const std::vector<std::optional<std::uint64_t>>& elements,
                                  const std::string& element_type) {
  std::vector<std::string> texts;
  for (const std::optional<std::uint64_t>& bits : elements) {
    texts.push_back(bits ? text_of(*bits, element_type) : "");
  }
  return texts;
}

}  // namespace

std::string text_of(Bits bits, const std::string& element_type) {
  const bool is_vector = element_type.find("vec") != std::string::npos;
  const std::string scalar_type = is_vector ? element_type.substr(0, element_type.find("vec")) : element_type;
  const auto is_one_of = [&](const char* scalar, const char* of_vector) {
    return is_vector ? scalar_type == of_vector : scalar_type == scalar;
  };
  if (is_one_of("float", ""))
    return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (is_one_of("double", "d")) return fmt::format("{}", std::bit_cast<double>(bits));
  if (is_one_of("int", "i")) return fmt::format("{}", static_cast<std::int32_t>(bits));
  if (is_one_of("int64_t", "i64")) return fmt::format("{}", static_cast<std::int64_t>(bits));
  if (is_one_of("bool", "b")) return bits != 0 ? "true" : "false";
  return fmt::format("{}", bits);
}

TraceRecorder::TraceRecorder(std::vector<SourcePlace> places, std::vector<Array> arrays,
                             std::uint32_t workgroup_size)
    : places_(std::move(places)), arrays_(std::move(arrays)), workgroup_size_(workgroup_size) {}

void TraceRecorder::memory(const Moment& moment, const MemoryEvent& memory, std::span<const WordOf> sources,
                           std::uint32_t access_number) {
  Event event{.kind = event_kind(memory),
              .word = {memory.array, memory.element},
              .value = text_of(memory.value.bits, arrays_.at(memory.array).element_type),
              .race = memory.race};
  if (memory.kind != AccessKind::read) event.sources.assign(sources.begin(), sources.end());
  keep(moment, std::move(event), memory.is_shared ? std::optional(access_number) : std::nullopt);
}

void TraceRecorder::combine(const Moment& moment, const LaneValue& result, std::span<const WordOf> sources) {
  keep(moment,
       {.kind = EventKind::combine,
        .value = text_of(result.bits, type_of(sources)),
        .sources = {sources.begin(), sources.end()}},
       std::nullopt);
}

void TraceRecorder::subgroup(const Moment& moment, const std::string& name, const LaneValue& result,
                             std::span<const WordOf> sources, std::span<const std::uint32_t> lanes) {
  keep(moment,
       {.kind = EventKind::subgroup,
        .name = name,
        .value = text_of(result.bits, is_about_lanes(name) ? "uint" : type_of(sources)),
        .sources = {sources.begin(), sources.end()},
        .lanes = {lanes.begin(), lanes.end()}},
       std::nullopt);
}

void TraceRecorder::end_interval(std::uint32_t workgroup, const SourcePlace* barrier,
                                 const SharedBits& shared, std::span<const std::uint32_t> degrees) {
  OpenInterval& open = open_[workgroup];
  Interval interval{.workgroup = workgroup, .number = open.number, .events = std::move(open.events)};
  if (barrier != nullptr) interval.barrier = *barrier;

  const std::vector<std::uint32_t> steps = steps_of(open.marks);
  std::vector<bool> is_active(workgroup_size_);
  for (std::size_t i = 0; i < interval.events.size(); ++i) {
    Event& event = interval.events[i];
    event.step = steps[i];
    is_active.at(event.invocation) = true;
    if (open.access_numbers[i]) event.conflict_degree = degrees[*open.access_numbers[i]];
  }
  for (std::uint32_t invocation = 0; invocation < workgroup_size_; ++invocation) {
    if (!is_active[invocation]) interval.idle.push_back(invocation);
  }
  for (std::size_t i = 0; i < shared.size(); ++i) {
    interval.shared_after.push_back(texts_of(shared[i], arrays_.at(i).element_type));
  }
  ended_.push_back(std::move(interval));
  open = {.number = open.number + 1};
}

std::vector<std::uint32_t> TraceRecorder::unfinished() const {
  std::vector<std::uint32_t> workgroups;
  for (const auto& [workgroup, open] : open_) {
    if (!open.events.empty()) workgroups.push_back(workgroup);
  }
  return workgroups;
}

std::vector<Interval> TraceRecorder::intervals() const {
  std::vector<Interval> sorted = ended_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Interval& one, const Interval& other) {
    return std::tie(one.workgroup, one.number) < std::tie(other.workgroup, other.number);
  });
  return sorted;
}

void TraceRecorder::keep(const Moment& moment, Event event, std::optional<std::uint32_t> access_number) {
  if (num_events_ == kMostEvents) return;
  ++num_events_;
  event.workgroup = moment.who.workgroup;
  event.invocation = moment.who.local;
  event.place = places_.at(moment.instruction);
  OpenInterval& open = open_[moment.who.workgroup];
  open.events.push_back(std::move(event));
  open.marks.push_back({moment.who.local, moment.instruction, moment.instance});
  open.access_numbers.push_back(access_number);
}

/// The element type of the values that went in.
const std::string& TraceRecorder::type_of(std::span<const WordOf> sources) const {
  static const std::string kWord = "uint";
  if (!sources.empty()) return arrays_.at(sources.back().array).element_type;
  return arrays_.empty() ? kWord : arrays_.front().element_type;
}

}  // namespace scan::simulator
