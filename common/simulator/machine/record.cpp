// What a recorder is told of accesses, applications of the operator and intervals; and where each value came from.
// Room: common/simulator/machine.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "simulator/machine/machine.hpp"

namespace scan::simulator {
namespace {

void merge(std::vector<WordOf>& into, const std::vector<WordOf>& more) {
  for (const WordOf& word : more) {
    if (std::find(into.begin(), into.end(), word) == into.end()) into.push_back(word);
  }
}

}  // namespace

Moment Machine::moment_of(const Lane& lane, const Step& step) const {
  const auto at = static_cast<std::uint32_t>(&step - program_.steps.data());
  return {lane.who, step.instruction, instance_of(lane, at)};
}

std::vector<WordOf>& Machine::sources_of(Workgroup& group, const Lane& lane, Slot slot) const {
  return group.sources[lane.who.local * program_.frame.size() + slot];
}

std::vector<WordOf> Machine::sources_of(Workgroup& group, const Lane& lane,
                                        std::span<const Slot> slots) const {
  std::vector<WordOf> all;
  for (const Slot slot : slots) merge(all, sources_of(group, lane, slot));
  return all;
}

// Of a vector, each component is an event of its own, so that a picture knows which item went where. Counters need only
// the first one.
void Machine::record_access(Workgroup& group, const Lane& lane, const Step& step,
                            const RecordedAccess& access) {
  const Site& site = sites_[access.address];
  const std::uint32_t array = program_.addresses[access.address].array;
  const ArrayLayout& layout = program_.arrays[array];
  const std::uint64_t from_start = access.word - site.first_word - layout.first_word;
  const auto first_element = static_cast<std::uint32_t>(from_start / site.scalar_words);
  const Moment moment = moment_of(lane, step);
  const auto value_of = [&](std::uint32_t component) {
    if (access.kind == AccessKind::atomic) return access.value;
    return lane.cells[access.stores ? access.stored[component] : access.first_loaded + component];
  };
  const std::uint32_t words_of_scalar = (std::uint32_t{1} << site.scalar_words) - 1;
  const std::uint32_t num_events = traced_ ? access.count : 1;
  for (std::uint32_t i = 0; i < num_events; ++i) {
    const WordOf word{array, first_element + i};
    std::vector<WordOf> sources;
    if (traced_) {
      if (!access.stored.empty()) sources = sources_of(group, lane, access.stored[i]);
      if (access.first_loaded != 0) sources_of(group, lane, access.first_loaded + i) = {word};
    }
    const std::uint32_t words_before = i * site.scalar_words;
    recorder_->memory(moment,
                      {.kind = access.kind,
                       .is_store = access.stores,
                       .is_shared = site.is_shared,
                       .array = array,
                       .element = word.index,
                       .address = (access.word + words_before) * 4,
                       .bytes = i == 0 ? access.count * site.scalar_words * 4 : 0,
                       .value = value_of(i),
                       .race = (access.raced_words >> words_before & words_of_scalar) != 0},
                      sources);
  }
  if (access.kind == AccessKind::atomic && lane.spin.has_polled_the_same && !access.changes)
    recorder_->spin(moment);
}

// Before the result is written: its value is computed by the recorder's caller, here only the depth is known.
void Machine::record_combine(Workgroup& group, const Lane& lane, const Step& step, const LaneValue& result) {
  std::vector<WordOf> sources;
  if (traced_) {
    const Slot operands[] = {step.a, step.b};
    if (step.code != Code::atomic) sources = sources_of(group, lane, operands);
  }
  recorder_->combine(moment_of(lane, step), result, sources);
}

void Machine::record_combines(Workgroup& group, const Lane& lane, const Step& step,
                              const OperatorCall& call) {
  const auto carries = [&](const std::vector<Slot>& slots) {
    return std::any_of(slots.begin(), slots.end(),
                       [&](Slot slot) { return lane.cells[slot].data_depth != 0; });
  };
  const auto tell = [&](std::span<const Slot> earlier, std::span<const Slot> later, Slot result) {
    std::vector<WordOf> sources;
    if (traced_) {
      sources = sources_of(group, lane, earlier);
      merge(sources, sources_of(group, lane, later));
    }
    recorder_->combine(moment_of(lane, step), lane.cells[result], sources);
  };
  if (!call.by_component) {
    if (carries(call.earlier) && carries(call.later)) tell(call.earlier, call.later, call.result.front());
    return;
  }
  for (std::size_t i = 0; i < call.result.size(); ++i) {
    const bool counts =
        lane.cells[call.earlier[i]].data_depth != 0 && lane.cells[call.later[i]].data_depth != 0;
    if (counts) tell({&call.earlier[i], 1}, {&call.later[i], 1}, call.result[i]);
  }
}

void Machine::record_subgroup(Workgroup& group, const Step& step, const SubgroupCost& cost) {
  const SubgroupStep& operation = program_.subgroup_steps[step.a];
  std::vector<std::uint32_t> locals;
  for (const Lane* lane : waiting_) locals.push_back(lane->who.local);
  std::vector<std::vector<WordOf>> sources(waiting_.size());
  std::vector<std::vector<std::uint32_t>> lanes(waiting_.size());
  for (std::size_t i = 0; i < waiting_.size(); ++i) lanes[i] = lanes_behind(operation, i);
  if (traced_) {
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      for (const std::uint32_t local : lanes[i])
        merge(sources[i], sources_of(group, group.lanes[local], operation.first));
    }
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      for (const Slot slot : operation.result) sources_of(group, *waiting_[i], slot) = sources[i];
    }
  }
  SubgroupCost to_tell = cost;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const Lane& lane = *waiting_[i];
    recorder_->subgroup(moment_of(lane, step), operation.name, lane.cells[operation.result.front()],
                        sources[i], lanes[i], std::exchange(to_tell, {}));
  }
}

