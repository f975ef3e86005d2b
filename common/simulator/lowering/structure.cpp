// Orders blocks by a depth-first walk that visits merge blocks first, so that they come last when it is reversed.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include "simulator/lowering/structure.hpp"

#include <algorithm>
#include <unordered_set>

namespace scan::simulator {
namespace {

std::vector<Id> successors_of(const Instruction& last) {
  switch (last.opcode) {
    case spv::OpBranch: return {last.operands[0]};
    case spv::OpBranchConditional: return {last.operands[1], last.operands[2]};
    case spv::OpSwitch: {
      std::vector<Id> labels{last.operands[1]};
      for (std::size_t i = 3; i < last.operands.size(); i += 2) labels.push_back(last.operands[i]);
      return labels;
    }
    default: return {};
  }
}

struct Visit {
  Id label = 0;
  std::vector<Id> to_visit;  // from the back
};

// In the order in which they are visited: what follows the construct, its continue block, its branches from the last to
// the first.
Visit visit_of(const OrderedBlock& ordered) {
  Visit visit{ordered.block->label, ordered.successors};
  const auto& instructions = ordered.block->instructions;
  if (ordered.is_loop) visit.to_visit.push_back(instructions[instructions.size() - 2].operands[1]);
  if (ordered.merge != 0) visit.to_visit.push_back(ordered.merge);
  return visit;
}

OrderedBlock ordered_block(const Block& block) {
  OrderedBlock ordered{.block = &block};
  if (block.instructions.empty()) return ordered;
  ordered.successors = successors_of(block.instructions.back());
  if (block.instructions.size() < 2) return ordered;
  const Instruction& merge = block.instructions[block.instructions.size() - 2];
  if (merge.opcode != spv::OpLoopMerge && merge.opcode != spv::OpSelectionMerge) return ordered;
  ordered.merge = merge.operands[0];
  ordered.is_loop = merge.opcode == spv::OpLoopMerge;
  return ordered;
}

}  // namespace

Structure structure_of(const Function& function) {
  Structure structure;
  if (function.blocks.empty()) return structure;
  std::unordered_map<Id, const Block*> blocks;
  for (const Block& block : function.blocks) blocks.emplace(block.label, &block);

  std::vector<OrderedBlock> reversed;
  std::unordered_set<Id> seen{function.blocks.front().label};
  std::vector<OrderedBlock> open{ordered_block(function.blocks.front())};
  std::vector<Visit> visits{visit_of(open.back())};
  while (!visits.empty()) {
    if (visits.back().to_visit.empty()) {
      reversed.push_back(std::move(open.back()));
      open.pop_back();
      visits.pop_back();
      continue;
    }
    const Id next = visits.back().to_visit.back();
    visits.back().to_visit.pop_back();
    if (!seen.insert(next).second) continue;
    open.push_back(ordered_block(*blocks.at(next)));
    visits.push_back(visit_of(open.back()));
  }
  structure.blocks.assign(std::make_move_iterator(reversed.rbegin()),
                          std::make_move_iterator(reversed.rend()));
  for (std::size_t i = 0; i < structure.blocks.size(); ++i) {
    structure.position.emplace(structure.blocks[i].block->label, i);
  }
  return structure;
}

}  // namespace scan::simulator
