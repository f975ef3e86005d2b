// A kernel made ready to run: functions inlined, every scalar in a slot of one flat frame, pointers resolved.
// Room: common/simulator/lowering. lowering.hpp makes it from a module; machine/machine.hpp runs it.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "simulator/module/module.hpp"
#include "simulator/operations/operations.hpp"
#include "simulator/operations/subgroup.hpp"
#include "simulator/races/races.hpp"
#include "simulator/trace.hpp"

namespace scan::simulator {

/// A scalar's place in the frame of an invocation.
using Slot = std::uint32_t;

/// What a step does; d is where the result goes, a, b and c are operands.
enum class Code : std::uint8_t {
  block,            // counts the instructions of block a
  move,             // d = a
  scalar,           // d = apply(a, b, c): the result carries data as far as its operands do
  scalar_plain,     // the same with a result that carries no data
  scalar_combines,  // the same, and an application of the operator where both operands carry data
  scalar_long,      // four operands: d = apply(lists[a])
  select,           // d = a ? b : c
  add_u32,          // scalar_combines and scalar_plain for what is executed most
  subtract_u32,
  multiply_u32,
  less_u32,
  at_least_u32,
  greater_u32,
  equal_u32,
  not_equal_u32,
  logical_and,
  apply_operator,   // the end of a call to combine: d = c, an application of the operator to a and b
  apply_operators,  // the same on composites: see OperatorCall a
  load_local,       // d and those after it = the array of address a; count scalars
  store_local,      // the array of address a = lists[b]
  load_shared,      // d and those after it = the words of address a; count scalars
  store_shared,     // the words of address a = slot b, or where count > 1 lists[b]
  load_buffer,
  store_buffer,
  load_parameter,
  atomic,             // see AtomicCall a
  array_length,       // d = the number of elements that the binding of address a has room for
  jump,               // to step a
  branch,             // to step b if a, else to step c
  choose,             // to a step by the value of slot a: see Switch b
  enter_loop,         // loop a starts
  next_loop,          // loop a has come round
  subgroup,           // see SubgroupStep a: waits
  subgroup_barrier,   // of semantics a: waits
  workgroup_barrier,  // of semantics a: waits
  memory_barrier,     // of semantics a
  end,
};

struct Step {
  Code code = Code::end;
  std::uint8_t count = 1;         // scalars that a memory access moves
  std::uint32_t instruction = 0;  // index into Program::places
  Slot d = 0, a = 0, b = 0, c = 0;
  ScalarFunction apply = nullptr;
};

/// A stretch of instructions that are all executed once the first is.
struct Stretch {
  std::vector<std::uint32_t> instructions;  // numbers
};

/// Where the steps of a loop lie, from its header's first up to its merge block's; and whether a round may wait for what
/// another invocation writes.
struct Loop {
  std::uint32_t first = 0, end = 0;
  std::uint32_t place = 0;  // index into Module::places, of the header
  bool reads_memory = false, has_atomics = false;
  bool waits_for_subgroup = false;
};

enum class Space : std::uint8_t { local, shared, buffer, parameters };

/// A dynamic index on the way to a scalar.
struct Term {
  Slot index = 0;
  std::uint32_t stride = 0;  // slots or words
  std::uint32_t limit = 0;   // elements; 0: as many as the binding has room for
  std::string array;         // as the source would name it: "values", "tile_states"
};

/// Which slots or words an access means: `offset` and the terms added up.
struct Address {
  Space space = Space::local;
  std::uint32_t object = 0;        // of a buffer: index into Program::buffers
  std::uint32_t offset = 0;        // slots (absolute) or words
  std::uint32_t scalar_words = 1;  // words of a scalar: 1 or 2
  std::uint32_t array = 0;         // shared memory and buffers: index into Program::arrays
  Slot first = 0, end = 0;         // local: the slots of the whole variable
  std::vector<Term> terms;
};

struct BufferObject {
  std::uint32_t binding = 0;
  Id variable = 0;
  bool is_writable = true;
};

/// A part of memory that a recorder sees as one array: a shared variable, or a member of a buffer's block.
struct ArrayLayout {
  Array array;  // num_elements of 0: as many as the binding has room for
  Space space = Space::shared;
  std::uint32_t object = 0;
  std::uint32_t first_word = 0, stride_words = 1;
  Id type = 0;  // of the whole
};

struct OperatorCall {
  std::vector<Slot> earlier, later, computed, result;
  bool by_component = false;  // vectors: each component is an application of its own
};

struct AtomicCall {
  spv::Op opcode = spv::OpNop;
  std::uint32_t address = 0;
  std::uint32_t width = 32;
  Slot value = 0, comparator = 0, result = 0;
  Semantics semantics;          // where it writes
  Semantics unequal_semantics;  // of a compare-exchange that does not write
};

struct Switch {
  std::uint32_t otherwise = 0;  // step
  std::vector<std::pair<Bits, std::uint32_t>> cases;
};

struct SubgroupStep {
  SubgroupCall call;
  std::string name;                 // as in GLSL
  std::vector<Slot> first, result;  // by component
  Slot second = 0;
  bool has_second = false;
  bool takes_ballot = false;
};

/// A built-in input that the kernel reads, and the first of its slots.
struct BuiltInSlots {
  spv::BuiltIn built_in = spv::BuiltInMax;
  Slot first = 0;
};

/// Which part of an array a word is, counted from the array's first: "[7]", "[3].flag", "" for a scalar.
std::string path_to_word(const Module& module, const ArrayLayout& array, std::uint64_t word);

class Program {
 public:
  /// Throws Error for a binary that is no SPIR-V or has what is not simulated.
  Program(std::string name, std::vector<std::uint32_t> words, std::span<const shader::Constant> constants);

  std::string name;  // "03_hillis_steele/double_buffered"
  Module module;

  std::vector<Step> steps;
  std::vector<std::uint32_t> nest_of_step;        // index into nests
  std::vector<std::vector<std::uint32_t>> nests;  // the loops around, the outermost first
  std::vector<std::uint32_t> places;              // of each instruction number: index into Module::places
  std::vector<Stretch> stretches;
  std::vector<Loop> loops;
  std::vector<std::vector<Slot>> lists;
  std::vector<Address> addresses;
  std::vector<OperatorCall> operator_calls;
  std::vector<AtomicCall> atomics;
  std::vector<Switch> switches;
  std::vector<SubgroupStep> subgroup_steps;
  std::vector<Semantics> barriers;

  std::vector<Bits> frame;  // what a frame holds at first: constants, zeros elsewhere
  std::vector<BuiltInSlots> built_ins;
  std::vector<BufferObject> buffers;
  std::vector<ArrayLayout> arrays;
  std::uint32_t shared_words = 0;
  bool uses_subgroups = false;

  const SourcePlace& place_of(std::uint32_t instruction) const { return module.places[places[instruction]]; }
};

}  // namespace scan::simulator
