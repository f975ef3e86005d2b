// Loads and stores: where an address leads, whether it is within bounds, and what the access does to the words.
// Room: common/simulator/machine.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/machine/machine.hpp"

namespace scan::simulator {

// The word of an access, counted from the start of shared memory or of the whole buffer.
bool Machine::locate(const Site& site, const LaneValue* cells, std::uint32_t count,
                     std::uint64_t& word) const {
  std::uint64_t at = site.offset;
  const SiteTerm* const terms = terms_.data() + site.first_term;
  for (std::uint32_t i = 0; i < site.num_terms; ++i) {
    const Bits index = cells[terms[i].index].bits;
    if (index >= terms[i].limit) return false;
    at += index * terms[i].stride;
  }
  word = site.first_word + at;
  return at + std::uint64_t{count} * site.scalar_words <= site.num_words;
}

LaneValue Machine::read(const Memory& memory, std::uint64_t word, std::uint32_t words) {
  if (words == 1) return {memory.words[word], memory.depths[word]};
  return {memory.words[word] | Bits{memory.words[word + 1]} << 32,
          std::max(memory.depths[word], memory.depths[word + 1])};
}

void Machine::write(Memory& memory, std::uint64_t word, std::uint32_t words, const LaneValue& value) {
  Bits bits = value.bits;
  for (std::uint64_t i = word; i < word + words; ++i, bits >>= 32) {
    const auto half = static_cast<std::uint32_t>(bits);
    changes_ += memory.words[i] != half;
    memory.words[i] = half;
    memory.depths[i] = value.data_depth;
  }
}

// The words of which it is the later access of a race, a bit each. A vector has at most 8 words.
std::uint32_t Machine::check_access(Memory& memory, std::uint64_t word, std::uint32_t words, const Lane& lane,
                                    const Step& step, AccessKind kind) {
  std::uint32_t raced = 0;
  for (std::uint64_t i = word; i < word + words; ++i) {
    if (const auto race =
            races_.access(memory.history, static_cast<std::uint32_t>(i), lane.who, kind, number_of(step))) {
      raced |= std::uint32_t{1} << (i - word);
      report_race(*race, step.a, i);
    }
  }
  return raced;
}

template <bool kWatched>
void Machine::load(Memory& memory, Workgroup& group, Lane& lane, const Step& step) {
  const Site& site = sites_[step.a];
  LaneValue* const to = lane.cells + step.d;
  std::uint64_t word = 0;
  lane.spin.last_load = {step.instruction, step.a, 0};
  if (!locate(site, lane.cells, step.count, word)) {
    std::fill_n(to, step.count, LaneValue{});
    return report_out_of_bounds(lane, step, step.a);
  }
  lane.spin.last_load.word = word;
  const std::uint32_t num_words = step.count * site.scalar_words;
  const std::uint32_t raced = check_access(memory, word, num_words, lane, step, AccessKind::read);
  if (site.is_shared) {
    for (std::uint64_t i = word; i < word + num_words; ++i) {
      if (memory.is_written[i] == 0) report_uninitialised(lane, step, step.a, i);
    }
  }
  for (std::uint64_t i = 0; i < step.count; ++i)
    to[i] = read(memory, word + i * site.scalar_words, site.scalar_words);
  if constexpr (kWatched) {
    if (recorder_ != nullptr) {
      record_access(group, lane, step,
                    {.address = step.a,
                     .word = word,
                     .count = step.count,
                     .kind = AccessKind::read,
                     .raced_words = raced,
                     .first_loaded = step.d});
    }
  }
}

template <bool kWatched>
void Machine::store(Memory& memory, Workgroup& group, Lane& lane, const Step& step) {
  const Site& site = sites_[step.a];
  const Slot* const from = step.count > 1 ? program_.lists[step.b].data() : &step.b;
  std::uint64_t word = 0;
  if (!locate(site, lane.cells, step.count, word)) return report_out_of_bounds(lane, step, step.a);
  const std::uint32_t num_words = step.count * site.scalar_words;
  const std::uint32_t raced = check_access(memory, word, num_words, lane, step, AccessKind::write);
  if (site.is_shared)
    std::fill_n(memory.is_written.begin() + static_cast<std::ptrdiff_t>(word), num_words, 1);
  for (std::uint64_t i = 0; i < step.count; ++i)
    write(memory, word + i * site.scalar_words, site.scalar_words, lane.cells[from[i]]);
  if constexpr (kWatched) {
    if (recorder_ != nullptr) {
      record_access(group, lane, step,
                    {.address = step.a,
                     .word = word,
                     .count = step.count,
                     .kind = AccessKind::write,
                     .stores = true,
                     .raced_words = raced,
                     .stored = {from, step.count}});
    }
  }
}

void Machine::load_local(Lane& lane, const Step& step) {
  std::uint64_t slot = 0;
  if (locate(sites_[step.a], lane.cells, 1, slot)) {
    lane.cells[step.d] = lane.cells[slot];
  } else {
    lane.cells[step.d] = {};
    report_out_of_bounds(lane, step, step.a);
  }
}

void Machine::store_local(Lane& lane, const Step& step) {
  std::uint64_t slot = 0;
  if (locate(sites_[step.a], lane.cells, 1, slot)) {
    lane.cells[slot] = lane.cells[step.b];
  } else {
    report_out_of_bounds(lane, step, step.a);
  }
}

void Machine::load_parameter(Lane& lane, const Step& step) {
  const Site& site = sites_[step.a];
  LaneValue* const to = lane.cells + step.d;
  std::uint64_t word = 0;
  if (!locate(site, lane.cells, step.count, word)) {
    std::fill_n(to, step.count, LaneValue{});
    return report_out_of_bounds(lane, step, step.a);
  }
  for (std::uint32_t i = 0; i < step.count; ++i, word += site.scalar_words) {
    Bits bits = call_.parameters[word];
    if (site.scalar_words == 2) bits |= Bits{call_.parameters[word + 1]} << 32;
    to[i] = {bits, 0};
  }
}

Bits Machine::array_length(const Step& step) const {
  return terms_[sites_[step.a].first_term].limit;
}

template void Machine::load<false>(Memory&, Workgroup&, Lane&, const Step&);
template void Machine::load<true>(Memory&, Workgroup&, Lane&, const Step&);
template void Machine::store<false>(Memory&, Workgroup&, Lane&, const Step&);
template void Machine::store<true>(Memory&, Workgroup&, Lane&, const Step&);

}  // namespace scan::simulator
