// Looks through a function for variables that one store, which comes before everything else, gives their value.
// Room: common/simulator/lowering. Source: Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", 2001.
// SPDX-License-Identifier: MIT
#include "simulator/lowering/stored_once.hpp"

#include <algorithm>

namespace scan::simulator {
namespace {

// The nearest block that every way to a block leads through, by position; the first block's is itself.
std::vector<std::size_t> dominators_of(const Structure& structure) {
  const std::size_t count = structure.blocks.size();
  std::vector<std::vector<std::size_t>> predecessors(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (const Id successor : structure.blocks[i].successors)
      predecessors[structure.position.at(successor)].push_back(i);
  }
  std::vector<std::size_t> nearest(count, count);
  nearest[0] = 0;
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t i = 1; i < count; ++i) {
      std::size_t common = count;
      for (std::size_t other : predecessors[i]) {
        if (nearest[other] == count) continue;
        if (common == count) common = other;
        while (other != common) {
          while (other > common) other = nearest[other];
          while (common > other) common = nearest[common];
        }
      }
      if (common == nearest[i]) continue;
      nearest[i] = common;
      changes = true;
    }
  }
  return nearest;
}

struct Place {
  std::size_t block = 0, instruction = 0;
};

struct Uses {
  std::vector<Place> stores, loads;
  bool is_used_otherwise = false;
};

bool comes_before(const Place& place, const Place& later, const std::vector<std::size_t>& dominators) {
  if (place.block == later.block) return place.instruction < later.instruction;
  std::size_t block = later.block;
  while (block > place.block) block = dominators[block];
  return block == place.block;
}

}  // namespace

const std::unordered_set<Id>& StoredOnce::variables_of(const Function& function) {
  if (const auto found = variables_.find(function.id); found != variables_.end()) return found->second;
  const Structure structure = structure_of(function);
  std::unordered_map<Id, Uses> uses;
  std::unordered_map<Id, Id> variable_of;  // of a pointer to a part
  for (std::size_t block = 0; block < structure.blocks.size(); ++block) {
    const auto& instructions = structure.blocks[block].block->instructions;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      const Instruction& instruction = instructions[i];
      const Place here{block, i};
      if (instruction.opcode == spv::OpVariable) {
        uses[instruction.result].is_used_otherwise = instruction.operands.size() > 1;
        variable_of[instruction.result] = instruction.result;
        continue;
      }
      for (std::size_t operand = 0; operand < instruction.operands.size(); ++operand) {
        const auto found = variable_of.find(instruction.operands[operand]);
        if (found == variable_of.end()) continue;
        // A number that is no id may look like one; then a variable is thought to be used otherwise.
        const Id variable = found->second;
        const bool is_whole = found->first == variable;
        Uses& of_variable = uses[variable];
        const bool is_part = instruction.opcode == spv::OpAccessChain && operand == 0;
        const bool is_read = instruction.opcode == spv::OpLoad && operand == 0;
        const bool is_handed_on = instruction.opcode == spv::OpFunctionCall && operand > 0 &&
                                  only_reads(module_.functions.at(instruction.operands[0]), operand - 1);
        if (is_part) variable_of.emplace(instruction.result, variable);
        if (is_part || is_read || is_handed_on) {
          of_variable.loads.push_back(here);
        } else if (instruction.opcode == spv::OpStore && operand == 0 && is_whole) {
          of_variable.stores.push_back(here);
        } else {
          of_variable.is_used_otherwise = true;
        }
      }
    }
  }
  const std::vector<std::size_t> dominators = dominators_of(structure);
  std::unordered_set<Id> once;
  for (const auto& [variable, of_variable] : uses) {
    if (of_variable.is_used_otherwise || of_variable.stores.size() != 1) continue;
    const Place& store = of_variable.stores.front();
    if (std::all_of(of_variable.loads.begin(), of_variable.loads.end(),
                    [&](const Place& load) { return comes_before(store, load, dominators); })) {
      once.insert(variable);
    }
  }
  return variables_.emplace(function.id, std::move(once)).first->second;
}

bool StoredOnce::only_reads(const Function& function, std::size_t parameter) {
  if (parameter >= function.parameters.size()) return false;
  auto& known = is_read_[function.id];
  if (const auto found = known.find(parameter); found != known.end()) return found->second;
  known[parameter] = false;  // should it call itself
  std::unordered_set<Id> pointers{function.parameters[parameter].first};
  bool reads = true;
  for (const Block& block : function.blocks) {
    for (const Instruction& instruction : block.instructions) {
      for (std::size_t operand = 0; operand < instruction.operands.size(); ++operand) {
        if (!pointers.contains(instruction.operands[operand])) continue;
        if (instruction.opcode == spv::OpAccessChain && operand == 0) {
          pointers.insert(instruction.result);
        } else if (instruction.opcode == spv::OpFunctionCall && operand > 0) {
          reads = reads && only_reads(module_.functions.at(instruction.operands[0]), operand - 1);
        } else if (instruction.opcode != spv::OpLoad || operand != 0) {
          reads = false;
        }
      }
    }
  }
  return is_read_[function.id][parameter] = reads;
}

}  // namespace scan::simulator
