// Pointers, loads and stores. A local variable's value is followed from store to load, so that most loads cost nothing.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "simulator/lowering/lowering.hpp"

namespace scan::simulator {

bool Lowering::lower_memory(Call& call, const Instruction& instruction) {
  const auto operands = instruction.operands;
  switch (instruction.opcode) {
    case spv::OpVariable: return declare_local(call, instruction), true;
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
      call.pointers.insert_or_assign(instruction.result, access(call, instruction));
      return true;
    case spv::OpLoad:
      if (module_.type(instruction.type).kind == TypeKind::pointer) throw refused(instruction);
      define(call, instruction, load(pointer(call, operands[0])).slots);
      return true;
    case spv::OpStore: store(pointer(call, operands[0]), value(call, operands[1])); return true;
    case spv::OpCopyMemory: store(pointer(call, operands[0]), load(pointer(call, operands[1]))); return true;
    case spv::OpArrayLength: return array_length(call, instruction), true;
    default: return false;
  }
}

void Lowering::declare_local(Call& call, const Instruction& instruction) {
  const Id type = module_.type(instruction.type).element;
  const std::vector<Slot> slots = new_slots(module_.type(type).num_scalars);
  if (slots.empty()) throw refused(instruction);
  const auto name = module_.names.find(instruction.result);
  const Pointer local{
      .space = Space::local,
      .type = type,
      .offset = slots.front(),
      .first = slots.front(),
      .end = slots.back() + 1,
      .is_stored_once = stored_once_.variables_of(*call.function).contains(instruction.result),
      .name = name == module_.names.end() ? "a local variable" : name->second};
  call.pointers.insert_or_assign(instruction.result, local);
  if (instruction.operands.size() > 1) store(local, value(call, instruction.operands[1]));
}

Pointer Lowering::access(Call& call, const Instruction& instruction) {
  Pointer pointed = pointer(call, instruction.operands[0]);
  for (const Id index : instruction.operands.subspan(1)) pointed = part(call, pointed, index);
  return pointed;
}

Pointer Lowering::part(Call& call, const Pointer& whole, Id index) {
  const Type& composite = module_.type(whole.type);
  const auto constant_index = module_.constants.find(index);
  const bool is_constant = constant_index != module_.constants.end();
  const std::uint64_t number = is_constant ? constant_index->second.scalars.at(0) : 0;
  Pointer inner = whole;
  inner.is_block = false;
  if (composite.kind == TypeKind::structure) {
    if (!is_constant || number >= composite.members.size())
      throw not_simulated(module_.places[place_], "a member chosen at run time");
    const auto member = static_cast<std::uint32_t>(number);
    inner.offset += distance_to(whole, member);
    inner.type = composite.members[member];
    const std::string name = member < composite.member_names.size() ? composite.member_names[member] : "";
    inner.name = whole.is_block ? name : whole.name + "." + name;
    return inner;
  }
  inner.type = composite.element;
  const std::uint32_t limit = composite.kind == TypeKind::runtime_array ? 0 : composite.count;
  if (is_constant && number < limit) {
    inner.offset += distance_to(whole, static_cast<std::uint32_t>(number));
    inner.name += fmt::format("[{}]", number);
    return inner;
  }
  inner.terms.push_back({value(call, index).slots.at(0), stride_of(whole), limit, whole.name});
  inner.name += "[…]";
  return inner;
}

Value Lowering::load(const Pointer& pointer) {
  Value loaded{pointer.type, {}};
  if (pointer.space == Space::local) {
    loaded.slots = load_local(pointer);
  } else {
    load_words(pointer, loaded.slots);
  }
  return loaded;
}

void Lowering::store(const Pointer& pointer, const Value& value) {
  if (pointer.space == Space::local) return store_local(pointer, value.slots);
  store_words(pointer, value.slots);
}

std::vector<Slot> Lowering::load_local(const Pointer& pointer) {
  const std::uint32_t count = module_.type(pointer.type).num_scalars;
  std::vector<Slot> slots;
  if (pointer.terms.empty()) {
    for (Slot from = pointer.offset; from < pointer.offset + count; ++from) {
      if (pointer.is_constant) {
        slots.push_back(from);
        continue;
      }
      if (const auto always = always_.find(from); always != always_.end()) {
        slots.push_back(always->second);
        continue;
      }
      const auto known = known_.find(from);
      if (known != known_.end()) {
        slots.push_back(known->second);
        continue;
      }
      slots.push_back(new_slot());
      emit({.code = Code::move, .d = slots.back(), .a = from});
      known_[from] = slots.back();
    }
    return slots;
  }
  slots = new_slots(count);
  Pointer scalar = pointer;
  for (std::uint32_t i = 0; i < count; ++i, ++scalar.offset) {
    emit({.code = Code::load_local, .d = slots[i], .a = address_of(scalar)});
  }
  return slots;
}

void Lowering::store_local(const Pointer& pointer, std::span<const Slot> slots) {
  if (pointer.terms.empty()) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const Slot to = pointer.offset + static_cast<Slot>(i);
      if (pointer.is_stored_once) always_[to] = slots[i];
      Slot& known = known_[to];
      if (known == slots[i] && known != 0) continue;
      known = slots[i];
      emit({.code = Code::move, .d = to, .a = slots[i]});
    }
    return;
  }
  Pointer scalar = pointer;
  for (std::size_t i = 0; i < slots.size(); ++i, ++scalar.offset) {
    emit({.code = Code::store_local, .a = address_of(scalar), .b = slots[i]});
  }
  std::erase_if(known_,
                [&](const auto& entry) { return entry.first >= pointer.first && entry.first < pointer.end; });
}

