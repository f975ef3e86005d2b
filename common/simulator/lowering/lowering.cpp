// Functions and blocks: inlines every call, in the order of structured control flow.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include "simulator/lowering/lowering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace scan::simulator {
namespace {

// Far more than any shader has; calls within calls can multiply beyond any memory.
constexpr std::size_t kMaxSteps = 1u << 22;

bool is_return(spv::Op opcode) {
  return opcode == spv::OpReturn || opcode == spv::OpReturnValue;
}

std::size_t count_returns(const Structure& structure) {
  return static_cast<std::size_t>(std::count_if(
      structure.blocks.begin(), structure.blocks.end(),
      [](const OrderedBlock& ordered) { return is_return(ordered.block->instructions.back().opcode); }));
}

}  // namespace

Lowering::Lowering(Program& program)
    : program_(program), module_(program.module), stored_once_(program.module) {
  program_.nests.emplace_back();
  constant(0);  // slot 0
}

void Lowering::run() {
  declare_variables();
  begin_stretch();
  Call main{.function = &module_.functions.at(module_.entry_point)};
  inline_function(main);
  emit({.code = Code::end});
  clean_up(program_);
}

Step& Lowering::emit(Step step) {
  if (program_.steps.size() >= kMaxSteps)
    throw Error(fmt::format("{}: more than {} steps, with all calls inlined", program_.name, kMaxSteps));
  step.instruction = instruction_;
  program_.nest_of_step.push_back(nest_number_);
  return program_.steps.emplace_back(step);
}

Slot Lowering::new_slot() {
  if (program_.frame.size() >= kMaxSteps)
    throw Error(fmt::format("{}: more than {} scalars in an invocation", program_.name, kMaxSteps));
  program_.frame.push_back(0);
  return static_cast<Slot>(program_.frame.size() - 1);
}

std::vector<Slot> Lowering::new_slots(std::size_t count) {
  std::vector<Slot> slots(count);
  for (Slot& slot : slots) slot = new_slot();
  return slots;
}

Slot Lowering::constant(Bits bits) {
  const auto found = constants_.find(bits);
  if (found != constants_.end()) return found->second;
  const Slot slot = new_slot();
  program_.frame[slot] = bits;
  constants_.emplace(bits, slot);
  return slot;
}

Error Lowering::refused(const Instruction& instruction) const {
  return not_simulated(module_.places[instruction.place], name_of(instruction.opcode));
}

const Value& Lowering::value(Call& call, Id id) {
  if (const auto found = call.values.find(id); found != call.values.end()) return found->second;
  if (const auto found = module_values_.find(id); found != module_values_.end()) return found->second;
  const auto found = module_.constants.find(id);
  if (found == module_.constants.end())
    throw not_simulated(module_.places[place_], fmt::format("the use of id {} as a value", id));
  Value made{found->second.type, {}};
  for (const Bits bits : found->second.scalars) made.slots.push_back(constant(bits));
  return module_values_.emplace(id, std::move(made)).first->second;
}

const Pointer& Lowering::pointer(Call& call, Id id) {
  if (const auto found = call.pointers.find(id); found != call.pointers.end()) return found->second;
  if (const auto found = module_pointers_.find(id); found != module_pointers_.end()) return found->second;
  throw not_simulated(module_.places[place_], "a pointer that is chosen at run time");
}

Value& Lowering::define(Call& call, const Instruction& instruction, std::vector<Slot> slots) {
  return call.values.insert_or_assign(instruction.result, Value{instruction.type, std::move(slots)})
      .first->second;
}

std::uint64_t Lowering::constant_of(Id id) {
  const auto found = module_.constants.find(id);
  if (found == module_.constants.end() || found->second.scalars.empty())
    throw not_simulated(module_.places[place_], "a scope, semantics or size that is no constant");
  return found->second.scalars[0];
}

Value Lowering::inline_function(Call& call) {
  const Function& function = *call.function;
  if (std::find(being_inlined_.begin(), being_inlined_.end(), function.id) != being_inlined_.end())
    throw not_simulated(module_.places[place_], "recursion");
  being_inlined_.push_back(function.id);
  call.structure = structure_of(function);
  const std::size_t num_scalars = module_.type(function.return_type).num_scalars;
  call.has_several_returns = count_returns(call.structure) > 1;
  if (call.has_several_returns) call.result = new_slots(num_scalars);
  lower_blocks(call);
  close_loops(call.structure.blocks.size());
  place(call.exit);
  being_inlined_.pop_back();
  if (call.only_result) return *call.only_result;
  if (!call.has_several_returns) call.result.assign(num_scalars, constant(0));  // it never returns
  return {function.return_type, call.result};
}

