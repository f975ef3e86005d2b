// Runs one dispatch of a program: every invocation by itself, until it has to wait for others.
// Room: common/simulator/machine.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "scan/plan.hpp"
#include "simulator/findings.hpp"
#include "simulator/lowering/program.hpp"
#include "simulator/machine/memory.hpp"
#include "simulator/races/races.hpp"
#include "simulator/record/recorder.hpp"
#include "simulator/settings.hpp"

namespace scan::simulator {

enum class LaneState : std::uint8_t { runnable, at_barrier, at_subgroup_step, ended };

/// A word that an invocation has read.
struct LastLoad {
  std::uint32_t instruction = 0, address = 0;
  std::uint64_t word = 0;
};

/// How a lane that goes round in loops is watched: see spin.cpp.
struct SpinWatch {
  std::uint32_t rounds_left = 1;       // until it is looked at again
  std::uint32_t step = 0;              // the end of the loop that is watched; 0: none yet
  std::uint64_t seen_changes = 0;      // Machine::changes_ when it was last looked at
  std::uint32_t quiet_rounds = 0;      // since memory last changed
  std::uint32_t rounds_elsewhere = 0;  // in loops within the one that is watched
  std::uint32_t most_rounds_elsewhere = 4096;
  std::uint32_t next_snapshot = 0;  // in which quiet round
  std::vector<LaneValue> snapshot;  // of the frame; empty: none
  bool is_stuck = false;  // the frame has repeated since: as long as memory stays, it goes on like that
  bool has_polled_the_same = false;  // its last atomic read what the one before had read
  Bits polled = 0;                   // by the last atomic
  LastLoad last_load;
};

/// An invocation as it runs.
struct Lane {
  LaneValue* cells = nullptr;
  std::uint32_t* rounds = nullptr;  // of each loop
  std::uint32_t step = 0;
  LaneState state = LaneState::runnable;
  bool is_tired = false;  // it spins: others go first
  Invocation who;
  std::uint64_t barriers = 0;
  SpinWatch spin;
};

struct Workgroup {
  std::uint32_t number = 0;
  std::vector<Lane> lanes;
  std::vector<LaneValue> cells;
  std::vector<std::uint32_t> rounds;
  std::vector<std::uint32_t> runnable_of_subgroup;
  std::uint32_t num_runnable = 0, num_ended = 0;
  std::uint32_t interval = 0;
  bool is_starved = false;  // it will be
  bool is_held = false;     // it is, since its first atomic that changed memory
  std::optional<Memory> shared;
  std::vector<std::vector<WordOf>> sources;  // of each cell, where a trace is kept
};

struct BoundBuffer {
  std::uint32_t binding = 0;
  Memory* memory = nullptr;
  std::uint64_t first_word = 0, num_words = 0;
};

struct DispatchCall {
  const Program* program = nullptr;
  std::uint32_t first_number =
      0;  // of its instructions, among those of all kernels of the device: see Findings
  std::vector<BoundBuffer> buffers;
  std::vector<std::uint32_t> parameters;
  GroupGrid grid;
};

/// What is always counted.
struct Tally {
  std::vector<std::uint64_t> stretches;  // how often each was executed
  std::uint64_t instructions = 0, work = 0, barriers = 0;
  std::uint32_t deepest = 0;  // LaneValue::data_depth
};

class Machine {
 public:
  /// `recorder` may be null. `traced`: with the sources of every value.
  Machine(DispatchCall call, const Settings& settings, RaceDetector& races, Findings& findings,
          Recorder* recorder, bool traced);
  void run();
  const Tally& tally() const { return tally_; }
  /// How often each instruction was executed.
  std::vector<std::uint64_t> executed() const;

 private:
  /// An address with what is bound filled in.
  struct SiteTerm {
    Slot index = 0;
    std::uint32_t stride = 0;
    std::uint64_t limit = 0;
  };
  struct Site {
    std::uint64_t offset = 0;
    std::uint32_t num_terms = 0, first_term = 0;
    std::uint32_t scalar_words = 1;
    bool is_shared = false;
    Memory* memory = nullptr;                     // of a buffer
    std::uint64_t first_word = 0, num_words = 0;  // of the binding; offset counts from its start
  };

  // machine.cpp: workgroups come and go.
  void make_sites();
  bool start_workgroup();
  std::uint32_t number_in_order(std::uint32_t started) const;
  void prepare(Workgroup& group, std::uint32_t number, std::uint32_t started);
  void set_built_ins(Lane& lane, const std::array<std::uint32_t, 3>& workgroup);
  void retire(std::size_t which);
  std::uint64_t resident_limit() const;

  // schedule.cpp: who runs next.
  Workgroup* next_workgroup();
  bool may_run(const Workgroup& group) const;
  void run_workgroup(Workgroup& group);
  void run_in_order(Workgroup& group, bool descending);
  void run_lockstep(Workgroup& group);
  bool gather_earliest(Workgroup& group, std::uint32_t subgroup);
  void run_by_chance(Workgroup& group, bool at_accesses);
  void run_lane(Workgroup& group, Lane& lane, std::uint64_t max_steps, bool at_accesses);
  bool can_run(const Workgroup& group, const Lane& lane) const;

  // interpreter.cpp
  template <bool kWatched>
  void interpret(Workgroup& group, Lane& lane, std::uint64_t max_steps, bool at_accesses);
  template <bool kWatched>
  void apply_operators(Workgroup& group, Lane& lane, const Step& step);
  std::uint32_t chosen(const Step& step, Bits selector) const;

