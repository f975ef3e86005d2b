// The faults found on a device: each kind and pair of lines once, and not more than a reader wants.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "simulator/finding.hpp"

namespace scan::simulator {

/// More are not kept.
inline constexpr std::size_t kMaxFindings = 256;

class Findings {
 public:
  /// The places of a kernel's instructions get numbers that no other kernel's have; returns the first.
  std::uint32_t add_places(const std::vector<SourcePlace>& places,
                           const std::vector<std::uint32_t>& of_instructions);
  const SourcePlace& place(std::uint32_t instruction) const { return places_[of_instructions_[instruction]]; }

  /// Whether there is none yet of this kind with these lines, in whichever order; and from now on there is. Numbers are those of add_places().
  bool is_new(Fault fault, std::uint32_t instruction, std::uint32_t other);
  void add(Finding finding);

  const std::vector<Finding>& all() const { return all_; }
  void clear();

 private:
  std::vector<SourcePlace> places_;
  std::vector<std::uint32_t> of_instructions_;
  std::vector<Finding> all_;
  std::set<std::tuple<Fault, std::uint32_t, std::uint32_t>> seen_;
};

}  // namespace scan::simulator
