// Composites: putting values together and taking them apart costs no steps but where an index is dynamic.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "simulator/lowering/lowering.hpp"

namespace scan::simulator {
namespace {

Bits join(Bits low, Bits high, Bits, Bits) {
  return low | (high << 32);
}
Bits low_half(Bits whole, Bits, Bits, Bits) {
  return whole & 0xFFFFFFFFu;
}
Bits high_half(Bits whole, Bits, Bits, Bits) {
  return whole >> 32;
}

}  // namespace

bool Lowering::lower_value(Call& call, const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::OpUndef:
      define(call, instruction, std::vector<Slot>(module_.type(instruction.type).num_scalars, constant(0)));
      return true;
    case spv::OpCopyObject:
    case spv::OpCopyLogical:
      if (module_.type(instruction.type).kind == TypeKind::pointer) {
        call.pointers.insert_or_assign(instruction.result, pointer(call, instruction.operands[0]));
      } else {
        define(call, instruction, value(call, instruction.operands[0]).slots);
      }
      return true;
    case spv::OpCompositeConstruct: return construct(call, instruction), true;
    case spv::OpCompositeExtract: return extract(call, instruction), true;
    case spv::OpCompositeInsert: return insert(call, instruction), true;
    case spv::OpVectorShuffle: return shuffle(call, instruction), true;
    case spv::OpVectorExtractDynamic: return extract_dynamic(call, instruction), true;
    case spv::OpVectorInsertDynamic: return insert_dynamic(call, instruction), true;
    case spv::OpSelect: return select(call, instruction), true;
    case spv::OpBitcast: return bitcast(call, instruction), true;
    default: return false;
  }
}

void Lowering::construct(Call& call, const Instruction& instruction) {
  std::vector<Slot> slots;
  for (const Id operand : instruction.operands) {
    const std::vector<Slot>& part = value(call, operand).slots;
    slots.insert(slots.end(), part.begin(), part.end());
  }
  define(call, instruction, std::move(slots));
}

void Lowering::extract(Call& call, const Instruction& instruction) {
  const Value whole = value(call, instruction.operands[0]);
  Id type = whole.type;
  std::uint32_t first = 0;
  for (const std::uint32_t index : instruction.operands.subspan(1)) {
    first += first_scalar(module_, module_.type(type), index);
    type = part_of(module_.type(type), index);
  }
  const auto begin = whole.slots.begin() + first;
  define(call, instruction, {begin, begin + module_.type(type).num_scalars});
}

void Lowering::insert(Call& call, const Instruction& instruction) {
  const std::vector<Slot> part = value(call, instruction.operands[0]).slots;
  Value whole = value(call, instruction.operands[1]);
  Id type = whole.type;
  std::uint32_t first = 0;
  for (const std::uint32_t index : instruction.operands.subspan(2)) {
    first += first_scalar(module_, module_.type(type), index);
    type = part_of(module_.type(type), index);
  }
  std::copy(part.begin(), part.end(), whole.slots.begin() + first);
  define(call, instruction, std::move(whole.slots));
}

void Lowering::shuffle(Call& call, const Instruction& instruction) {
  constexpr std::uint32_t kUndefined = 0xFFFFFFFF;
  std::vector<Slot> both = value(call, instruction.operands[0]).slots;
  const std::vector<Slot>& second = value(call, instruction.operands[1]).slots;
  both.insert(both.end(), second.begin(), second.end());
  std::vector<Slot> slots;
  for (const std::uint32_t index : instruction.operands.subspan(2)) {
    slots.push_back(index == kUndefined ? constant(0) : both.at(index));
  }
  define(call, instruction, std::move(slots));
}

// A vector is small: the component is selected by comparing the index with each number. Beyond the end it is undefined,
// here the first.
void Lowering::extract_dynamic(Call& call, const Instruction& instruction) {
  const std::vector<Slot> vector = value(call, instruction.operands[0]).slots;
  const Slot index = value(call, instruction.operands[1]).slots[0];
  Slot chosen = vector[0];
  for (std::size_t i = 1; i < vector.size(); ++i) {
    const Slot is_here = new_slot(), next = new_slot();
    emit({.code = Code::equal_u32, .d = is_here, .a = index, .b = constant(i)});
    emit({.code = Code::select, .d = next, .a = is_here, .b = vector[i], .c = chosen});
    chosen = next;
  }
  define(call, instruction, {chosen});
}

void Lowering::insert_dynamic(Call& call, const Instruction& instruction) {
  std::vector<Slot> vector = value(call, instruction.operands[0]).slots;
  const Slot part = value(call, instruction.operands[1]).slots[0];
  const Slot index = value(call, instruction.operands[2]).slots[0];
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const Slot is_here = new_slot(), next = new_slot();
    emit({.code = Code::equal_u32, .d = is_here, .a = index, .b = constant(i)});
    emit({.code = Code::select, .d = next, .a = is_here, .b = part, .c = vector[i]});
    vector[i] = next;
  }
  define(call, instruction, std::move(vector));
}

void Lowering::select(Call& call, const Instruction& instruction) {
  if (module_.type(instruction.type).kind == TypeKind::pointer) throw refused(instruction);
  const std::vector<Slot> condition = value(call, instruction.operands[0]).slots;
  const std::vector<Slot> if_true = value(call, instruction.operands[1]).slots;
  const std::vector<Slot> if_false = value(call, instruction.operands[2]).slots;
  std::vector<Slot> slots = new_slots(if_true.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    emit({.code = Code::select,
          .d = slots[i],
          .a = condition[condition.size() == 1 ? 0 : i],
          .b = if_true[i],
          .c = if_false[i]});
  }
  define(call, instruction, std::move(slots));
}

void Lowering::bitcast(Call& call, const Instruction& instruction) {
  if (module_.type(instruction.type).kind == TypeKind::pointer) throw refused(instruction);
  const Value from = value(call, instruction.operands[0]);
  const std::uint32_t from_width = width_of(from.type), to_width = width_of(instruction.type);
  std::vector<Slot> slots;
  if (from_width == to_width) {
    slots = from.slots;
  } else if (from_width == 32) {
    for (std::size_t i = 0; i + 1 < from.slots.size(); i += 2) {
      slots.push_back(new_slot());
      emit({.code = Code::scalar,
            .d = slots.back(),
            .a = from.slots[i],
            .b = from.slots[i + 1],
            .apply = join});
    }
  } else {
    for (const Slot whole : from.slots) {
      for (const ScalarFunction half : {low_half, high_half}) {
        slots.push_back(new_slot());
        emit({.code = Code::scalar, .d = slots.back(), .a = whole, .apply = half});
      }
    }
  }
  define(call, instruction, std::move(slots));
}

}  // namespace scan::simulator