  // loads_and_stores.cpp
  bool locate(const Site& site, const LaneValue* cells, std::uint32_t count, std::uint64_t& word) const;
  template <bool kWatched>
  void load(Memory& memory, Workgroup& group, Lane& lane, const Step& step);
  template <bool kWatched>
  void store(Memory& memory, Workgroup& group, Lane& lane, const Step& step);
  void load_parameter(Lane& lane, const Step& step);
  void load_local(Lane& lane, const Step& step);
  void store_local(Lane& lane, const Step& step);
  Bits array_length(const Step& step) const;
  static LaneValue read(const Memory& memory, std::uint64_t word, std::uint32_t words);
  void write(Memory& memory, std::uint64_t word, std::uint32_t words, const LaneValue& value);
  std::uint32_t check_access(Memory& memory, std::uint64_t word, std::uint32_t words, const Lane& lane,
                             const Step& step, AccessKind kind);

  // atomics.cpp. Returns whether it changed memory.
  template <bool kWatched>
  bool atomic(Workgroup& group, Lane& lane, const Step& step);

  // convergence.cpp: who waits for whom.
  void settle(Workgroup& group, Lane& lane);
  void resolve_subgroup(Workgroup& group, std::uint32_t subgroup);
  void run_subgroup_step(Workgroup& group, const Step& step);
  void pass_workgroup_barrier(Workgroup& group);
  int compare_positions(const Lane& left, const Lane& right) const;
  std::uint64_t instance_of(const Lane& lane, std::uint32_t step) const;

  // spin.cpp: loops that do not end.
  bool come_round(Lane& lane, std::uint32_t step, std::uint32_t loop);
  bool takes_over(Lane& lane, std::uint32_t step) const;
  bool is_stuck(const Workgroup& group, const Lane& lane) const;
  void conclude_stalled();

  // findings.cpp: what is said of a fault.
  void report_race(const Race& race, std::uint32_t address, std::uint64_t word);
  void report_out_of_bounds(const Lane& lane, const Step& step, std::uint32_t address);
  void report_uninitialised(const Lane& lane, const Step& step, std::uint32_t address, std::uint64_t word);
  void report_divergent(const Workgroup& group);
  void report_budget(const Lane& lane);
  void report_endless(const Lane& lane);
  void report_stalled(const Workgroup& group, const Lane& lane);
  void report(Fault fault, const Step& step, std::string message);
  std::string name_of_word(std::uint32_t address, std::uint64_t word) const;
  std::string why_nobody_writes(const Workgroup& group) const;
  const SourcePlace& place_of(const Step& step) const { return program_.place_of(step.instruction); }
  std::uint32_t number_of(const Step& step) const { return call_.first_number + step.instruction; }

  // record.cpp: what a recorder is told.
  struct RecordedAccess {
    std::uint32_t address = 0;
    std::uint64_t word = 0;
    std::uint32_t count = 1;
    AccessKind kind = AccessKind::read;
    bool stores = false, changes = false;
    LaneValue value;                // of an atomic; what is loaded or stored is in its slots
    std::uint32_t raced_words = 0;  // as check_access() says it
    Slot first_loaded = 0;          // 0: nothing is loaded
    std::span<const Slot> stored;
  };
  void record_access(Workgroup& group, const Lane& lane, const Step& step, const RecordedAccess& access);
  void record_combine(Workgroup& group, const Lane& lane, const Step& step, const LaneValue& result);
  void record_combines(Workgroup& group, const Lane& lane, const Step& step, const OperatorCall& call);
  void record_subgroup(Workgroup& group, const Step& step, const SubgroupCost& cost);
  std::vector<std::uint32_t> lanes_behind(const SubgroupStep& operation, std::size_t which) const;
  void record_interval(Workgroup& group, const Step* barrier);
  void follow_sources(Workgroup& group, const Lane& lane, const Step& step);
  Moment moment_of(const Lane& lane, const Step& step) const;
  std::vector<WordOf>& sources_of(Workgroup& group, const Lane& lane, Slot slot) const;
  std::vector<WordOf> sources_of(Workgroup& group, const Lane& lane, std::span<const Slot> slots) const;

  const Program& program_;
  DispatchCall call_;
  Settings settings_;
  RaceDetector& races_;
  Findings& findings_;
  Recorder* recorder_;
  bool traced_;
  std::uint32_t workgroup_size_ = 0, num_workgroups_ = 0;
  Memory nothing_{0, false};  // where no buffer is bound
  std::vector<Site> sites_;
  std::vector<SiteTerm> terms_;
  std::vector<std::uint32_t> weights_;              // instructions of each stretch
  std::vector<std::unique_ptr<Workgroup>> groups_;  // on the machine, in the order of starting
  std::vector<std::unique_ptr<Workgroup>> spare_;
  std::vector<std::uint32_t> order_;  // of a shuffled start
  std::uint32_t num_started_ = 0;
  std::size_t next_group_ = 0;
  std::uint64_t changes_ = 0;  // of words of memory, and whatever else may end a wait
  bool is_over_ = false;
  std::mt19937_64 random_;
  Tally tally_;
  // Of subgroup operations; kept, to allocate once.
  std::vector<LaneValue> first_, second_, results_;
  std::vector<Lane*> waiting_;   // at the subgroup step that is executed
  std::vector<Lane*> together_;  // of those that run by turns
};

}  // namespace scan::simulator
