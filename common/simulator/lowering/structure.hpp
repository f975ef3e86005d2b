// The blocks of a function in structured order: a loop's header, its body, its continue block, then what follows it.
// Room: common/simulator/lowering. Source: the SPIR-V specification, section 2.11 (structured control flow).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simulator/module/module.hpp"

namespace scan::simulator {

/// A block and what its merge instruction says.
struct OrderedBlock {
  const Block* block = nullptr;
  Id merge = 0;  // 0: no merge instruction
  bool is_loop = false;
  std::vector<Id> successors;
};

/// The reachable blocks, in an order in which all of a construct comes before what follows it; so a loop is a run of them,
/// from its header up to its merge block.
struct Structure {
  std::vector<OrderedBlock> blocks;
  std::unordered_map<Id, std::size_t> position;  // by label
};

Structure structure_of(const Function& function);

}  // namespace scan::simulator
