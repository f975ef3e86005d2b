// Says which part of an array a word is.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "simulator/lowering/program.hpp"

namespace scan::simulator {
namespace {

std::uint64_t words_of(const Module& module, Id id, bool is_laid_out);

// From the start of a composite to one of its parts.
std::uint64_t distance_to(const Module& module, const Type& type, std::uint64_t part, bool is_laid_out) {
  if (type.kind == TypeKind::structure) {
    if (is_laid_out) return type.member_offsets.at(part) / 4;
    std::uint64_t words = 0;
    for (std::uint64_t i = 0; i < part; ++i) words += words_of(module, type.members[i], is_laid_out);
    return words;
  }
  const bool has_stride = is_laid_out && type.kind != TypeKind::vector;
  return part * (has_stride ? type.array_stride / 4 : words_of(module, type.element, is_laid_out));
}

std::uint64_t words_of(const Module& module, Id id, bool is_laid_out) {
  const Type& type = module.type(id);
  switch (type.kind) {
    case TypeKind::structure: {
      if (type.members.empty()) return 0;
      const std::uint64_t last = type.members.size() - 1;
      return distance_to(module, type, last, is_laid_out) + words_of(module, type.members[last], is_laid_out);
    }
    case TypeKind::vector:
    case TypeKind::array: return distance_to(module, type, type.count, is_laid_out);
    case TypeKind::runtime_array: return 0;
    default: return type.width == 64 ? 2 : 1;
  }
}

}  // namespace

std::string path_to_word(const Module& module, const ArrayLayout& array, std::uint64_t word) {
  const bool is_laid_out = array.space != Space::shared;
  std::string path;
  Id id = array.type;
  for (;;) {
    const Type& type = module.type(id);
    if (type.kind == TypeKind::structure) {
      std::size_t member = type.members.size() - 1;
      while (member > 0 && distance_to(module, type, member, is_laid_out) > word) --member;
      word -= distance_to(module, type, member, is_laid_out);
      const std::string name =
          member < type.member_names.size() ? type.member_names[member] : std::to_string(member);
      path += "." + name;
      id = type.members[member];
    } else if (type.kind == TypeKind::array || type.kind == TypeKind::runtime_array) {
      const std::uint64_t stride = distance_to(module, type, 1, is_laid_out);
      if (stride == 0) return path;
      path += fmt::format("[{}]", word / stride);
      word %= stride;
      id = type.element;
    } else if (type.kind == TypeKind::vector) {
      const std::uint64_t component = word / (module.type(type.element).width == 64 ? 2 : 1);
      constexpr std::string_view kComponents = "xyzw";
      if (component < kComponents.size()) path += fmt::format(".{}", kComponents[component]);
      return path;
    } else {
      return path;
    }
  }
}

}  // namespace scan::simulator