void Lowering::lower_blocks(Call& call) {
  for (std::size_t position = 0; position < call.structure.blocks.size(); ++position) {
    const OrderedBlock& ordered = call.structure.blocks[position];
    close_loops(position);
    call.block = ordered.block->label;
    Label& label = call.labels[call.block];
    if (ordered.is_loop) {
      place_ = ordered.block->instructions.back().place;
      open_loop(call, label, ordered.merge);
    }
    if (position > 0 || ordered.is_loop) place(label);
    if (ordered.is_loop) program_.loops[label.loop - 1].first = *label.step;
    for (const Instruction& instruction : ordered.block->instructions) lower_instruction(call, instruction);
  }
}

void Lowering::lower_instruction(Call& call, const Instruction& instruction) {
  place_ = instruction.place;
  switch (instruction.opcode) {
    case spv::OpNop:
    case spv::OpLoopMerge:
    case spv::OpSelectionMerge: return;
    default: break;
  }
  instruction_ = static_cast<std::uint32_t>(program_.places.size());
  program_.places.push_back(instruction.place);
  if (instruction.opcode != spv::OpVariable)
    program_.stretches[stretch_].instructions.push_back(instruction_);
  switch (instruction.opcode) {
    case spv::OpPhi: return;  // moved on the edges
    case spv::OpBranch: return edge(call, instruction.operands[0]);
    case spv::OpBranchConditional: return branch(call, instruction);
    case spv::OpSwitch: return choose(call, instruction);
    case spv::OpReturn:
    case spv::OpReturnValue: return return_from(call, instruction);
    case spv::OpUnreachable: emit({.code = Code::end}); return;
    case spv::OpFunctionCall: return lower_call(call, instruction);
    default: break;
  }
  const bool is_lowered = lower_memory(call, instruction) || lower_atomic(call, instruction) ||
                          lower_subgroup(call, instruction) || lower_value(call, instruction) ||
                          lower_extended(call, instruction) || lower_arithmetic(call, instruction);
  if (!is_lowered) throw refused(instruction);
}

void Lowering::lower_call(Call& caller, const Instruction& instruction) {
  const Function& function = module_.functions.at(instruction.operands[0]);
  Call call{.function = &function};
  std::vector<Value> arguments;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const auto& [id, type] = function.parameters[i];
    const Id argument = instruction.operands[i + 1];
    if (module_.type(type).kind == TypeKind::pointer) {
      call.pointers.emplace(id, pointer(caller, argument));
    } else {
      call.values.emplace(id, value(caller, argument));
    }
  }
  const bool is_operator = !in_operator_ && function.name == "combine" && function.parameters.size() == 2;
  if (is_operator) {
    for (const auto& [id, type] : function.parameters) {
      const auto found = call.pointers.find(id);
      arguments.push_back(found == call.pointers.end() ? call.values.at(id) : load(found->second));
    }
    in_operator_ = true;
  }
  Value result = inline_function(call);
  instruction_ = static_cast<std::uint32_t>(program_.places.size());
  program_.places.push_back(instruction.place);
  place_ = instruction.place;
  if (is_operator) {
    in_operator_ = false;
    result = apply_operator(function, arguments[0], arguments[1], result);
  }
  if (module_.type(function.return_type).num_scalars > 0) define(caller, instruction, result.slots);
}

// The result of combine() carries data one application deeper than what went in, whatever its body did.
Value Lowering::apply_operator(const Function& function, const Value& earlier, const Value& later,
                               const Value& result) {
  const bool is_vector = module_.type(function.return_type).kind == TypeKind::vector;
  const bool is_simple = earlier.slots.size() == 1 && later.slots.size() == 1 && result.slots.size() == 1;
  if (is_simple && was_computed_last(earlier.slots[0], later.slots[0], result.slots[0])) {
    Step& last = program_.steps.back();
    if (last.code == Code::scalar) last.code = Code::scalar_combines;
    last.count = 1;
    last.instruction = instruction_;  // the call, and not the line of the operator
    return result;
  }
  Value applied{function.return_type, new_slots(result.slots.size())};
  if (is_simple) {
    emit({.code = Code::apply_operator,
          .d = applied.slots[0],
          .a = earlier.slots[0],
          .b = later.slots[0],
          .c = result.slots[0]});
    return applied;
  }
  emit({.code = Code::apply_operators, .a = static_cast<Slot>(program_.operator_calls.size())});
  program_.operator_calls.push_back({earlier.slots, later.slots, result.slots, applied.slots,
                                     is_vector && earlier.slots.size() == later.slots.size() &&
                                         earlier.slots.size() == result.slots.size()});
  return applied;
}

// Whether the last step is the whole of a combine(): one operation on its two parameters.
bool Lowering::was_computed_last(Slot earlier, Slot later, Slot result) const {
  const Step& last = program_.steps.back();
  const bool may_combine =
      last.code == Code::scalar || last.code == Code::add_u32 || last.code == Code::multiply_u32;
  return may_combine && last.d == result && last.a == earlier && last.b == later && last.c == 0;
}

}  // namespace scan::simulator
