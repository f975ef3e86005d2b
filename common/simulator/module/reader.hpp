// Fills a Module from a binary, section by section; each has its own file beside this one.
// Room: common/simulator/module.
// SPDX-License-Identifier: MIT
#pragma once

#include <glslang/SPIRV/spirv.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "scan/errors.hpp"
#include "shader/kernel.hpp"
#include "simulator/module/binary.hpp"
#include "simulator/module/module.hpp"

namespace scan::simulator {

class ModuleReader {
 public:
  ModuleReader(Module& module, const Binary& binary, std::span<const shader::Constant> replacements)
      : module_(module), binary_(binary), replacements_(replacements) {}

  void read();

 private:
  // module.cpp
  void read_settings(const Instruction& instruction);
  void read_global(const Instruction& instruction);
  void set_workgroup_size();
  Error refused(const Instruction& instruction) const;
  Error refused(const Instruction& instruction, std::string_view what) const;
  const Type& type(Id id) const { return module_.type(id); }
  std::string name(Id id) const;

  // types.cpp
  void read_type(const Instruction& instruction);
  Type number_type(const Instruction& instruction) const;
  Type array_type(const Instruction& instruction) const;
  Type structure_type(const Instruction& instruction) const;
  Type pointer_type(const Instruction& instruction) const;
  void measure(const Instruction& instruction, const Type& type);
  std::optional<std::uint64_t> bytes_of(const Type& type) const;

  // constants.cpp
  void read_constant(const Instruction& instruction);
  const Constant& constant(const Instruction& user, Id id) const;
  std::vector<std::uint64_t> number(const Instruction& instruction) const;
  std::vector<std::uint64_t> composite(const Instruction& instruction) const;
  std::vector<std::uint64_t> zeros(const Instruction& instruction);
  std::vector<std::uint64_t> replaced(const Instruction& instruction,
                                      std::vector<std::uint64_t> scalars) const;
  std::vector<std::uint64_t> computed(const Instruction& instruction) const;
  std::vector<std::uint64_t> extracted(const Instruction& instruction) const;
  std::vector<std::uint64_t> inserted(const Instruction& instruction) const;
  std::vector<std::uint64_t> shuffled(const Instruction& instruction) const;
  std::vector<std::uint64_t> selected(const Instruction& instruction) const;
  std::vector<std::uint64_t> by_component(const Instruction& instruction) const;

  // variables.cpp
  void read_variable(const Instruction& instruction);
  void check_storage(const Instruction& instruction, const Variable& variable) const;
  void check_built_in(const Instruction& instruction, const Variable& variable) const;
  bool is_everywhere(const Variable& variable, spv::Decoration kind) const;

  // functions.cpp
  void read_functions(std::span<const Instruction> instructions);
  void read_in_function(Function& function, const Instruction& instruction);
  void check_call(const Instruction& instruction) const;
  void count_private(const Instruction& instruction, const Type& type);
  std::uint32_t call_depth(Id function, std::uint32_t depth_above,
                           std::unordered_map<Id, std::uint32_t>& known) const;

  // Of a type: how deep types are nested in it, and its bytes in a buffer; nothing for a layout that is none.
  struct Extent {
    std::uint32_t depth = 0;
    std::optional<std::uint64_t> bytes;
  };

  Module& module_;
  const Binary& binary_;
  std::span<const shader::Constant> replacements_;
  std::unordered_map<Id, Extent> extents_;                  // of types
  std::vector<Instruction> local_sizes_;                    // LocalSize and LocalSizeId
  std::unordered_set<Id> sets_without_effect_;              // instruction sets, of debugging
  std::unordered_map<Id, std::vector<Instruction>> calls_;  // by caller
  std::uint64_t num_private_scalars_ = 0, num_constant_scalars_ = 0;
};

/// Whether a capability, or an instruction within a function, is simulated for some types at least.
bool is_simulated(spv::Capability capability);
bool is_simulated(spv::Op opcode);

}  // namespace scan::simulator
