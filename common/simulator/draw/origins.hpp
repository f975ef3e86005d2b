// Where a value came from: the cell of the picture that an invocation had it from, through memory or a subgroup operation.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "simulator/draw/flow.hpp"
#include "simulator/trace.hpp"

namespace scan::simulator::picture {

/// What the words of memory and the invocations hold at a moment, as cells.
class Origins {
 public:
  explicit Origins(const Trace& trace) : trace_(&trace) {}

  /// The cell that shows this word now, or null.
  const CellAt* shown(const Word& word) const;
  void show(const Word& word, CellAt at) { shown_[word] = at; }

  /// The invocation read the word. A read is late if a write that nothing orders with it came before.
  void read(std::uint32_t invocation, const Word& word, bool is_late);
  /// It got a value that these words went into from a subgroup operation.
  void got(std::uint32_t invocation, CellAt at, const std::set<Word>& sources);
  /// Whether anybody has read the value of this cell.
  bool was_read(CellAt at) const;
  void end_interval() { late_.clear(); }

  /// Of what went into a subgroup operation, what this lane brought: words that it read, or else an earlier result.
  std::set<Word> own_part(std::uint32_t invocation, const std::set<Word>& sources) const;

  /// The cells of a value of this invocation that these words went into: a subgroup operation where one explains
  /// some of them, else the words where it read them.
  std::vector<Link> links_to(std::uint32_t invocation, std::set<Word> sources) const;

 private:
  struct Register {
    CellAt at;
    std::set<Word> sources;
  };
  using Reader = std::pair<std::uint32_t, Word>;

  const Register* best_register(std::uint32_t invocation, const std::set<Word>& sources) const;

  const Trace* trace_;
  std::map<Word, CellAt> shown_;
  std::map<Reader, std::optional<CellAt>> read_;  // no cell: nobody had written the word
  std::set<Reader> late_;
  std::map<std::uint32_t, std::vector<Register>> registers_;  // by invocation
};

}  // namespace scan::simulator::picture
