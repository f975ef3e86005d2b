// Atomic operations on shared memory and buffers.
// Room: common/simulator/machine. Source: the SPIR-V specification, section 3.49.18.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/machine/machine.hpp"

namespace scan::simulator {
namespace {

std::int64_t as_signed(Bits bits, std::uint32_t width) {
  return width == 64 ? static_cast<std::int64_t>(bits)
                     : static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
}

// What is in the word afterwards.
Bits updated(const AtomicCall& call, Bits old, Bits value) {
  const auto is_less = [&] {
    return as_signed(value, call.width) < as_signed(old, call.width);
  };
  switch (call.opcode) {
    case spv::OpAtomicIIncrement: return old + 1;
    case spv::OpAtomicIDecrement: return old - 1;
    case spv::OpAtomicIAdd: return old + value;
    case spv::OpAtomicISub: return old - value;
    case spv::OpAtomicSMin: return is_less() ? value : old;
    case spv::OpAtomicSMax: return is_less() ? old : value;
    case spv::OpAtomicUMin: return std::min(old, value);
    case spv::OpAtomicUMax: return std::max(old, value);
    case spv::OpAtomicAnd: return old & value;
    case spv::OpAtomicOr: return old | value;
    case spv::OpAtomicXor: return old ^ value;
    default: return value;  // store, exchange
  }
}

bool applies_operator(spv::Op opcode) {
  switch (opcode) {
    case spv::OpAtomicLoad:
    case spv::OpAtomicStore:
    case spv::OpAtomicExchange:
    case spv::OpAtomicCompareExchange:
    case spv::OpAtomicIIncrement:
    case spv::OpAtomicIDecrement:
    case spv::OpAtomicISub: return false;
    default: return true;
  }
}

}  // namespace

template <bool kWatched>
bool Machine::atomic(Workgroup& group, Lane& lane, const Step& step) {
  const AtomicCall& call = program_.atomics[step.a];
  const Site& site = sites_[call.address];
  LaneValue* const cells = lane.cells;
  std::uint64_t word = 0;
  if (!locate(site, cells, 1, word)) {
    if (call.result != 0) cells[call.result] = {};
    report_out_of_bounds(lane, step, call.address);
    return false;
  }
  Memory& memory = site.is_shared ? *group.shared : *site.memory;
  const std::uint32_t num_words = site.scalar_words;
  const bool reads = call.opcode != spv::OpAtomicStore;
  if (site.is_shared && reads) {
    for (std::uint64_t i = word; i < word + num_words; ++i) {
      if (memory.is_written[i] == 0) report_uninitialised(lane, step, call.address, i);
    }
  }
  const LaneValue old = read(memory, word, num_words);
  const LaneValue value = cells[call.value];
  const bool is_unequal =
      call.opcode == spv::OpAtomicCompareExchange && old.bits != cells[call.comparator].bits;
  const bool stores = call.opcode != spv::OpAtomicLoad && !is_unequal;
  const Semantics& semantics = is_unequal ? call.unequal_semantics : call.semantics;
  std::uint32_t raced = 0;
  for (std::uint64_t i = word; i < word + num_words; ++i) {
    const auto race = races_.atomic(memory.history, static_cast<std::uint32_t>(i), lane.who, semantics, reads,
                                    stores, number_of(step));
    if (!race) continue;
    raced |= std::uint32_t{1} << (i - word);
    report_race(*race, call.address, i);
  }
  LaneValue updated_value = old;
  if (stores) {
    updated_value = {updated(call, old.bits, value.bits), value.data_depth};
    if (num_words == 1) updated_value.bits &= 0xFFFFFFFF;
    if (applies_operator(call.opcode)) {
      updated_value.data_depth = std::max(old.data_depth, value.data_depth);
      if (old.data_depth != 0 && value.data_depth != 0) {
        ++updated_value.data_depth;
        ++tally_.work;
        tally_.deepest = std::max(tally_.deepest, updated_value.data_depth);
      }
    }
    if (site.is_shared)
      std::fill_n(memory.is_written.begin() + static_cast<std::ptrdiff_t>(word), num_words, 1);
    write(memory, word, num_words, updated_value);
  }
  if (call.result != 0) cells[call.result] = old;

  SpinWatch& spin = lane.spin;
  if (reads) {
    const bool is_same = spin.last_load.instruction == step.instruction && spin.last_load.word == word &&
                         spin.polled == old.bits;
    spin.last_load = {step.instruction, call.address, word};
    spin.polled = old.bits;
    spin.has_polled_the_same = is_same;
  }
  if constexpr (kWatched) {
    if (recorder_ != nullptr) {
      const Slot stored = call.value;
      record_access(group, lane, step,
                    {.address = call.address,
                     .word = word,
                     .count = 1,
                     .kind = AccessKind::atomic,
                     .stores = stores,
                     .changes = updated_value.bits != old.bits,
                     .value = stores ? updated_value : old,
                     .raced_words = raced,
                     .first_loaded = call.result,
                     .stored = {&stored, stores ? 1u : 0u}});
      if (stores && updated_value.data_depth > std::max(old.data_depth, value.data_depth)) {
        record_combine(group, lane, step, updated_value);
      }
    }
  }
  return updated_value.bits != old.bits;
}

template bool Machine::atomic<false>(Workgroup&, Lane&, const Step&);
template bool Machine::atomic<true>(Workgroup&, Lane&, const Step&);

}  // namespace scan::simulator
