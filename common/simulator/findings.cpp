// Keeps findings, and the places that instructions of all kernels of a device have.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/findings.hpp"

#include <algorithm>
#include <utility>

namespace scan::simulator {

std::uint32_t Findings::add_places(const std::vector<SourcePlace>& places,
                                   const std::vector<std::uint32_t>& of_instructions) {
  // One number for one line, whichever kernel it is in.
  std::vector<std::uint32_t> number_of;
  for (const SourcePlace& place : places) {
    const auto found = std::find(places_.begin(), places_.end(), place);
    number_of.push_back(static_cast<std::uint32_t>(found - places_.begin()));
    if (found == places_.end()) places_.push_back(place);
  }
  const auto first = static_cast<std::uint32_t>(of_instructions_.size());
  for (const std::uint32_t place : of_instructions) of_instructions_.push_back(number_of[place]);
  return first;
}

bool Findings::is_new(Fault fault, std::uint32_t instruction, std::uint32_t other) {
  const auto [first, second] = std::minmax({of_instructions_[instruction], of_instructions_[other]});
  return seen_.emplace(fault, first, second).second;
}

void Findings::add(Finding finding) {
  if (all_.size() < kMaxFindings) all_.push_back(std::move(finding));
}

void Findings::clear() {
  all_.clear();
  seen_.clear();
}

}  // namespace scan::simulator
