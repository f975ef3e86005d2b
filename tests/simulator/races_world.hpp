// A small dispatch for tests of the race detector: memories, and short words for what invocations do.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <numeric>
#include <optional>
#include <vector>

#include "simulator/races/races.hpp"

namespace scan::test {

using simulator::AccessHistory;
using simulator::AccessKind;
using simulator::Invocation;
using simulator::MemoryScope;
using simulator::Race;
using simulator::RaceDetector;
using simulator::Semantics;

constexpr std::uint32_t kWorkgroupInvocations = 8, kLanes = 4;

constexpr Invocation invocation(std::uint32_t workgroup, std::uint32_t local) {
  return {workgroup, local / kLanes, local};
}

// What glslang makes of the built-in functions of GLSL.
constexpr Semantics kBarrier{MemoryScope::workgroup, true, true, true, false};            // barrier()
constexpr Semantics kBarrierWithBuffers{MemoryScope::workgroup, true, true, true, true};  // controlBarrier(…)
constexpr Semantics kSubgroupBarrier{MemoryScope::subgroup, true, true, true, true};
constexpr Semantics kMemoryBarrier{MemoryScope::device, true, true, true, true};
constexpr Semantics kMemoryBarrierShared{MemoryScope::device, true, true, true, false};
constexpr Semantics kMemoryBarrierBuffer{MemoryScope::device, true, true, false, true};
constexpr Semantics kGroupMemoryBarrier{MemoryScope::workgroup, true, true, true, true};

constexpr Semantics kRelaxed{MemoryScope::device, false, false, false, false};
constexpr Semantics acquire_at(MemoryScope scope) {
  return {scope, true, false, false, true};
}
constexpr Semantics release_at(MemoryScope scope) {
  return {scope, false, true, false, true};
}
constexpr Semantics kAcquire = acquire_at(MemoryScope::device), kRelease = release_at(MemoryScope::device);
constexpr Semantics kBoth{MemoryScope::device, true, true, false, true};

/// Each access gives back its race, if it has one. The n-th access (from 1) is instruction n.
struct World {
  RaceDetector detector;
  AccessHistory shared{64, true}, buffer{64, false};
  std::uint32_t instruction = 0;

  explicit World(std::uint32_t num_workgroups = 4) { begin(num_workgroups); }
  void begin(std::uint32_t num_workgroups = 4) {
    detector.begin_dispatch(num_workgroups, kWorkgroupInvocations, kLanes);
  }

  std::optional<Race> read(AccessHistory& history, std::uint32_t word, const Invocation& who) {
    return detector.access(history, word, who, AccessKind::read, ++instruction);
  }
  std::optional<Race> write(AccessHistory& history, std::uint32_t word, const Invocation& who) {
    return detector.access(history, word, who, AccessKind::write, ++instruction);
  }
  std::optional<Race> load(AccessHistory& history, std::uint32_t word, const Invocation& who,
                           const Semantics& semantics = kRelaxed) {
    return atomic(history, word, who, semantics, true, false);
  }
  std::optional<Race> store(AccessHistory& history, std::uint32_t word, const Invocation& who,
                            const Semantics& semantics = kRelaxed) {
    return atomic(history, word, who, semantics, false, true);
  }
  std::optional<Race> exchange(AccessHistory& history, std::uint32_t word, const Invocation& who,
                               const Semantics& semantics = kRelaxed) {
    return atomic(history, word, who, semantics, true, true);
  }
  void barrier(std::uint32_t workgroup, const Semantics& semantics = kBarrier) {
    detector.workgroup_barrier(workgroup, semantics);
  }
  void subgroup_barrier(std::uint32_t workgroup, std::uint32_t subgroup,
                        const Semantics& semantics = kSubgroupBarrier) {
    std::vector<std::uint32_t> lanes(kLanes);
    std::iota(lanes.begin(), lanes.end(), subgroup * kLanes);
    detector.subgroup_barrier(workgroup, lanes, semantics);
  }
  /// By every invocation of a workgroup.
  void fence_all(std::uint32_t workgroup, const Semantics& semantics) {
    for (std::uint32_t local = 0; local < kWorkgroupInvocations; ++local) {
      detector.fence(invocation(workgroup, local), semantics);
    }
  }

  std::optional<Race> atomic(AccessHistory& history, std::uint32_t word, const Invocation& who,
                             const Semantics& semantics, bool reads, bool writes) {
    return detector.atomic(history, word, who, semantics, reads, writes, ++instruction);
  }
};

}  // namespace scan::test
