// Where a value came from.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include "simulator/draw/origins.hpp"

#include <algorithm>

namespace scan::simulator::picture {

const CellAt* Origins::shown(const Word& word) const {
  const auto found = shown_.find(word);
  return found == shown_.end() ? nullptr : &found->second;
}

void Origins::read(std::uint32_t invocation, const Word& word, bool is_late) {
  const CellAt* const at = shown(word);
  read_[{invocation, word}] = at == nullptr ? std::nullopt : std::optional(*at);
  if (is_late) late_.insert({invocation, word});
  // What it does with the word now, it does with what it has just read.
  std::erase_if(registers_[invocation], [&](const Register& one) { return one.sources.contains(word); });
}

bool Origins::was_read(CellAt at) const {
  return std::ranges::any_of(read_, [&](const auto& entry) { return entry.second == at; });
}

void Origins::got(std::uint32_t invocation, CellAt at, const std::set<Word>& sources) {
  registers_[invocation].push_back({at, sources});
}

std::set<Word> Origins::own_part(std::uint32_t invocation, const std::set<Word>& sources) const {
  std::set<Word> own;
  for (const Word& word : sources) {
    if (read_.contains({invocation, word})) own.insert(word);
  }
  return own.empty() ? sources : own;
}

std::vector<Link> Origins::links_to(std::uint32_t invocation, std::set<Word> sources) const {
  std::vector<Link> links;
  while (const Register* const best = best_register(invocation, sources)) {
    links.push_back({.from = best->at, .words = best->sources, .is_own = true});
    for (const Word& word : best->sources) sources.erase(word);
  }
  for (const Word& word : sources) {
    const auto read = read_.find({invocation, word});
    if (read != read_.end() && !read->second) continue;
    const CellAt* const at = read != read_.end() ? &*read->second : shown(word);
    if (at == nullptr) continue;
    const bool is_late = late_.contains({invocation, word});
    links.push_back({.from = *at,
                     .words = {word},
                     .is_own = read != read_.end() && !trace_->arrays.at(word.first).is_shared,
                     .is_raced = is_late,
                     .is_late = is_late});
  }
  return links;
}

const Origins::Register* Origins::best_register(std::uint32_t invocation,
                                                const std::set<Word>& sources) const {
  const auto of_invocation = registers_.find(invocation);
  if (of_invocation == registers_.end()) return nullptr;
  const Register* best = nullptr;
  for (const Register& one : of_invocation->second) {
    const bool explains = !one.sources.empty() && std::ranges::includes(sources, one.sources);
    if (explains && (best == nullptr || one.sources.size() >= best->sources.size())) best = &one;
  }
  return best;
}

}  // namespace scan::simulator::picture
