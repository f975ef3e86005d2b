// Atomics and barriers, with the scope and the semantics of each.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "simulator/lowering/lowering.hpp"

namespace scan::simulator {
namespace {

MemoryScope memory_scope(std::uint64_t scope) {
  switch (scope) {
    case spv::ScopeInvocation: return MemoryScope::invocation;
    case spv::ScopeSubgroup: return MemoryScope::subgroup;
    case spv::ScopeWorkgroup: return MemoryScope::workgroup;
    default: return MemoryScope::device;  // and queue family and cross device: all of the machine
  }
}

bool is_atomic(spv::Op opcode) {
  switch (opcode) {
    case spv::OpAtomicLoad:
    case spv::OpAtomicStore:
    case spv::OpAtomicExchange:
    case spv::OpAtomicCompareExchange:
    case spv::OpAtomicIIncrement:
    case spv::OpAtomicIDecrement:
    case spv::OpAtomicIAdd:
    case spv::OpAtomicISub:
    case spv::OpAtomicSMin:
    case spv::OpAtomicUMin:
    case spv::OpAtomicSMax:
    case spv::OpAtomicUMax:
    case spv::OpAtomicAnd:
    case spv::OpAtomicOr:
    case spv::OpAtomicXor: return true;
    default: return false;
  }
}

}  // namespace

Semantics Lowering::semantics_of(Id scope, Id semantics) {
  const std::uint64_t bits = constant_of(semantics);
  const auto has = [&](std::uint64_t mask) {
    return (bits & mask) != 0;
  };
  const bool both =
      has(spv::MemorySemanticsAcquireReleaseMask) || has(spv::MemorySemanticsSequentiallyConsistentMask);
  return {.scope = memory_scope(constant_of(scope)),
          .acquire = both || has(spv::MemorySemanticsAcquireMask),
          .release = both || has(spv::MemorySemanticsReleaseMask),
          .shared_memory = has(spv::MemorySemanticsWorkgroupMemoryMask),
          .buffers = has(spv::MemorySemanticsUniformMemoryMask)};
}

bool Lowering::lower_atomic(Call& call, const Instruction& instruction) {
  const auto operands = instruction.operands;
  switch (instruction.opcode) {
    case spv::OpControlBarrier: return lower_barrier(instruction), true;
    case spv::OpMemoryBarrier:
      emit({.code = Code::memory_barrier, .a = static_cast<Slot>(program_.barriers.size())});
      program_.barriers.push_back(semantics_of(operands[0], operands[1]));
      return true;
    default: break;
  }
  if (!is_atomic(instruction.opcode)) return false;
  const Pointer& word = pointer(call, operands[0]);
  const Type& type = module_.type(word.type);
  if (word.space != Space::shared && word.space != Space::buffer) throw refused(instruction);
  if (type.kind != TypeKind::integer && !(type.kind == TypeKind::floating && type.width == 32))
    throw refused(instruction);
  if (!word.is_writable && instruction.opcode != spv::OpAtomicLoad)
    throw not_simulated(module_.places[place_],
                        fmt::format("an atomic on {}, which is read-only,", word.name));
  AtomicCall atomic{.opcode = instruction.opcode,
                    .address = address_of(word),
                    .width = type.width,
                    .semantics = semantics_of(operands[1], operands[2])};
  atomic.unequal_semantics = atomic.semantics;
  if (instruction.opcode == spv::OpAtomicCompareExchange) {
    atomic.unequal_semantics = semantics_of(operands[1], operands[3]);
    atomic.value = value(call, operands[4]).slots.at(0);
    atomic.comparator = value(call, operands[5]).slots.at(0);
  } else if (operands.size() > 3) {
    atomic.value = value(call, operands[3]).slots.at(0);
  }
  if (instruction.result != 0) {
    atomic.result = new_slot();
    define(call, instruction, {atomic.result});
  }
  emit({.code = Code::atomic, .a = static_cast<Slot>(program_.atomics.size())});
  program_.atomics.push_back(atomic);
  return true;
}

void Lowering::lower_barrier(const Instruction& instruction) {
  const std::uint64_t execution = constant_of(instruction.operands[0]);
  if (execution != spv::ScopeWorkgroup && execution != spv::ScopeSubgroup) throw refused(instruction);
  if (execution == spv::ScopeSubgroup) program_.uses_subgroups = true;
  emit({.code = execution == spv::ScopeWorkgroup ? Code::workgroup_barrier : Code::subgroup_barrier,
        .a = static_cast<Slot>(program_.barriers.size())});
  program_.barriers.push_back(semantics_of(instruction.operands[1], instruction.operands[2]));
}

}  // namespace scan::simulator
