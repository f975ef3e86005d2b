// From a module to a program: inlines calls, gives every scalar a slot, resolves pointers, and drops what only moves
// values about.
// Room: common/simulator/lowering. Inside program.cpp only.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "simulator/lowering/program.hpp"
#include "simulator/lowering/stored_once.hpp"
#include "simulator/lowering/structure.hpp"

namespace scan::simulator {

/// The scalars of an SSA value. Slots of values never change but for the next round of a loop, so parts of a value need no
/// steps: they are some of its slots.
struct Value {
  Id type = 0;
  std::vector<Slot> slots;
};

/// Where a pointer points to: a place in a variable, with dynamic indices on the way.
struct Pointer {
  Space space = Space::local;
  Id type = 0;               // of what it points to
  std::uint32_t object = 0;  // buffers: index into Program::buffers
  std::uint32_t offset = 0;  // slots or words, from the start of the frame, of shared memory or of the object
  Slot first = 0, end = 0;   // local: the slots of the whole variable
  bool is_constant = false;  // an input: its slots never change
  bool is_writable = true;
  bool is_stored_once = false;
  bool is_block = false;  // a buffer's whole block: its members are named without it
  std::vector<Term> terms;
  std::string name;  // so far
};

/// Which value a variable's slot is known to hold.
using Known = std::unordered_map<Slot, Slot>;

/// A step that is jumped to, perhaps before it has its number.
struct Label {
  std::vector<std::pair<std::uint32_t, Slot Step::*>> jumps;  // to be filled in
  std::vector<std::pair<std::uint32_t, std::size_t>> switch_cases;
  std::optional<std::uint32_t> step;
  std::optional<Known> known;  // what all jumps to it agree on
  std::uint32_t loop = 0;      // of a header, 1 + its number
};

/// One inlined call: what its ids mean.
struct Call {
  const Function* function = nullptr;
  Structure structure;
  std::unordered_map<Id, Value> values;
  std::unordered_map<Id, Pointer> pointers;
  std::unordered_map<Id, Label> labels;
  Label exit;
  std::vector<Slot> result;  // written by each return, where there are several
  std::optional<Value> only_result;
  bool has_several_returns = false;
  Id block = 0;  // that is being lowered
};

class Lowering {
 public:
  explicit Lowering(Program& program);
  void run();

 private:
  // lowering.cpp: functions and blocks.
  Value inline_function(Call& call);
  void lower_blocks(Call& call);
  void lower_instruction(Call& call, const Instruction& instruction);
  void lower_call(Call& call, const Instruction& instruction);
  bool was_computed_last(Slot earlier, Slot later, Slot result) const;
  Value apply_operator(const Function& function, const Value& earlier, const Value& later,
                       const Value& result);

  // control.cpp: edges, labels, loops.
  void place(Label& label);
  void jump_to(Label& label);
  void edge(Call& call, Id target);
  bool needs_steps(Call& call, Id target);
  void point_at(Call& call, std::uint32_t step, Slot Step::*member, Id target);
  void branch(Call& call, const Instruction& instruction);
  void choose(Call& call, const Instruction& instruction);
  void return_from(Call& call, const Instruction& instruction);
  void move_phis(Call& call, Id target);
  void move_all(std::span<const Slot> to, std::span<const Slot> from);
  void open_loop(const Call& call, Label& header, Id merge);
  void close_loops(std::size_t position);
  void set_nest();
  void begin_stretch();

  // values.cpp: what makes values of values.
  bool lower_value(Call& call, const Instruction& instruction);
  void construct(Call& call, const Instruction& instruction);
  void extract(Call& call, const Instruction& instruction);
  void insert(Call& call, const Instruction& instruction);
  void shuffle(Call& call, const Instruction& instruction);
  void extract_dynamic(Call& call, const Instruction& instruction);
  void insert_dynamic(Call& call, const Instruction& instruction);
  void select(Call& call, const Instruction& instruction);
  void bitcast(Call& call, const Instruction& instruction);

