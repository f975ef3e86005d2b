// Local variables that are written at one place only, before all that reads them: names for values, as `const` ones are.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simulator/lowering/structure.hpp"
#include "simulator/module/module.hpp"

namespace scan::simulator {

class StoredOnce {
 public:
  explicit StoredOnce(const Module& module) : module_(module) {}

  /// Of a function, the local variables with one OpStore, which dominates every use; nothing but loads, whole or in part,
  /// uses them, here and in the functions that they are handed to.
  const std::unordered_set<Id>& variables_of(const Function& function);

 private:
  bool only_reads(const Function& function, std::size_t parameter);

  const Module& module_;
  std::unordered_map<Id, std::unordered_set<Id>> variables_;               // by function
  std::unordered_map<Id, std::unordered_map<std::size_t, bool>> is_read_;  // by function and parameter
};

}  // namespace scan::simulator
