// Random executions, judged by the race detector and by the memory model's relations, written out one by one.
// Room: tests/simulator. Source: the Alloy model beside appendix B of the Vulkan specification.
// SPDX-License-Identifier: MIT
#include <random>
#include <string>

#include "catch.hpp"
#include "simulator/races_world.hpp"

namespace scan::test {
namespace {

constexpr std::uint32_t kNumWorkgroups = 3, kNumWords = 3;

enum class Kind { plain, atomic, fence, barrier };

struct Operation {
  Kind kind = Kind::plain;
  Invocation who;
  Semantics semantics;  // all but plain; of an atomic the scope counts without them too
  bool reads = false, writes = false, is_shared = false;
  std::uint32_t word = 0;
  std::uint32_t instance = 0;  // of a barrier: which operations are one
  bool at_subgroup = false;    // of a barrier: its execution scope
};

bool is_same(const Invocation& first, const Invocation& second) {
  return first.workgroup == second.workgroup && first.local == second.local;
}

MemoryScope between(const Invocation& first, const Invocation& second) {
  if (is_same(first, second)) return MemoryScope::invocation;
  if (first.workgroup != second.workgroup) return MemoryScope::device;
  return first.subgroup == second.subgroup ? MemoryScope::subgroup : MemoryScope::workgroup;
}

/// Everything of one execution so far, and happens-before by search.
class Model {
 public:
  void add(const Operation& operation) { operations_.push_back(operation); }
  void take_back() { operations_.pop_back(); }
  /// Whether the last operation races with an earlier one.
  bool last_races() const {
    const std::size_t last = operations_.size() - 1;
    const Operation& later = operations_[last];
    for (std::size_t i = 0; i < last; ++i) {
      const Operation& earlier = operations_[i];
      if (earlier.kind > Kind::atomic || !is_same_word(earlier, later)) continue;
      const bool conflict = earlier.writes || later.writes;
      const bool excluded =
          earlier.kind == Kind::atomic && later.kind == Kind::atomic && in_scope(earlier, later);
      if (conflict && !excluded && !happens_before(i, last)) return true;
    }
    return false;
  }

 private:
  static bool is_same_word(const Operation& first, const Operation& second) {
    return first.is_shared == second.is_shared && first.word == second.word &&
           (!first.is_shared || first.who.workgroup == second.who.workgroup);
  }
  static bool in_scope(const Operation& first, const Operation& second) {
    const MemoryScope needed = between(first.who, second.who);
    return first.semantics.scope >= needed && second.semantics.scope >= needed;
  }
  static bool names(const Operation& operation, bool shared) {
    return operation.kind != Kind::plain &&
           (shared ? operation.semantics.shared_memory : operation.semantics.buffers);
  }
  static bool is_fence(const Operation& one) { return one.kind == Kind::fence || one.kind == Kind::barrier; }
  static bool releases(const Operation& one) {
    return one.semantics.release && (is_fence(one) || (one.kind == Kind::atomic && one.writes));
  }
  static bool acquires(const Operation& one) {
    return one.semantics.acquire && (is_fence(one) || (one.kind == Kind::atomic && one.reads));
  }
  bool before_in_program(std::size_t first, std::size_t second) const {
    return first < second && is_same(operations_[first].who, operations_[second].who);
  }

  /// Whether the atomic read takes its value from the atomic write, or from read-modify-writes that follow it.
  bool reads_from(std::size_t read, std::size_t write) const {
    const Operation &reader = operations_[read], &writer = operations_[write];
    if (reader.kind != Kind::atomic || !reader.reads || writer.kind != Kind::atomic || !writer.writes ||
        write >= read || !is_same_word(reader, writer) || !in_scope(reader, writer)) {
      return false;
    }
    for (std::size_t i = write + 1; i < read; ++i) {
      const Operation& next = operations_[i];
      const bool ends_sequence = next.writes && !(next.kind == Kind::atomic && next.reads);
      if (ends_sequence && is_same_word(next, writer)) return false;
    }
    return true;
  }
  /// Atomics that the fence may work through: before or after it, of a storage class that it names.
  template <class Check>
  bool any_atomic(std::size_t fence, bool after, Check&& check) const {
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const bool in_order = after ? before_in_program(fence, i) : before_in_program(i, fence);
      if (in_order && operations_[i].kind == Kind::atomic &&
          names(operations_[fence], operations_[i].is_shared) && check(i)) {
        return true;
      }
    }
    return false;
  }
  bool meet_at_barrier(std::size_t release, std::size_t acquire) const {
    for (std::size_t one = release; one < operations_.size(); ++one) {
      if (operations_[one].kind != Kind::barrier || (one != release && !before_in_program(release, one))) {
        continue;
      }
      for (std::size_t other = 0; other <= acquire; ++other) {
        if (other != one && operations_[other].kind == Kind::barrier &&
            operations_[other].instance == operations_[one].instance &&
            (other == acquire || before_in_program(other, acquire))) {
          return true;
        }
      }
    }
    return false;
  }
  bool synchronizes(std::size_t first, std::size_t second) const {
    const Operation &release = operations_[first], &acquire = operations_[second];
    if (!releases(release) || !acquires(acquire) || !in_scope(release, acquire)) return false;
    if (is_fence(release) && is_fence(acquire)) {
      return meet_at_barrier(first, second) || any_atomic(first, true, [&](std::size_t write) {
               return any_atomic(second, false, [&](std::size_t read) { return reads_from(read, write); });
             });
    }
    if (is_fence(release)) {
      return any_atomic(first, true, [&](std::size_t write) { return reads_from(second, write); });
    }
    if (is_fence(acquire)) {
      return any_atomic(second, false, [&](std::size_t read) { return reads_from(read, first); });
    }
    return reads_from(second, first);
  }
  /// One step of inter-thread-happens-before for a storage class.
  bool steps(std::size_t first, std::size_t second, bool shared) const {
    const Operation &from = operations_[first], &to = operations_[second];
    const bool takes_part = names(from, shared) || (from.kind <= Kind::atomic && from.is_shared == shared);
    const bool is_reached = names(to, shared) || (to.kind <= Kind::atomic && to.is_shared == shared);
    if (before_in_program(first, second)) {
      return (takes_part && releases(to) && names(to, shared)) ||
             (acquires(from) && names(from, shared) && is_reached);
    }
    return names(from, shared) && names(to, shared) && synchronizes(first, second);
  }
  bool happens_before(std::size_t first, std::size_t last) const {
    if (before_in_program(first, last)) return true;
    const bool shared = operations_[last].is_shared;
    std::vector<bool> reached(operations_.size());
    std::vector<std::size_t> left{first};
    while (!left.empty()) {
      const std::size_t at = left.back();
      left.pop_back();
      for (std::size_t next = 0; next < operations_.size(); ++next) {
        if (reached[next] || !steps(at, next, shared)) continue;
        if (next == last) return true;
        reached[next] = true;
        left.push_back(next);
      }
    }
    return false;
  }