  // arithmetic.cpp.
  bool lower_arithmetic(Call& call, const Instruction& instruction);
  void componentwise(Call& call, const Instruction& instruction, spv::Op opcode, std::uint32_t width,
                     const ScalarOperation& operation, std::span<const Id> operands);
  bool wide_arithmetic(Call& call, const Instruction& instruction);
  bool dot(Call& call, const Instruction& instruction);
  bool any_or_all(Call& call, const Instruction& instruction);
  Slot scalar(const ScalarOperation& operation, spv::Op opcode, std::uint32_t width, bool carries_data,
              std::span<const Slot> operands);

  // extended.cpp: GLSL.std.450.
  bool lower_extended(Call& call, const Instruction& instruction);

  // memory.cpp: pointers, loads and stores.
  bool lower_memory(Call& call, const Instruction& instruction);
  void declare_local(Call& call, const Instruction& instruction);
  Pointer access(Call& call, const Instruction& instruction);
  Pointer part(Call& call, const Pointer& whole, Id index);
  Value load(const Pointer& pointer);
  void store(const Pointer& pointer, const Value& value);
  std::vector<Slot> load_local(const Pointer& pointer);
  void store_local(const Pointer& pointer, std::span<const Slot> slots);
  void load_words(const Pointer& pointer, std::vector<Slot>& slots);
  void store_words(const Pointer& pointer, std::span<const Slot> slots);
  void for_each_access(const Pointer& pointer,
                       const std::function<void(const Pointer&, std::uint32_t)>& visit);
  void array_length(Call& call, const Instruction& instruction);
  std::uint32_t address_of(const Pointer& pointer);

  // atomics.cpp: atomics and barriers.
  bool lower_atomic(Call& call, const Instruction& instruction);
  void lower_barrier(const Instruction& instruction);
  Semantics semantics_of(Id scope, Id semantics);

  // subgroup.cpp.
  bool lower_subgroup(Call& call, const Instruction& instruction);

  // variables.cpp: variables of the module and their layout.
  void declare_variables();
  void declare_shared(const Variable& variable);
  void declare_buffer(const Variable& variable);
  void declare_array(const std::string& name, Space space, std::uint32_t object, std::uint32_t first_word,
                     Id type, std::uint32_t words);
  void declare_input(const Variable& variable);
  void declare_private(const Variable& variable);
  std::uint32_t distance_to(const Pointer& pointer, std::uint32_t index) const;
  std::uint32_t stride_of(const Pointer& pointer) const;
  std::uint32_t words_of(Id type) const;

  // Shared by all.
  Slot new_slot();
  std::vector<Slot> new_slots(std::size_t count);
  Slot constant(Bits bits);
  std::uint64_t constant_of(Id id);
  const Value& value(Call& call, Id id);
  const Pointer& pointer(Call& call, Id id);
  Value& define(Call& call, const Instruction& instruction, std::vector<Slot> slots);
  Step& emit(Step step);
  Error refused(const Instruction& instruction) const;
  const Type& scalar_type(Id type) const;
  std::uint32_t width_of(Id type) const;
  bool is_boolean(Id type) const;
  bool is_numeric(Id type) const;
  bool has_value(Call& call, Id id) const;

  Program& program_;
  const Module& module_;
  std::map<Bits, Slot> constants_;
  std::unordered_map<Id, Value> module_values_;
  std::unordered_map<Id, Pointer> module_pointers_;
  std::vector<Id> being_inlined_;
  struct OpenLoop {
    std::uint32_t number = 0;
    std::size_t end = 0;         // position of its merge block
    std::size_t call_depth = 0;  // calls around it
  };
  std::vector<OpenLoop> open_loops_;
  std::vector<std::uint32_t> nest_;  // their numbers
  std::uint32_t nest_number_ = 0;
  std::uint32_t stretch_ = 0;
  bool stretch_goes_on_ = false;  // no branch has been since it began
  std::uint32_t instruction_ = 0;
  std::uint32_t place_ = 0;
  Known known_;
  Known always_;  // the same of variables that are stored once, wherever they may be read
  StoredOnce stored_once_;
  bool in_operator_ = false;
};

/// Drops moves into slots that no step reads, and gives the others consecutive numbers.
void clean_up(Program& program);

}  // namespace scan::simulator
