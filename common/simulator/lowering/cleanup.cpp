// Drops moves that nobody reads the results of. What they stood for is still counted, by the stretch.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/lowering/lowering.hpp"

namespace scan::simulator {
namespace {

template <typename Visit>
void for_each_slot_read(const Program& program, const Step& step, const Visit& visit) {
  const auto visit_all = [&](const std::vector<Slot>& slots) {
    for (const Slot slot : slots) visit(slot);
  };
  const auto visit_address = [&](std::uint32_t address) {
    for (const Term& term : program.addresses[address].terms) visit(term.index);
  };
  switch (step.code) {
    case Code::block:
    case Code::jump:
    case Code::enter_loop:
    case Code::next_loop:
    case Code::subgroup_barrier:
    case Code::workgroup_barrier:
    case Code::memory_barrier:
    case Code::end: return;
    case Code::move:
    case Code::branch:
    case Code::choose: return visit(step.a);
    case Code::scalar_long: return visit_all(program.lists[step.a]);
    case Code::apply_operators: {
      const OperatorCall& call = program.operator_calls[step.a];
      visit_all(call.earlier);
      visit_all(call.later);
      return visit_all(call.computed);
    }
    case Code::load_local:
    case Code::load_shared:
    case Code::load_buffer:
    case Code::load_parameter:
    case Code::array_length: return visit_address(step.a);
    case Code::store_local:
    case Code::store_shared:
    case Code::store_buffer:
      visit_address(step.a);
      if (step.count > 1) return visit_all(program.lists[step.b]);
      return visit(step.b);
    case Code::atomic: {
      const AtomicCall& atomic = program.atomics[step.a];
      visit_address(atomic.address);
      visit(atomic.value);
      return visit(atomic.comparator);
    }
    case Code::subgroup: {
      const SubgroupStep& subgroup = program.subgroup_steps[step.a];
      visit_all(subgroup.first);
      return visit(subgroup.second);
    }
    default:
      visit(step.a);
      visit(step.b);
      visit(step.c);
  }
}

// A variable that is indexed at run time is read as a whole: any of its slots may be.
void visit_indexed(const Program& program, std::vector<bool>& is_read) {
  for (const Address& address : program.addresses) {
    if (address.space != Space::local) continue;
    for (Slot slot = address.first; slot < address.end; ++slot) is_read[slot] = true;
  }
}

// Steps that are left get new numbers; a jump to a step that is gone goes to the next one that is left.
void keep(Program& program, const std::vector<bool>& is_kept) {
  std::vector<std::uint32_t> number_of(program.steps.size() + 1, 0);
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    number_of[i] = number;
    if (!is_kept[i]) continue;
    program.steps[number] = program.steps[i];
    program.nest_of_step[number] = program.nest_of_step[i];
    ++number;
  }
  number_of[program.steps.size()] = number;
  program.steps.resize(number);
  program.nest_of_step.resize(number);
  for (Step& step : program.steps) {
    if (step.code == Code::jump) step.a = number_of[step.a];
    if (step.code == Code::branch) {
      step.b = number_of[step.b];
      step.c = number_of[step.c];
    }
  }
  for (Switch& choice : program.switches) {
    choice.otherwise = number_of[choice.otherwise];
    for (auto& [bits, target] : choice.cases) target = number_of[target];
  }
}

// Whether a round of each loop may wait for others.
void describe_loops(Program& program) {
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Code code = program.steps[i].code;
    for (const std::uint32_t number : program.nests[program.nest_of_step[i]]) {
      Loop& loop = program.loops[number];
      loop.has_atomics |= code == Code::atomic;
      loop.reads_memory |= code == Code::atomic || code == Code::load_shared || code == Code::load_buffer;
      loop.waits_for_subgroup |= code == Code::subgroup || code == Code::subgroup_barrier;
    }
  }
}

}  // namespace

void clean_up(Program& program) {
  for (bool is_done = false; !is_done;) {
    std::vector<bool> is_read(program.frame.size(), false);
    for (const Step& step : program.steps) {
      for_each_slot_read(program, step, [&](Slot slot) { is_read[slot] = true; });
    }
    visit_indexed(program, is_read);
    std::vector<bool> is_kept(program.steps.size(), true);
    is_done = true;
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
      const Step& step = program.steps[i];
      if (step.code != Code::move || is_read[step.d]) continue;
      is_kept[i] = false;
      is_done = false;
    }
    if (!is_done) keep(program, is_kept);
  }
  describe_loops(program);
}

}  // namespace scan::simulator
