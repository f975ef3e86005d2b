// What is said of a fault: places, invocations, the word, and what would mend it.
// Room: common/simulator/machine.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "simulator/machine/machine.hpp"

namespace scan::simulator {
namespace {

std::string name_of(const Invocation& who) {
  return fmt::format("invocation {} of workgroup {}", who.local, who.workgroup);
}

std::string verb(const Access& access) {
  if (access.kind == AccessKind::read) return "reads";
  if (access.kind == AccessKind::write) return "writes";
  return access.stores ? "changes by an atomic" : "reads by an atomic";
}

std::string past(const Access& access) {
  if (access.kind == AccessKind::read) return "read";
  if (access.kind == AccessKind::write) return "wrote";
  return access.stores ? "changed by an atomic" : "read by an atomic";
}

std::string where(const SourcePlace& place) {
  const std::string text = text_of(place);
  return text.empty() ? "an unknown line" : text;
}

}  // namespace

void Machine::report(Fault fault, const Step& step, std::string message) {
  findings_.add(
      {.fault = fault, .place = place_of(step), .other = std::nullopt, .message = std::move(message)});
}

std::string Machine::name_of_word(std::uint32_t address, std::uint64_t word) const {
  const Site& site = sites_[address];
  const ArrayLayout& array = program_.arrays[program_.addresses[address].array];
  return fmt::format("{}{}", array.array.name,
                     path_to_word(program_.module, array, word - site.first_word - array.first_word));
}

void Machine::report_race(const Race& race, std::uint32_t address, std::uint64_t word) {
  if (!findings_.is_new(Fault::race, race.later.instruction, race.earlier.instruction)) return;
  const SourcePlace& later = findings_.place(race.later.instruction);
  const SourcePlace& earlier = findings_.place(race.earlier.instruction);
  const bool is_shared = sites_[address].is_shared;
  const bool has_atomic = race.later.kind == AccessKind::atomic || race.earlier.kind == AccessKind::atomic;
  std::string remedy;
  if (race.earlier_dispatch > 0) {
    remedy = "a barrier between the dispatches would order them";
  } else if (race.earlier_who.workgroup != race.later_who.workgroup) {
    remedy =
        has_atomic
            ? "nothing orders a plain access and an atomic of two workgroups: both have to be atomic"
            : "only a release and an acquire through an atomic would order two workgroups, or a dispatch "
              "for each";
  } else if (!is_shared && has_atomic) {
    remedy = "a release and an acquire would order them";
  } else {
    // GLSL's barrier() orders shared memory alone; the writer releases before it, and the reader acquires after it.
    const std::string barrier =
        is_shared ? "a barrier()" : "a barrier() with memoryBarrierBuffer() before and after it";
    remedy =
        later == earlier
            ? fmt::format("{} before or after line {}, as the loop goes round, would order them", barrier,
                          later.line)
            : fmt::format("{} between lines {} and {} would order them", barrier, earlier.line, later.line);
  }
  const std::string who =
      race.earlier_dispatch > 0
          ? fmt::format("{}, {} earlier,", name_of(race.earlier_who),
                        race.earlier_dispatch == 1 ? "one dispatch"
                                                   : fmt::format("{} dispatches", race.earlier_dispatch))
          : name_of(race.earlier_who);
  findings_.add(
      {.fault = Fault::race,
       .place = later,
       .other = earlier,
       .message = fmt::format("{}: {} {} {}, which {} {} at {}; {}", where(later), name_of(race.later_who),
                              verb(race.later), name_of_word(address, word), who, past(race.earlier),
                              where(earlier), remedy)});
}

void Machine::report_out_of_bounds(const Lane& lane, const Step& step, std::uint32_t address) {
  if (!findings_.is_new(Fault::out_of_bounds, number_of(step), number_of(step))) return;
  const Site& site = sites_[address];
  const std::vector<Term>& terms = program_.addresses[address].terms;
  for (std::uint32_t i = 0; i < site.num_terms; ++i) {
    const SiteTerm& term = terms_[site.first_term + i];
    const Bits index = lane.cells[term.index].bits;
    if (index < term.limit) continue;
    const auto as_signed = static_cast<std::int32_t>(static_cast<std::uint32_t>(index));
    return report(
        Fault::out_of_bounds, step,
        fmt::format("{}: {} has the index {} for {}, which has {} element{}{}", where(place_of(step)),
                    name_of(lane.who), as_signed < 0 ? std::to_string(as_signed) : std::to_string(index),
                    terms[i].array, term.limit, term.limit == 1 ? "" : "s",
                    as_signed < 0 ? fmt::format(" ({} if it is unsigned)", index) : ""));
  }
  const ArrayLayout& array = program_.arrays[program_.addresses[address].array];
  report(Fault::out_of_bounds, step,
         fmt::format("{}: {} goes beyond the end of what is bound for {}, {} bytes", where(place_of(step)),
                     name_of(lane.who), array.array.name, site.num_words * 4));
}

void Machine::report_uninitialised(const Lane& lane, const Step& step, std::uint32_t address,
                                   std::uint64_t word) {
  if (!findings_.is_new(Fault::uninitialised, number_of(step), number_of(step))) return;
  report(Fault::uninitialised, step,
         fmt::format("{}: {} reads {}, which nothing has written yet", where(place_of(step)),
                     name_of(lane.who), name_of_word(address, word)));
}

// All lanes wait or have ended: names a lane at the first barrier, and one that does not come to it.
void Machine::report_divergent(const Workgroup& group) {
  const Lane* waiting = nullptr;
  for (const Lane& lane : group.lanes) {
    if (lane.state != LaneState::at_barrier) continue;
    if (waiting == nullptr || compare_positions(lane, *waiting) < 0) waiting = &lane;
  }
  if (waiting == nullptr) return;
  const Lane* other = nullptr;
  for (const Lane& lane : group.lanes) {
    if (lane.state == LaneState::at_barrier && compare_positions(lane, *waiting) == 0) continue;
    if (other == nullptr) other = &lane;
  }
  if (other == nullptr) return;
  const Step& step = program_.steps[waiting->step];
  const Step& other_step = program_.steps[other->step];
  if (!findings_.is_new(Fault::divergent_barrier, number_of(step), number_of(other_step))) return;
  const bool has_ended = other->state == LaneState::ended;
  std::string elsewhere = "has ended";
  if (!has_ended) {
    elsewhere = place_of(other_step) == place_of(step)
                    ? "waits there in another round of the loop, or on another way to it"
                    : fmt::format("waits at the barrier at {}", where(place_of(other_step)));
  }
  findings_.add({.fault = Fault::divergent_barrier,
                 .place = place_of(step),
                 .other = has_ended ? std::nullopt : std::optional(place_of(other_step)),
                 .message = fmt::format(
                     "{}: {} waits at the barrier, and {} {}; all invocations of a workgroup have to "
                     "come to the same barrier",
                     where(place_of(step)), name_of(waiting->who), name_of(other->who), elsewhere)});
}

void Machine::report_budget(const Lane& lane) {
  is_over_ = true;
  const Step& step = program_.steps[lane.step];
  report(Fault::budget, step,
         fmt::format("{}: {} was here when the dispatch had executed {} instructions; the budget is {}",
                     where(place_of(step)), name_of(lane.who), tally_.instructions, settings_.budget));
}

void Machine::report_endless(const Lane& lane) {
  const Loop& loop = program_.loops[program_.steps[lane.spin.step].a];
  const SourcePlace& place = program_.module.places[loop.place];
  findings_.add(
      {.fault = Fault::budget,
       .place = place,
       .other = std::nullopt,
       .message = fmt::format("{}: {} goes round in a loop that changes nothing and never ends; {} "
                              "instructions were executed, and no budget is enough (it is {})",
                              where(place), name_of(lane.who), tally_.instructions, settings_.budget)});
}

void Machine::report_stalled(const Workgroup& group, const Lane& lane) {
  const LastLoad& load = lane.spin.last_load;
  const SourcePlace& place = program_.place_of(load.instruction);
  const std::string word = name_of_word(load.address, load.word);
  findings_.add(
      {.fault = Fault::stalled,
       .place = place,
       .other = std::nullopt,
       .message = fmt::format("{}: workgroup {} waits in a loop for {} to change, which nobody on the "
                              "machine will do: {}",
                              where(place), group.number, word, why_nobody_writes(group))});
}

std::string Machine::why_nobody_writes(const Workgroup& group) const {
  std::string held;
  for (const auto& other : groups_) {
    if (!other->is_held || other.get() == &group) continue;
    held += fmt::format("{}{}", held.empty() ? "" : ", ", other->number);
  }
  if (!held.empty())
    return fmt::format("workgroup{} {} {} starved", held.find(',') == std::string::npos ? "" : "s", held,
                       held.find(',') == std::string::npos ? "is" : "are");
  const std::uint32_t left = num_workgroups_ - num_started_;
  if (left > 0) {
    return fmt::format("{} of {} workgroups have not started, as {} are resident and all of them wait", left,
                       num_workgroups_, groups_.size());
  }
  return fmt::format("all of the {} workgroups that are left wait", groups_.size());
}

}  // namespace scan::simulator
