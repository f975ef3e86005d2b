// Reads types: how many scalars each has, and where they lie in a buffer.
// Room: common/simulator/module. Source: the SPIR-V specification, section 3.49.6 (type declarations).
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "simulator/module/reader.hpp"

namespace scan::simulator {
namespace {

constexpr std::uint32_t kMaxTypeDepth = 64, kWordBytes = 4;
constexpr std::uint64_t kMaxLayoutBytes = std::uint64_t{1} << 30;

}  // namespace

void ModuleReader::read_type(const Instruction& instruction) {
  const auto operands = instruction.operands;
  Type type;
  switch (instruction.opcode) {
    case spv::OpTypeVoid: break;
    case spv::OpTypeBool: type = {.kind = TypeKind::boolean, .num_scalars = 1}; break;
    case spv::OpTypeInt:
    case spv::OpTypeFloat: type = number_type(instruction); break;
    case spv::OpTypeVector:
    case spv::OpTypeArray:
    case spv::OpTypeRuntimeArray: type = array_type(instruction); break;
    case spv::OpTypeStruct: type = structure_type(instruction); break;
    case spv::OpTypePointer: type = pointer_type(instruction); break;
    case spv::OpTypeFunction:
      type = {.kind = TypeKind::function,
              .element = operands[0],
              .members = {operands.begin() + 1, operands.end()}};
      break;
    default: throw refused(instruction);
  }
  measure(instruction, type);
  module_.types[instruction.result] = std::move(type);
}

Type ModuleReader::number_type(const Instruction& instruction) const {
  const std::uint32_t width = instruction.operands[0];
  const bool is_integer = instruction.opcode == spv::OpTypeInt;
  if (width != 32 && width != 64) {
    throw refused(instruction, fmt::format("{} of {} bits", is_integer ? "an integer" : "a float", width));
  }
  return {.kind = is_integer ? TypeKind::integer : TypeKind::floating,
          .width = width,
          .is_signed = is_integer && instruction.operands[1] != 0,
          .num_scalars = 1};
}

Type ModuleReader::array_type(const Instruction& instruction) const {
  const auto operands = instruction.operands;
  Type array{.element = operands[0],
             .array_stride = binary_.decoration(instruction.result, spv::DecorationArrayStride).value_or(0)};
  const std::uint32_t element_scalars = type(array.element).num_scalars;
  if (element_scalars == 0) throw refused(instruction, "an array of elements without a size");
  if (instruction.opcode == spv::OpTypeRuntimeArray) {
    array.kind = TypeKind::runtime_array;
    return array;
  }
  std::uint64_t count = operands[1];
  array.kind = TypeKind::vector;
  if (instruction.opcode == spv::OpTypeArray) {
    array.kind = TypeKind::array;
    count = constant(instruction, operands[1]).scalars.at(0);
  }
  // Of 64 bits a product of two large numbers would not be seen as too large.
  if (count == 0 || count > kMaxScalars || count * element_scalars > kMaxScalars) {
    throw refused(instruction, fmt::format("an array of {} × {} scalars (1 to {} are)", count,
                                           element_scalars, kMaxScalars));
  }
  array.count = static_cast<std::uint32_t>(count);
  array.num_scalars = array.count * element_scalars;
  return array;
}

Type ModuleReader::structure_type(const Instruction& instruction) const {
  Type structure{.kind = TypeKind::structure,
                 .members = {instruction.operands.begin(), instruction.operands.end()}};
  std::uint64_t num_scalars = 0;
  bool ends_open = false;  // in a runtime array, which only the last member may be
  for (std::uint32_t index = 0; index < structure.members.size(); ++index) {
    const Type& member = type(structure.members[index]);
    if (ends_open || (member.num_scalars == 0 && member.kind != TypeKind::runtime_array)) {
      throw refused(instruction, "a structure with a member without a size");
    }
    ends_open = member.kind == TypeKind::runtime_array;
    num_scalars += member.num_scalars;
    if (num_scalars > kMaxScalars) {
      throw refused(instruction, fmt::format("a structure of more than {} scalars", kMaxScalars));
    }
    structure.member_offsets.push_back(
        binary_.decoration(instruction.result, spv::DecorationOffset, index).value_or(0));
    const auto name = binary_.member_names.find({instruction.result, index});
    structure.member_names.push_back(name == binary_.member_names.end() ? "" : name->second);
  }
  if (structure.members.empty()) throw refused(instruction, "a structure without members");
  structure.num_scalars = ends_open ? 0 : static_cast<std::uint32_t>(num_scalars);
  return structure;
}

Type ModuleReader::pointer_type(const Instruction& instruction) const {
  const auto storage = static_cast<spv::StorageClass>(instruction.operands[0]);
  type(instruction.operands[1]);  // known, or it throws
  return {.kind = TypeKind::pointer, .element = instruction.operands[1], .storage = storage};
}

void ModuleReader::measure(const Instruction& instruction, const Type& type) {
  Extent extent{.bytes = bytes_of(type)};
  if (extent.bytes > kMaxLayoutBytes) extent.bytes.reset();
  std::vector<Id> parts = type.members;
  if (type.element != 0) parts.push_back(type.element);
  for (const Id part : parts) {
    const auto known = extents_.find(part);
    if (known == extents_.end()) throw refused(instruction, "a type made from one that comes later");
    extent.depth = std::max(extent.depth, known->second.depth + 1);
  }
  if (extent.depth > kMaxTypeDepth) {
    throw refused(instruction, fmt::format("a type nested more than {} deep", kMaxTypeDepth));
  }
  extents_[instruction.result] = extent;
}

// A runtime array counts as one element.
std::optional<std::uint64_t> ModuleReader::bytes_of(const Type& type) const {
  const auto part_bytes = [&](Id part) {
    const auto known = extents_.find(part);
    return known == extents_.end() ? std::nullopt : known->second.bytes;
  };
  switch (type.kind) {
    case TypeKind::integer:
    case TypeKind::floating: return type.width / 8;
    case TypeKind::vector: {
      const auto bytes = part_bytes(type.element);
      return bytes ? std::optional(*bytes * type.count) : std::nullopt;
    }
    case TypeKind::array:
    case TypeKind::runtime_array: {
      const auto bytes = part_bytes(type.element);
      if (!bytes || type.array_stride < *bytes || type.array_stride % kWordBytes != 0) return std::nullopt;
      return *bytes + std::uint64_t{type.array_stride} * (std::max(type.count, 1u) - 1);
    }
    case TypeKind::structure: {
      std::uint64_t end = 0;
      for (std::size_t index = 0; index < type.members.size(); ++index) {
        const auto bytes = part_bytes(type.members[index]);
        if (!bytes || type.member_offsets[index] % kWordBytes != 0) return std::nullopt;
        end = std::max(end, type.member_offsets[index] + *bytes);
      }
      return end;
    }
    default: return std::nullopt;
  }
}

std::uint32_t first_scalar(const Module& module, const Type& composite, std::uint32_t index) {
  if (composite.kind != TypeKind::structure)
    return index * module.type(part_of(composite, index)).num_scalars;
  part_of(composite, index);  // throws beyond the last
  std::uint32_t scalars = 0;
  for (std::uint32_t i = 0; i < index; ++i) scalars += module.type(composite.members[i]).num_scalars;
  return scalars;
}

Id part_of(const Type& composite, std::uint32_t index) {
  if (composite.kind == TypeKind::structure && index < composite.members.size())
    return composite.members[index];
  const bool is_array = composite.kind == TypeKind::vector || composite.kind == TypeKind::array;
  if (is_array && index < composite.count) return composite.element;
  throw Error(fmt::format("a type of {} scalars has no part {}", composite.num_scalars, index));
}

}  // namespace scan::simulator
