// A SPIR-V binary taken apart: types, constants, variables and functions, with the source lines.
// Room: common/simulator/module. Source: the SPIR-V specification, sections 2.4 (layout) and 3 (binary form).
// SPDX-License-Identifier: MIT
#pragma once

#include <glslang/SPIRV/spirv.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scan/errors.hpp"
#include "shader/kernel.hpp"
#include "simulator/finding.hpp"

namespace scan::simulator {

/// The result id of a SPIR-V instruction; 0 is none.
using Id = std::uint32_t;

enum class TypeKind {
  nothing,
  boolean,
  integer,
  floating,
  vector,
  array,
  runtime_array,
  structure,
  pointer,
  function
};

/// More scalars than this in one type, and more invocations than this in one workgroup, are refused.
inline constexpr std::uint32_t kMaxScalars = 1u << 24, kMaxInvocations = 1u << 20;
/// The same for all that one invocation holds: private and local variables and results of all functions.
inline constexpr std::uint32_t kMaxPrivateScalars = 1u << 14;

/// Scalars of 32 and 64 bits, and what is built from them. A value is held flat: its scalars in order. A type
/// is made from types that came before it, so that types never recur.
struct Type {
  TypeKind kind = TypeKind::nothing;
  std::uint32_t width = 0;        // bits, of integer and floating
  bool is_signed = false;         // of integer
  Id element = 0;                 // component, element, pointee or returned
  std::uint32_t count = 0;        // components of a vector, elements of an array
  std::vector<Id> members;        // of a structure; parameters of a function
  std::uint32_t num_scalars = 0;  // flat; 0 for a runtime array and what ends in one, and for no values
  spv::StorageClass storage = spv::StorageClassMax;  // of a pointer
  // Layout in a buffer, in bytes; 0 where the type has none (shared memory, locals).
  std::uint32_t array_stride = 0;
  std::vector<std::uint32_t> member_offsets;
  std::vector<std::string> member_names;  // of a structure; empty where the binary has none
};

/// A constant with its specialization applied; OpUndef and OpConstantNull are zeros.
struct Constant {
  Id type = 0;
  std::vector<std::uint64_t> scalars;  // flat; 32-bit values zero-extended, booleans 0 or 1
};

struct Variable {
  Id id = 0;
  Id type = 0;  // the pointee's
  spv::StorageClass storage = spv::StorageClassMax;
  std::string name;  // as in the source; of an unnamed block, the block's
  std::optional<std::uint32_t> binding;
  std::optional<spv::BuiltIn> built_in;
  Id initializer = 0;  // a constant
  bool is_writable = true,
       is_readable = true;  // NonWritable, NonReadable, of the variable or of all its members
};

struct Instruction {
  spv::Op opcode = spv::OpNop;
  Id type = 0, result = 0;
  std::span<const std::uint32_t> operands;  // the words after type and result
  std::uint32_t place = 0;                  // index into Module::places; its line, or the one that led here
};

/// From its label (not held as an instruction) to its terminator, merge instructions included.
struct Block {
  Id label = 0;
  std::vector<Instruction> instructions;
};

struct Function {
  Id id = 0;
  Id return_type = 0;
  std::string name;  // "combine": without the parameter types that glslang mangles in
  std::vector<std::pair<Id, Id>> parameters;  // id and type
  std::vector<Block> blocks;
};

/// A module is whole once constructed; it owns its words.
class Module {
 public:
  /// `constants` replace specialization constants by id. Throws Error: "… is not SPIR-V …" for a binary that
  /// SPIRV-Tools' validator refuses, "file:line: OpXyz is not simulated" for what is valid and not supported
  /// (capabilities, types and memory models too). Whether an instruction is simulated for its operands' types
  /// is left to those who run it: see not_simulated().
  Module(std::vector<std::uint32_t> words, std::span<const shader::Constant> constants);

  std::string name;                 // of the entry point's file, for messages
  std::vector<SourcePlace> places;  // [0] is unknown
  std::unordered_map<Id, Type> types;
  std::unordered_map<Id, Constant> constants;
  std::unordered_map<Id, Variable>
      variables;  // of the module: built-ins, buffers, shared memory, private ones
  std::unordered_map<Id, Function> functions;
  Id entry_point = 0;
  std::array<std::uint32_t, 3> workgroup_size{1, 1, 1};
  Id glsl_set = 0;                            // the imported GLSL.std.450
  std::unordered_map<Id, std::string> names;  // as in the source, where the binary has them

  /// Throws Error for an id that is no type.
  const Type& type(Id id) const;

 private:
  std::vector<std::uint32_t> words_;
};

/// "file:line: OpXyz is not simulated"; the place is left out where it is not known.
Error not_simulated(const SourcePlace& place, std::string_view what);

/// "OpIAdd"
std::string name_of(spv::Op opcode);

/// The scalar at which a part of a composite starts: a vector's component, an array's element or a structure's
/// member. Throws Error beyond the last.
std::uint32_t first_scalar(const Module& module, const Type& composite, std::uint32_t index);
/// The type of that part.
Id part_of(const Type& composite, std::uint32_t index);

}  // namespace scan::simulator
