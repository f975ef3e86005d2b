// Makes SPIR-V wrong on purpose.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/mutated_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <glslang/SPIRV/spirv.hpp>
#include <utility>

namespace scan::test {
namespace {

constexpr std::size_t kHeaderWords = 5;
constexpr std::size_t kBoundWord = 3;  // of the header: one more than the largest id

bool is_text(std::uint32_t opcode) {
  return opcode == spv::OpSource || opcode == spv::OpSourceContinued || opcode == spv::OpString ||
         opcode == spv::OpName || opcode == spv::OpMemberName || opcode == spv::OpModuleProcessed;
}

bool holds_number(std::uint32_t opcode) {
  return opcode == spv::OpConstant || opcode == spv::OpSpecConstant || opcode == spv::OpExecutionMode ||
         opcode == spv::OpDecorate || opcode == spv::OpMemberDecorate;
}

}  // namespace

Mutator::Mutator(Words original, std::uint32_t seed) : original_(std::move(original)), random_(seed) {
  std::size_t first = kHeaderWords;
  while (first < original_.size()) {
    const std::uint32_t opcode = original_[first] & spv::OpCodeMask,
                        size = original_[first] >> spv::WordCountShift;
    if (size == 0) break;
    if (!is_text(opcode)) instructions_.push_back({first, size});
    if (holds_number(opcode)) constants_.push_back({first, size});
    first += size;
  }
}

Words Mutator::next() {
  done_.clear();
  Words words = original_;
  for (std::uint32_t left = below(3); left < 3; ++left) mutate(words);
  return words;
}

// Not by a distribution, whose results are the library's choice.
std::uint32_t Mutator::below(std::size_t bound) {
  return static_cast<std::uint32_t>(random_() % std::max<std::size_t>(bound, 1));
}

// In nine of ten cases a word of an instruction that means something.
std::size_t Mutator::any_word(const Words& words) {
  if (below(10) == 0) return below(words.size());
  const Piece& instruction = any_instruction();
  return std::min(instruction.first + below(instruction.size), words.size() - 1);
}

std::uint32_t Mutator::any_value() {
  constexpr std::uint32_t kTelling[] = {
      0, 1, 2, 3, 31, 32, 33, 64, 0xffff, 0x10000000, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff};
  switch (below(3)) {
    case 0: return kTelling[below(std::size(kTelling))];
    case 1: return 1 + below(original_[kBoundWord]);  // most likely an id
    default: return static_cast<std::uint32_t>(random_());
  }
}

void Mutator::note(const std::string& what) {
  done_ += (done_.empty() ? "" : "; ") + what;
}

void Mutator::mutate(Words& words) {
  if (words.empty()) return;
  const auto at = [&](std::size_t index) {
    return words.begin() + static_cast<std::ptrdiff_t>(std::min(index, words.size()));
  };
  const std::size_t word = any_word(words);
  switch (below(14)) {
    case 0: words.resize(below(words.size())); return note(fmt::format("cut to {} words", words.size()));
    case 1:
    case 2: {
      const std::uint32_t bit = below(32);
      words[word] ^= 1u << bit;
      return note(fmt::format("bit {} of word {} flipped", bit, word));
    }
    case 3:
    case 4: words[word] = any_value(); return note(fmt::format("word {} replaced by {}", word, words[word]));
    case 5: {
      const std::size_t other = any_word(words);
      std::swap(words[word], words[other]);
      return note(fmt::format("words {} and {} swapped", word, other));
    }
    case 6: {
      const Piece copied = any_instruction(), before = any_instruction();
      const Words copy(at(copied.first), at(copied.first + copied.size));
      words.insert(at(before.first), copy.begin(), copy.end());
      return note(fmt::format("words from {} copied to before {}", copied.first, before.first));
    }
    case 7: {
      const Piece removed = any_instruction();
      words.erase(at(removed.first), at(removed.first + removed.size));
      return note(fmt::format("{} words from {} removed", removed.size, removed.first));
    }
    default: {  // most of these stay valid, and run
      if (constants_.empty()) return;
      const Piece& constant = constants_[below(constants_.size())];
      const std::size_t last = std::min(constant.first + constant.size, words.size()) - 1;
      words[last] = any_value();
      return note(fmt::format("the number in word {} replaced by {}", last, words[last]));
    }
  }
}

}  // namespace scan::test
