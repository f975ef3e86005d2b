// What a dispatch cost, counted exactly: work and depth, barriers, idle lanes, bank conflicts, bytes and sectors.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "simulator/finding.hpp"

namespace scan::simulator {

inline constexpr std::uint32_t kNumBanks = 32;     // of shared memory, 4 bytes each
inline constexpr std::uint32_t kSectorBytes = 32;  // of a storage buffer: the least that moves

/// Of one source line, or of a whole dispatch.
///
/// A subgroup-wide access is one instruction at all lanes of a subgroup that execute it together. Memory serves at most
/// 32 lanes and 128 bytes at a time, as GPUs do: an access of elements of 8 bytes counts as two (lanes 0 to 15, 16 to
/// 31), of 16 bytes as four, and one of a subgroup of 64 lanes as two of 32. So in shared memory `shared_passes` equals
/// `shared_accesses` where nothing conflicts, whatever the element.
struct Counters {
  std::uint64_t instructions = 0;         // SPIR-V instructions, all invocations together
  std::uint64_t work = 0;                 // applications of the operator to data
  std::uint32_t depth = 0;                // the longest chain of them
  std::uint64_t barriers = 0;             // workgroup barriers that an invocation passed; the most of any
  std::uint64_t subgroup_operations = 0;  // calls, by each subgroup
  std::uint64_t shared_reads = 0, shared_writes = 0;  // words of 4 bytes, by each invocation
  std::uint64_t shared_accesses = 0;                  // subgroup-wide ones
  std::uint64_t shared_passes = 0;                    // of the banks: the degrees of all accesses added up
  std::uint32_t worst_conflict = 0;                   // the largest degree; 1 is free of conflicts
  /// Of storage buffers, by each subgroup-wide access: an element that several lanes share counts once. An atomic moves
  /// its word once for each lane, written if it wrote.
  std::uint64_t bytes_read = 0, bytes_written = 0;
  std::uint64_t sectors = 0;          // of 32 bytes, by each subgroup-wide access
  std::uint64_t buffer_accesses = 0;  // subgroup-wide ones, of up to 32 lanes of any size
  std::uint64_t atomics = 0;          // by each invocation, on shared memory and buffers
  std::uint64_t spins = 0;            // rounds of a loop that read a word by an atomic and found it unchanged

  /// Sums, but of `depth` and `worst_conflict` the larger: a value goes on from dispatch to dispatch.
  void add(const Counters& other);
  bool operator==(const Counters&) const = default;
};

/// Invocations that applied the operator or touched memory, by barrier interval.
struct Activity {
  std::uint32_t active = 0, of = 0;
};

struct DispatchCounters {
  std::string kernel;  // "03_hillis_steele/double_buffered"
  std::uint32_t num_workgroups = 0, workgroup_size = 0, subgroup_width = 0;
  Counters total;
  std::map<std::pair<std::string, std::uint32_t>, Counters> by_line;  // file and line
  std::vector<Activity> activity;                                     // of workgroup 0, by barrier interval
};

/// The conflict degree of one subgroup-wide access: the most distinct words that any one bank has to deliver. `words`
/// are word addresses in shared memory; several lanes on one word are a broadcast.
std::uint32_t conflict_degree(std::span<const std::uint32_t> words);

/// The same for an atomic operation that writes: lanes on one word come one after the other, nothing is broadcast.
std::uint32_t atomic_conflict_degree(std::span<const std::uint32_t> words);

/// The number of 32-byte sectors that hold these bytes; `addresses` are of elements of `bytes` each.
std::uint32_t sectors_touched(std::span<const std::uint64_t> addresses, std::uint32_t bytes);

}  // namespace scan::simulator
