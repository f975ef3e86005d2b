// SPIR-V made wrong on purpose: the ladder's own shaders with words cut off, flipped, replaced and moved.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace scan::test {

using Words = std::vector<std::uint32_t>;

/// Makes wrong modules out of a right one; the same seed makes the same ones.
class Mutator {
 public:
  Mutator(Words original, std::uint32_t seed);

  /// One more module with one to three things wrong. Some are still valid.
  Words next();
  /// What was done to the last one, for messages: "word 12 replaced by 4294967295; words 3 and 9 swapped".
  const std::string& done() const { return done_; }

 private:
  /// Words from `first` on.
  struct Piece {
    std::size_t first = 0, size = 0;
  };

  std::uint32_t below(std::size_t bound);
  std::size_t any_word(const Words& words);
  std::uint32_t any_value();
  const Piece& any_instruction() { return instructions_[below(instructions_.size())]; }
  void mutate(Words& words);
  void note(const std::string& what);

  Words original_;
  std::mt19937 random_;
  std::vector<Piece>
      instructions_;  // but for names and sources, whose texts are most of a module and do no harm
  std::vector<Piece> constants_;  // of them, the ones that hold a number
  std::string done_;
};

}  // namespace scan::test
