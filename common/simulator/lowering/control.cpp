// Control flow: jumps with the moves that phis ask for, loops with their rounds, returns as jumps to a call's end.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "simulator/lowering/lowering.hpp"

namespace scan::simulator {

void Lowering::begin_stretch() {
  stretch_ = static_cast<std::uint32_t>(program_.stretches.size());
  program_.stretches.emplace_back();
  emit({.code = Code::block, .a = stretch_});
  stretch_goes_on_ = true;
}

// A label that is only fallen into goes on with the stretch before it.
void Lowering::place(Label& label) {
  std::vector<Step>& steps = program_.steps;
  bool falls_in = false;
  if (!label.jumps.empty() && label.jumps.back().first + 1 == steps.size() &&
      steps.back().code == Code::jump) {
    steps.pop_back();
    program_.nest_of_step.pop_back();
    label.jumps.pop_back();
    falls_in = true;
  }
  known_ = std::exchange(label.known, std::nullopt).value_or(Known{});
  if (label.loop != 0) known_.clear();  // a later round may come with other values
  label.step = static_cast<std::uint32_t>(steps.size());
  for (const auto& [step, member] : label.jumps) steps[step].*member = *label.step;
  for (const auto& [number, which] : label.switch_cases) {
    Switch& choice = program_.switches[number];
    (which == 0 ? choice.otherwise : choice.cases[which - 1].second) = *label.step;
  }
  if (!falls_in || !stretch_goes_on_ || !label.jumps.empty() || !label.switch_cases.empty() ||
      label.loop != 0)
    begin_stretch();
}

namespace {

void agree(std::optional<Known>& agreed, const Known& known) {
  if (!agreed) {
    agreed = known;
    return;
  }
  std::erase_if(*agreed, [&](const auto& entry) {
    const auto found = known.find(entry.first);
    return found == known.end() || found->second != entry.second;
  });
}

}  // namespace

void Lowering::jump_to(Label& label) {
  const auto step = static_cast<std::uint32_t>(program_.steps.size());
  emit({.code = Code::jump, .a = label.step.value_or(0)});
  if (label.step) return;
  label.jumps.emplace_back(step, &Step::a);
  agree(label.known, known_);
}

bool Lowering::needs_steps(Call& call, Id target) {
  const OrderedBlock& ordered = call.structure.blocks[call.structure.position.at(target)];
  return ordered.is_loop || ordered.block->instructions.front().opcode == spv::OpPhi;
}

// From the end of the present block to another one.
void Lowering::edge(Call& call, Id target) {
  Label& label = call.labels[target];
  const OrderedBlock& ordered = call.structure.blocks[call.structure.position.at(target)];
  move_phis(call, target);
  if (ordered.is_loop) {
    if (label.loop == 0) {
      program_.loops.emplace_back();
      label.loop = static_cast<std::uint32_t>(program_.loops.size());
    }
    emit({.code = label.step ? Code::next_loop : Code::enter_loop, .a = label.loop - 1});
  }
  jump_to(label);
}

// Makes a branch go to a block: straight there, or by steps of its own behind the branch.
void Lowering::point_at(Call& call, std::uint32_t step, Slot Step::*member, Id target) {
  if (needs_steps(call, target)) {
    program_.steps[step].*member = static_cast<Slot>(program_.steps.size());
    edge(call, target);
    return;
  }
  Label& label = call.labels[target];
  label.jumps.emplace_back(step, member);
  agree(label.known, known_);
}

void Lowering::branch(Call& call, const Instruction& instruction) {
  const Slot condition = value(call, instruction.operands[0]).slots[0];
  const auto step = static_cast<std::uint32_t>(program_.steps.size());
  emit({.code = Code::branch, .a = condition});
  stretch_goes_on_ = false;
  point_at(call, step, &Step::b, instruction.operands[1]);
  point_at(call, step, &Step::c, instruction.operands[2]);
}

void Lowering::choose(Call& call, const Instruction& instruction) {
  const Value& selector = value(call, instruction.operands[0]);
  if (width_of(selector.type) != 32) throw refused(instruction);
  const std::size_t number = program_.switches.size();
  program_.switches.emplace_back();
  emit({.code = Code::choose, .a = selector.slots[0], .b = static_cast<Slot>(number)});
  stretch_goes_on_ = false;
  const auto go_to = [&](Id target, std::size_t which) {
    Label& label = call.labels[target];
    if (needs_steps(call, target)) {
      const auto here = static_cast<std::uint32_t>(program_.steps.size());
      Switch& choice = program_.switches[number];
      (which == 0 ? choice.otherwise : choice.cases[which - 1].second) = here;
      edge(call, target);
      return;
    }
    label.switch_cases.emplace_back(number, which);
    agree(label.known, known_);
  };
  for (std::size_t i = 2; i + 1 < instruction.operands.size(); i += 2) {
    program_.switches[number].cases.emplace_back(instruction.operands[i], 0);
  }
  go_to(instruction.operands[1], 0);
  for (std::size_t i = 3; i < instruction.operands.size(); i += 2) {
    go_to(instruction.operands[i], (i - 1) / 2);
  }
}

void Lowering::return_from(Call& call, const Instruction& instruction) {
  if (instruction.opcode == spv::OpReturnValue) {
    const Value& returned = value(call, instruction.operands[0]);
    if (call.has_several_returns) {
      move_all(call.result, returned.slots);
    } else {
      call.only_result = returned;
    }
  }
  jump_to(call.exit);
}

// All phis of a block take their values at once.
void Lowering::move_phis(Call& call, Id target) {
  const OrderedBlock& ordered = call.structure.blocks[call.structure.position.at(target)];
  std::vector<Slot> to, from;
  for (const Instruction& phi : ordered.block->instructions) {
    if (phi.opcode != spv::OpPhi) break;
    if (module_.type(phi.type).kind == TypeKind::pointer) throw refused(phi);
    auto found = call.values.find(phi.result);
    if (found == call.values.end()) {
      found = call.values.emplace(phi.result, Value{phi.type, new_slots(module_.type(phi.type).num_scalars)})
                  .first;
    }
    for (std::size_t i = 0; i + 1 < phi.operands.size(); i += 2) {
      if (phi.operands[i + 1] != call.block) continue;
      const std::vector<Slot> destination = found->second.slots;
      const std::vector<Slot>& source = value(call, phi.operands[i]).slots;
      to.insert(to.end(), destination.begin(), destination.end());
      from.insert(from.end(), source.begin(), source.end());
      break;
    }
  }
  move_all(to, from);
}

void Lowering::move_all(std::span<const Slot> to, std::span<const Slot> from) {
  const bool overlaps = std::any_of(
      from.begin(), from.end(), [&](Slot slot) { return std::find(to.begin(), to.end(), slot) != to.end(); });
  std::vector<Slot> source(from.begin(), from.end());
  if (overlaps) {
    for (Slot& slot : source) {
      const Slot copy = new_slot();
      emit({.code = Code::move, .d = copy, .a = slot});
      slot = copy;
    }
  }
  for (std::size_t i = 0; i < to.size(); ++i) emit({.code = Code::move, .d = to[i], .a = source[i]});
}

void Lowering::open_loop(const Call& call, Label& header, Id merge) {
  if (header.loop == 0) {  // nothing leads into it from outside: the first block of a function
    program_.loops.emplace_back();
    header.loop = static_cast<std::uint32_t>(program_.loops.size());
    emit({.code = Code::enter_loop, .a = header.loop - 1});
  }
  Loop& loop = program_.loops[header.loop - 1];
  loop.place = place_;
  const auto found = call.structure.position.find(merge);
  const std::size_t end =
      found == call.structure.position.end() ? call.structure.blocks.size() : found->second;
  open_loops_.push_back({header.loop - 1, end, being_inlined_.size()});
  nest_.push_back(header.loop - 1);
  set_nest();
}

void Lowering::close_loops(std::size_t position) {
  while (!open_loops_.empty() && open_loops_.back().call_depth == being_inlined_.size() &&
         open_loops_.back().end <= position) {
    program_.loops[open_loops_.back().number].end = static_cast<std::uint32_t>(program_.steps.size());
    open_loops_.pop_back();
    nest_.pop_back();
    set_nest();
  }
}

void Lowering::set_nest() {
  const auto found = std::find(program_.nests.begin(), program_.nests.end(), nest_);
  nest_number_ = static_cast<std::uint32_t>(found - program_.nests.begin());
  if (found == program_.nests.end()) program_.nests.push_back(nest_);
}

}  // namespace scan::simulator
