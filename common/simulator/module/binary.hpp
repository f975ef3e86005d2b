// A SPIR-V binary as a list of instructions, with what is said about ids (names, decorations) sorted by id.
// Room: common/simulator/module. Source: the SPIR-V specification, sections 2.3 and 2.4.
// SPDX-License-Identifier: MIT
#pragma once

#include <glslang/SPIRV/spirv.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulator/finding.hpp"
#include "simulator/module/module.hpp"

namespace scan::simulator {

struct Decoration {
  spv::Decoration kind = spv::DecorationMax;
  std::optional<std::uint32_t> member;  // of a structure; nothing: the whole
  std::uint32_t value = 0;              // its first operand, where it has one
};

/// Views into the words, which outlive it.
struct Binary {
  std::vector<Instruction>
      instructions;  // but for names, decorations and lines, which are below and in `place`
  std::vector<SourcePlace> places{{}};  // [0] is unknown
  std::unordered_map<Id, std::string> names;
  std::map<std::pair<Id, std::uint32_t>, std::string> member_names;
  std::unordered_map<Id, std::vector<Decoration>> decorations;
  std::string main_file;  // of the first OpSource that has one

  /// The value of a decoration of an id or of one of its members; nothing without it.
  std::optional<std::uint32_t> decoration(Id id, spv::Decoration kind,
                                          std::optional<std::uint32_t> member = std::nullopt) const;
};

/// Turns words of the other byte order. Throws Error for what SPIRV-Tools' validator refuses.
void check_words(std::vector<std::uint32_t>& words);

/// Of words that were checked.
Binary take_apart(std::span<const std::uint32_t> words);

/// The text that starts at the first of these words.
std::string literal_string(std::span<const std::uint32_t> words);

}  // namespace scan::simulator
