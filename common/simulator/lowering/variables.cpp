// The variables of a module: which slots, words or buffers they are, and how memory is laid out.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "simulator/lowering/lowering.hpp"

namespace scan::simulator {
namespace {

std::string name_of_scalar(const Type& type) {
  if (type.kind == TypeKind::boolean) return "bool";
  if (type.kind == TypeKind::floating) return type.width == 64 ? "double" : "float";
  if (type.width == 64) return type.is_signed ? "int64_t" : "uint64_t";
  return type.is_signed ? "int" : "uint";
}

bool is_of_subgroup(spv::BuiltIn built_in) {
  switch (built_in) {
    case spv::BuiltInNumWorkgroups:
    case spv::BuiltInWorkgroupId:
    case spv::BuiltInLocalInvocationId:
    case spv::BuiltInLocalInvocationIndex:
    case spv::BuiltInGlobalInvocationId: return false;
    default: return true;
  }
}

}  // namespace

void Lowering::declare_variables() {
  std::vector<const Variable*> variables;
  for (const auto& [id, variable] : module_.variables) variables.push_back(&variable);
  std::sort(variables.begin(), variables.end(),
            [](const Variable* left, const Variable* right) { return left->id < right->id; });
  for (const Variable* variable : variables) {
    switch (variable->storage) {
      case spv::StorageClassWorkgroup: declare_shared(*variable); break;
      case spv::StorageClassStorageBuffer: declare_buffer(*variable); break;
      case spv::StorageClassUniform:
      case spv::StorageClassPushConstant:
        module_pointers_.emplace(variable->id, Pointer{.space = Space::parameters,
                                                       .type = variable->type,
                                                       .is_writable = false,
                                                       .is_block = true,
                                                       .name = variable->name});
        break;
      case spv::StorageClassInput: declare_input(*variable); break;
      case spv::StorageClassPrivate: declare_private(*variable); break;
      default:
        throw Error(
            fmt::format("{}: {} is of a storage class that is not simulated", program_.name, variable->name));
    }
  }
}

void Lowering::declare_shared(const Variable& variable) {
  const std::uint32_t words = words_of(variable.type);
  const Type& scalar = scalar_type(variable.type);
  if (scalar.width == 64 || scalar.kind == TypeKind::structure)
    program_.shared_words += program_.shared_words % 2;
  module_pointers_.emplace(variable.id, Pointer{.space = Space::shared,
                                                .type = variable.type,
                                                .offset = program_.shared_words,
                                                .name = variable.name});
  declare_array(variable.name, Space::shared, 0, program_.shared_words, variable.type, words);
  program_.shared_words += words;
}

void Lowering::declare_buffer(const Variable& variable) {
  const auto object = static_cast<std::uint32_t>(program_.buffers.size());
  const Type& block = module_.type(variable.type);
  if (block.kind != TypeKind::structure)
    throw Error(fmt::format("{}: {}, an array of buffers, is not simulated", program_.name, variable.name));
  program_.buffers.push_back({variable.binding.value_or(0), variable.id, variable.is_writable});
  module_pointers_.emplace(variable.id, Pointer{.space = Space::buffer,
                                                .type = variable.type,
                                                .object = object,
                                                .is_writable = variable.is_writable,
                                                .is_block = true,
                                                .name = variable.name});
  for (std::size_t i = 0; i < block.members.size(); ++i) {
    const std::string name = i < block.member_names.size() ? block.member_names[i] : variable.name;
    declare_array(name, Space::buffer, object, block.member_offsets.at(i) / 4, block.members[i], 0);
  }
}

void Lowering::declare_array(const std::string& name, Space space, std::uint32_t object,
                             std::uint32_t first_word, Id type, std::uint32_t words) {
  const Type& scalar = scalar_type(type);
  const std::uint32_t scalar_words = scalar.width == 64 ? 2 : 1;
  program_.arrays.push_back({.array = {.name = name,
                                       .is_shared = space == Space::shared,
                                       .num_elements = words / scalar_words,
                                       .element_bytes = scalar_words * 4,
                                       .element_type = name_of_scalar(scalar)},
                             .space = space,
                             .object = object,
                             .first_word = first_word,
                             .type = type});
}

void Lowering::declare_input(const Variable& variable) {
  const std::vector<Slot> slots = new_slots(module_.type(variable.type).num_scalars);
  if (slots.empty() || !variable.built_in) return;
  program_.uses_subgroups |= is_of_subgroup(*variable.built_in);
  program_.built_ins.push_back({*variable.built_in, slots.front()});
  module_pointers_.emplace(variable.id, Pointer{.space = Space::local,
                                                .type = variable.type,
                                                .offset = slots.front(),
                                                .first = slots.front(),
                                                .end = slots.back() + 1,
                                                .is_constant = true,
                                                .is_writable = false,
                                                .name = variable.name});
}

void Lowering::declare_private(const Variable& variable) {
  const std::vector<Slot> slots = new_slots(module_.type(variable.type).num_scalars);
  if (slots.empty()) return;
  if (variable.initializer != 0) {
    const std::vector<Bits>& initial = module_.constants.at(variable.initializer).scalars;
    for (std::size_t i = 0; i < slots.size(); ++i) program_.frame[slots[i]] = initial.at(i);
  }
  module_pointers_.emplace(variable.id, Pointer{.space = Space::local,
                                                .type = variable.type,
                                                .offset = slots.front(),
                                                .first = slots.front(),
                                                .end = slots.back() + 1,
                                                .name = variable.name});
}

// Without the layout of a buffer: scalar after scalar.
std::uint32_t Lowering::words_of(Id type) const {
  const Type& of = module_.type(type);
  switch (of.kind) {
    case TypeKind::vector:
    case TypeKind::array: return of.count * words_of(of.element);
    case TypeKind::structure: {
      std::uint32_t words = 0;
      for (const Id member : of.members) words += words_of(member);
      return words;
    }
    default: return of.width == 64 ? 2 : 1;
  }
}

// Slots or words from the start of a composite to one of its parts; of arrays and vectors, `index` times the stride.
std::uint32_t Lowering::distance_to(const Pointer& pointer, std::uint32_t index) const {
  const Type& composite = module_.type(pointer.type);
  const bool is_laid_out = pointer.space == Space::buffer || pointer.space == Space::parameters;
  if (composite.kind == TypeKind::structure) {
    if (pointer.space == Space::local) return first_scalar(module_, composite, index);
    if (is_laid_out) return composite.member_offsets.at(index) / 4;
    std::uint32_t words = 0;
    for (std::uint32_t i = 0; i < index; ++i) words += words_of(composite.members[i]);
    return words;
  }
  return index * stride_of(pointer);
}

std::uint32_t Lowering::stride_of(const Pointer& pointer) const {
  const Type& composite = module_.type(pointer.type);
  if (pointer.space == Space::local) return module_.type(composite.element).num_scalars;
  const bool is_laid_out = pointer.space == Space::buffer || pointer.space == Space::parameters;
  if (is_laid_out && composite.kind != TypeKind::vector) return composite.array_stride / 4;
  return words_of(composite.element);
}

}  // namespace scan::simulator