// A scalar or a vector is one access; of an array or a structure each part is.
void Lowering::load_words(const Pointer& pointer, std::vector<Slot>& slots) {
  for_each_access(pointer, [&](const Pointer& part, std::uint32_t count) {
    const std::vector<Slot> loaded = new_slots(count);
    const Code code = part.space == Space::shared   ? Code::load_shared
                      : part.space == Space::buffer ? Code::load_buffer
                                                    : Code::load_parameter;
    emit({.code = code, .count = static_cast<std::uint8_t>(count), .d = loaded[0], .a = address_of(part)});
    slots.insert(slots.end(), loaded.begin(), loaded.end());
  });
}

void Lowering::store_words(const Pointer& pointer, std::span<const Slot> slots) {
  if (!pointer.is_writable)
    throw not_simulated(module_.places[place_],
                        fmt::format("a store to {}, which is read-only,", pointer.name));
  std::size_t stored = 0;
  for_each_access(pointer, [&](const Pointer& part, std::uint32_t count) {
    Step step{.code = part.space == Space::shared ? Code::store_shared : Code::store_buffer,
              .count = static_cast<std::uint8_t>(count),
              .a = address_of(part),
              .b = slots[stored]};
    if (count > 1) {
      step.b = static_cast<Slot>(program_.lists.size());
      program_.lists.emplace_back(slots.begin() + static_cast<std::ptrdiff_t>(stored),
                                  slots.begin() + static_cast<std::ptrdiff_t>(stored + count));
    }
    emit(step);
    stored += count;
  });
}

void Lowering::for_each_access(const Pointer& pointer,
                               const std::function<void(const Pointer&, std::uint32_t)>& visit) {
  const Type& type = module_.type(pointer.type);
  if (type.kind == TypeKind::runtime_array)
    throw not_simulated(module_.places[place_], fmt::format("{} as a whole", pointer.name));
  if (type.kind != TypeKind::array && type.kind != TypeKind::structure)
    return visit(pointer, type.num_scalars);
  const bool is_array = type.kind == TypeKind::array;
  const auto count = is_array ? type.count : static_cast<std::uint32_t>(type.members.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    Pointer inner = pointer;
    inner.offset += distance_to(pointer, i);
    inner.type = is_array ? type.element : type.members[i];
    for_each_access(inner, visit);
  }
}

void Lowering::array_length(Call& call, const Instruction& instruction) {
  const Pointer& block = pointer(call, instruction.operands[0]);
  Pointer array = block;
  array.offset += distance_to(block, instruction.operands[1]);
  array.type = module_.type(block.type).members.at(instruction.operands[1]);
  array.terms.push_back({constant(0), stride_of(array), 0, array.name});
  const Slot length = new_slot();
  emit({.code = Code::array_length, .d = length, .a = address_of(array)});
  define(call, instruction, {length});
}

std::uint32_t Lowering::address_of(const Pointer& pointer) {
  Address address{.space = pointer.space,
                  .object = pointer.object,
                  .offset = pointer.offset,
                  .scalar_words = scalar_type(pointer.type).width == 64 ? 2u : 1u,
                  .first = pointer.first,
                  .end = pointer.end,
                  .terms = pointer.terms};
  for (std::uint32_t i = 0; i < program_.arrays.size(); ++i) {
    const ArrayLayout& array = program_.arrays[i];
    if (array.space == pointer.space && array.object == pointer.object &&
        array.first_word <= pointer.offset) {
      address.array = i;
    }
  }
  program_.addresses.push_back(std::move(address));
  return static_cast<std::uint32_t>(program_.addresses.size() - 1);
}

}  // namespace scan::simulator