  std::vector<Operation> operations_;
};

using Random = std::mt19937;

std::uint32_t below(Random& random, std::uint32_t bound) {
  return static_cast<std::uint32_t>(random() % bound);
}

Operation random_operation(Random& random) {
  Operation operation;
  const std::uint32_t sort = below(random, 16);
  operation.kind = sort < 5    ? Kind::plain
                   : sort < 10 ? Kind::atomic
                   : sort < 14 ? Kind::fence
                               : Kind::barrier;
  operation.who = invocation(below(random, kNumWorkgroups), below(random, kWorkgroupInvocations) / 2 * 2);
  operation.is_shared = below(random, 3) == 0;
  operation.word = operation.kind == Kind::atomic ? kNumWords + below(random, 2) : below(random, kNumWords);
  const std::uint32_t access = below(random, 3);
  operation.reads = access == 0 || (access == 1 && operation.kind == Kind::atomic);
  operation.writes = access != 0;
  if (operation.kind == Kind::plain) return operation;

  operation.at_subgroup = operation.kind == Kind::barrier && below(random, 2) == 0;
  // Fences of subgroup scope are simpler in the detector than in the model: see races.hpp.
  const bool may_be_narrow = operation.kind == Kind::atomic || operation.at_subgroup;
  const std::uint32_t num_scopes = may_be_narrow ? 3 : 2;
  const std::uint32_t order = below(random, 4), classes = below(random, 3);
  operation.semantics = {static_cast<MemoryScope>(3 - below(random, num_scopes)), order == 1 || order == 3,
                         order >= 2, classes != 0, classes != 1};
  if (operation.kind == Kind::fence && order == 0)
    operation.semantics.acquire = operation.semantics.release = true;
  if (order == 0 && operation.kind != Kind::fence) {
    operation.semantics.shared_memory = operation.semantics.buffers = false;
  }
  return operation;
}

void add_barrier(World& world, Model& model, Operation operation) {
  const Invocation who = operation.who;
  for (std::uint32_t local = 0; local < kWorkgroupInvocations; ++local) {
    operation.who = invocation(who.workgroup, local);
    if (!operation.at_subgroup || operation.who.subgroup == who.subgroup) model.add(operation);
  }
  if (operation.at_subgroup) {
    world.subgroup_barrier(who.workgroup, who.subgroup, operation.semantics);
  } else {
    world.barrier(who.workgroup, operation.semantics);
  }
}

bool races(World& world, const Operation& operation) {
  AccessHistory& history = operation.is_shared ? world.shared : world.buffer;
  if (operation.kind == Kind::atomic) {
    return world
        .atomic(history, operation.word, operation.who, operation.semantics, operation.reads,
                operation.writes)
        .has_value();
  }
  return (operation.writes ? world.write(history, operation.word, operation.who)
                           : world.read(history, operation.word, operation.who))
      .has_value();
}

}  // namespace

TEST_CASE("random executions race where the memory model's relations say so", "[races]") {
  int num_races = 0, num_operations = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    World world(kNumWorkgroups);
    Model model;
    bool raced = false;
    for (std::uint32_t i = 0; i < 60 && !raced; ++i) {
      CAPTURE(i);
      Operation operation = random_operation(random);
      operation.instance = i;
      if (operation.is_shared) operation.who = invocation(0, operation.who.local);  // whose memory it is
      ++num_operations;
      if (operation.kind == Kind::barrier) {
        add_barrier(world, model, operation);
      } else if (operation.kind == Kind::fence) {
        model.add(operation);
        world.detector.fence(operation.who, operation.semantics);
      } else {
        model.add(operation);
        raced = model.last_races();
        if (raced && below(random, 8) != 0) {  // most races are left out, so that executions grow long
          raced = false;
          model.take_back();
        } else {
          REQUIRE(races(world, operation) == raced);
        }
      }
    }
    num_races += raced;
  }
  CAPTURE(num_races, num_operations);
  REQUIRE(num_races > 100);
  REQUIRE(num_operations > 5000);
}

}  // namespace scan::test
