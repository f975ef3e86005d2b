// Checks and parses a SPIR-V binary with SPIRV-Tools, and sorts what it says about ids.
// Room: common/simulator/module.
// SPDX-License-Identifier: MIT
#include "simulator/module/binary.hpp"

#include <fmt/format.h>
#include <spirv-tools/libspirv.hpp>

#include <algorithm>
#include <memory>

#include "scan/errors.hpp"
#include "shader/glsl_text.hpp"

namespace scan::simulator {
namespace {

constexpr std::size_t kHeaderWords = 5;
constexpr std::uint32_t kVersion15 = 0x00010500;

std::uint32_t swapped(std::uint32_t word) {
  return (word >> 24) | ((word >> 8) & 0xff00u) | ((word << 8) & 0xff0000u) | (word << 24);
}

// The newest Vulkan that takes SPIR-V of this version.
spv_target_env environment_of(std::uint32_t version) {
  return version > kVersion15 ? SPV_ENV_VULKAN_1_3 : SPV_ENV_VULKAN_1_2;
}

// What the parser hands out, one instruction at a time.
class Taker {
 public:
  explicit Taker(std::span<const std::uint32_t> words) : words_(words) {}

  void take(const spv_parsed_instruction_t& parsed) {
    const auto opcode = static_cast<spv::Op>(parsed.opcode);
    const std::size_t first = 1u + (parsed.type_id != 0) + (parsed.result_id != 0);
    const auto operands = words_.subspan(position_, parsed.num_words).subspan(first);
    position_ += parsed.num_words;
    follow(parsed);
    const bool is_noted = note(opcode, parsed.result_id, operands);
    line_is_new_ = opcode == spv::OpLine;
    if (is_noted) return;
    binary_.instructions.push_back({.opcode = opcode,
                                    .type = parsed.type_id,
                                    .result = parsed.result_id,
                                    .operands = operands,
                                    .place = place_});
    if (ends_block(opcode)) place_ = 0;
  }

  Binary result() && { return std::move(binary_); }

 private:
  static bool ends_block(spv::Op opcode) {
    return (opcode >= spv::OpBranch && opcode <= spv::OpUnreachable) || opcode == spv::OpFunctionEnd;
  }

  // glslang writes no line for what comes after a conditional expression in the same statement. So a block
  // starts in the line of the selection or loop that it ends, else of the first branch to it.
  void follow(const spv_parsed_instruction_t& parsed) {
    const auto opcode = static_cast<spv::Op>(parsed.opcode);
    if (opcode == spv::OpLabel) {
      const auto start = starts_.find(parsed.result_id);
      if (start != starts_.end()) place_ = start->second;
    }
    const bool names_blocks = opcode >= spv::OpLoopMerge && opcode <= spv::OpSwitch && opcode != spv::OpLabel;
    if (!names_blocks) return;
    for (const spv_parsed_operand_t& operand : std::span(parsed.operands, parsed.num_operands)) {
      // The condition is among them, and does no harm.
      if (operand.type == SPV_OPERAND_TYPE_ID) starts_.try_emplace(parsed.words[operand.offset], place_);
    }
  }

  // Whether the instruction is about ids or lines, and needs no further look.
  bool note(spv::Op opcode, Id result, std::span<const std::uint32_t> operands) {
    switch (opcode) {
      case spv::OpString: strings_[result] = literal_string(operands); return true;
      case spv::OpSource:
        if (operands.size() > 2 && binary_.main_file.empty()) binary_.main_file = strings_[operands[2]];
        return true;
      case spv::OpSourceContinued:
      case spv::OpSourceExtension:
      case spv::OpModuleProcessed:
      case spv::OpNop: return true;
      case spv::OpName: binary_.names[operands[0]] = literal_string(operands.subspan(1)); return true;
      case spv::OpMemberName:
        binary_.member_names[{operands[0], operands[1]}] = literal_string(operands.subspan(2));
        return true;
      case spv::OpDecorate:
        binary_.decorations[operands[0]].push_back(decoration(operands.subspan(1), std::nullopt));
        return true;
      case spv::OpMemberDecorate:
        binary_.decorations[operands[0]].push_back(decoration(operands.subspan(2), operands[1]));
        return true;
      case spv::OpLine: take_line(operands[0], operands[1]); return true;
      case spv::OpNoLine: place_ = 0; return true;
      default: return false;
    }
  }

