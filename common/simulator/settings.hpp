// What is chosen for a simulated device: how wide its subgroups are, who runs when, and who is held back.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

namespace scan::simulator {

/// The order in which the invocations of the resident workgroups run. Each goes on until it has to wait (at a
/// barrier, at a subgroup operation), but for the last three, which switch more often.
enum class Schedule {
  ascending,   // invocation 0 first
  descending,  // the last invocation first
  lockstep,    // the lanes of a subgroup one instruction each in turn, subgroup after subgroup
  random,      // any invocation for any while, by seed
  search,      // switches at accesses to shared memory and storage buffers, by seed
};

inline constexpr Schedule kSchedules[] = {Schedule::ascending, Schedule::descending, Schedule::lockstep,
                                          Schedule::random, Schedule::search};

constexpr std::string_view name_of(Schedule schedule) {
  switch (schedule) {
    case Schedule::ascending: return "ascending";
    case Schedule::descending: return "descending";
    case Schedule::lockstep: return "lockstep";
    case Schedule::random: return "random";
    case Schedule::search: return "search";
  }
  return "";
}

/// The order in which workgroups start.
enum class StartOrder { ascending, descending, shuffled };

/// Lanes of the widest subgroup that can be asked for; widths are the powers of two up to it.
inline constexpr std::uint32_t kMaxSubgroupWidth = 128;

struct Settings {
  std::uint32_t subgroup_width = 32;  // lanes; a power of two, 1 to 128
  Schedule schedule = Schedule::ascending;
  StartOrder start_order = StartOrder::ascending;
  std::uint64_t seed = 1;  // of random, search and shuffled
  /// Workgroups that are on the machine at once; the next one starts when one of them has ended (occupancy-bound
  /// progress). 0: all of a dispatch at once, and all of them go on (fair).
  std::uint32_t resident = 8;
  /// One workgroup in so many is starved: it has started and made its first atomic operation that changes memory (it
  /// has its ticket), then it does not run while any other resident group can. 0: none.
  std::uint32_t starve = 0;
  /// SPIR-V instructions of one dispatch, all invocations together; beyond it the verdict is `budget`.
  std::uint64_t budget = 4'000'000'000;
};

}  // namespace scan::simulator