// The lanes whose values go into the result of the lane that is number `which` of those that take part.
std::vector<std::uint32_t> Machine::lanes_behind(const SubgroupStep& operation, std::size_t which) const {
  const std::uint32_t width = settings_.subgroup_width;
  const Lane& lane = *waiting_[which];
  const std::uint32_t first = lane.who.local - lane.who.local % width, me = lane.who.local % width;
  std::vector<std::uint32_t> locals;
  const auto add_if = [&](auto holds) {
    for (const Lane* other : waiting_) {
      if (holds(other->who.local % width)) locals.push_back(other->who.local);
    }
  };
  const Bits second = operation.has_second ? lane.cells[operation.second].bits : 0;
  const auto add_one = [&](Bits other) {
    add_if([&](std::uint32_t number) { return number == other; });
  };
  switch (operation.call.opcode) {
    case spv::OpGroupNonUniformElect: break;
    case spv::OpGroupNonUniformBroadcast:
    case spv::OpGroupNonUniformShuffle: add_one(second); break;
    case spv::OpGroupNonUniformBroadcastFirst: add_one(waiting_.front()->who.local - first); break;
    case spv::OpGroupNonUniformShuffleXor: add_one(me ^ second); break;
    case spv::OpGroupNonUniformShuffleUp: add_one(me - second); break;
    case spv::OpGroupNonUniformShuffleDown: add_one(me + second); break;
    case spv::OpGroupNonUniformQuadBroadcast: add_one(me - me % 4 + second); break;
    case spv::OpGroupNonUniformQuadSwap: add_one(me ^ (operation.call.direction + 1)); break;
    case spv::OpGroupNonUniformInverseBallot:
    case spv::OpGroupNonUniformBallotBitExtract:
    case spv::OpGroupNonUniformBallotBitCount:
    case spv::OpGroupNonUniformBallotFindLSB:
    case spv::OpGroupNonUniformBallotFindMSB: add_one(me); break;
    default:
      add_if([&](std::uint32_t number) {
        switch (operation.call.group_operation) {
          case spv::GroupOperationInclusiveScan: return number <= me;
          case spv::GroupOperationExclusiveScan: return number < me;
          case spv::GroupOperationClusteredReduce:
            return number / operation.call.cluster_size == me / operation.call.cluster_size;
          default: return true;
        }
      });
  }
  return locals;
}

void Machine::record_interval(Workgroup& group, const Step* barrier) {
  std::vector<std::vector<std::optional<std::uint64_t>>> shared;
  if (traced_) {
    for (const ArrayLayout& array : program_.arrays) {
      auto& elements = shared.emplace_back();
      if (array.space != Space::shared) continue;
      const std::uint32_t words = array.array.element_bytes / 4;
      for (std::uint32_t i = 0; i < array.array.num_elements; ++i) {
        const std::uint32_t word = array.first_word + i * words;
        elements.push_back(group.shared->is_written[word] != 0
                               ? std::optional(read(*group.shared, word, words).bits)
                               : std::nullopt);
      }
    }
  }
  recorder_->end_interval(group.number, barrier == nullptr ? nullptr : &place_of(*barrier),
                          barrier == nullptr ? 0 : barrier->instruction, shared);
}

// Before a step is executed. Loads and subgroup operations are followed where they are recorded.
void Machine::follow_sources(Workgroup& group, const Lane& lane, const Step& step) {
  const auto take = [&](std::initializer_list<Slot> slots) {
    sources_of(group, lane, step.d) =
        sources_of(group, lane, std::span<const Slot>(slots.begin(), slots.size()));
  };
  switch (step.code) {
    case Code::move: return take({step.a});
    case Code::scalar:
    case Code::scalar_combines: return take({step.a, step.b, step.c});
    case Code::add_u32:
    case Code::subtract_u32:
    case Code::multiply_u32:
    case Code::apply_operator: return take({step.a, step.b});
    case Code::select: return take({lane.cells[step.a].bits != 0 ? step.b : step.c});
    case Code::scalar_long:
      sources_of(group, lane, step.d) = sources_of(group, lane, program_.lists[step.a]);
      return;
    case Code::apply_operators: {
      const OperatorCall& call = program_.operator_calls[step.a];
      for (std::size_t i = 0; i < call.result.size(); ++i) {
        const bool one = call.by_component;
        std::vector<WordOf> sources =
            sources_of(group, lane, one ? std::span(&call.earlier[i], 1) : std::span(call.earlier));
        merge(sources, sources_of(group, lane, one ? std::span(&call.later[i], 1) : std::span(call.later)));
        sources_of(group, lane, call.result[i]) = std::move(sources);
      }
      return;
    }
    case Code::load_local:
    case Code::store_local: {
      std::uint64_t slot = 0;
      if (!locate(sites_[step.a], lane.cells, 1, slot)) return;
      const auto in_frame = static_cast<Slot>(slot);
      const bool loads = step.code == Code::load_local;
      sources_of(group, lane, loads ? step.d : in_frame) = sources_of(group, lane, loads ? in_frame : step.b);
      return;
    }
    case Code::scalar_plain:
    case Code::less_u32:
    case Code::at_least_u32:
    case Code::greater_u32:
    case Code::equal_u32:
    case Code::not_equal_u32:
    case Code::logical_and:
    case Code::load_parameter:
    case Code::array_length: sources_of(group, lane, step.d).clear(); return;
    default: return;
  }
}

}  // namespace scan::simulator