  // Of an array whose size is an expression of specialization constants, glslang names the line of the declaration
  // right after that of the statement that uses it. The statement's is the one to keep.
  void take_line(Id file, std::uint32_t line) {
    const bool goes_back = line_is_new_ && file == line_.first && line < line_.second;
    if (goes_back) return;
    line_ = {file, line};
    place_ = place_of(file, line);
  }

  static Decoration decoration(std::span<const std::uint32_t> operands, std::optional<std::uint32_t> member) {
    return {.kind = static_cast<spv::Decoration>(operands[0]),
            .member = member,
            .value = operands.size() > 1 ? operands[1] : 0};
  }

  std::uint32_t place_of(Id file, std::uint32_t line) {
    const auto [known, is_new] =
        place_numbers_.try_emplace({file, line}, static_cast<std::uint32_t>(binary_.places.size()));
    if (is_new) binary_.places.push_back({.file = strings_[file], .line = line});
    return known->second;
  }

  std::span<const std::uint32_t> words_;
  std::size_t position_ = kHeaderWords;
  Binary binary_;
  std::unordered_map<Id, std::string> strings_;
  std::map<std::pair<Id, std::uint32_t>, std::uint32_t> place_numbers_;
  std::unordered_map<Id, std::uint32_t> starts_;  // of blocks: the place
  std::uint32_t place_ = 0;
  std::pair<Id, std::uint32_t> line_;  // the last OpLine's
  bool line_is_new_ = false;           // no instruction has followed it
};

}  // namespace

std::string literal_string(std::span<const std::uint32_t> words) {
  std::string text;
  for (const std::uint32_t word : words) {
    for (std::uint32_t shift = 0; shift < 32; shift += 8) {
      const auto byte = static_cast<unsigned char>(word >> shift);
      if (byte == 0) return text;
      text +=
          byte >= ' ' && byte <= '~' ? static_cast<char>(byte) : '?';  // names go into messages of one line
    }
  }
  return text;
}

std::optional<std::uint32_t> Binary::decoration(Id id, spv::Decoration kind,
                                                std::optional<std::uint32_t> member) const {
  const auto all = decorations.find(id);
  if (all == decorations.end()) return std::nullopt;
  for (const Decoration& one : all->second) {
    if (one.kind == kind && one.member == member) return one.value;
  }
  return std::nullopt;
}

void check_words(std::vector<std::uint32_t>& words) {
  if (words.size() < kHeaderWords) {
    throw Error(fmt::format("a binary of {} words is not SPIR-V, which starts with {} words of header",
                            words.size(), kHeaderWords));
  }
  if (words[0] == swapped(spv::MagicNumber))
    std::transform(words.begin(), words.end(), words.begin(), swapped);
  if (words[0] != spv::MagicNumber) {
    throw Error(fmt::format("a binary that starts with {:#010x} is not SPIR-V, which starts with {:#010x}",
                            words[0], spv::MagicNumber));
  }
  const spv_target_env environment = environment_of(words[1]);
  std::string reason;
  spvtools::SpirvTools tools(environment);
  tools.SetMessageConsumer(
      [&](spv_message_level_t level, const char*, const spv_position_t&, const char* message) {
        if (level <= SPV_MSG_ERROR && reason.empty()) reason = message;
      });
  spvtools::ValidatorOptions options;
  options.SetScalarBlockLayout(true);
  options.SetAllowLocalSizeId(true);
  options.SetFriendlyNames(false);  // which take longer than all checks, of modules without a fault too
  if (tools.Validate(words.data(), words.size(), options)) return;
  throw Error(fmt::format("the binary is not SPIR-V that {} takes: {}", spvTargetEnvDescription(environment),
                          shader::one_line(reason)));
}

Binary take_apart(std::span<const std::uint32_t> words) {
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
      spvContextCreate(environment_of(words[1])), spvContextDestroy);
  Taker taker(words);
  const spv_parsed_instruction_fn_t take = [](void* to, const spv_parsed_instruction_t* parsed) {
    static_cast<Taker*>(to)->take(*parsed);
    return SPV_SUCCESS;
  };
  const spv_result_t result =
      spvBinaryParse(context.get(), &taker, words.data(), words.size(), nullptr, take, nullptr);
  if (result != SPV_SUCCESS) throw Error("the binary is not SPIR-V that can be parsed");
  return std::move(taker).result();
}

}  // namespace scan::simulator
