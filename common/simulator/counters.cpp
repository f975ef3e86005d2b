// Adds counters up, and counts bank conflicts and sectors of one subgroup-wide access.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/counters.hpp"

#include <algorithm>
#include <array>

namespace scan::simulator {
namespace {

/// Most accesses ask each bank for one word at most: that is seen in one pass, without sorting.
bool is_free_of_conflicts(std::span<const std::uint32_t> words) {
  std::array<std::uint32_t, kNumBanks> word_of_bank{};
  std::uint32_t banks_asked = 0;  // a bit each
  static_assert(kNumBanks == 32);
  for (const std::uint32_t word : words) {
    const std::uint32_t bank = word % kNumBanks;
    const std::uint32_t bit = std::uint32_t{1} << bank;
    if ((banks_asked & bit) != 0 && word_of_bank[bank] != word) return false;
    banks_asked |= bit;
    word_of_bank[bank] = word;
  }
  return true;
}

template <typename Words>
std::uint32_t words_of_busiest_bank(const Words& words) {
  std::array<std::uint32_t, kNumBanks> asked{};
  for (const std::uint32_t word : words) ++asked[word % kNumBanks];
  return *std::max_element(asked.begin(), asked.end());
}

}  // namespace

void Counters::add(const Counters& other) {
  instructions += other.instructions;
  work += other.work;
  depth = std::max(depth, other.depth);
  barriers += other.barriers;
  subgroup_operations += other.subgroup_operations;
  shared_reads += other.shared_reads;
  shared_writes += other.shared_writes;
  shared_accesses += other.shared_accesses;
  shared_passes += other.shared_passes;
  worst_conflict = std::max(worst_conflict, other.worst_conflict);
  bytes_read += other.bytes_read;
  bytes_written += other.bytes_written;
  sectors += other.sectors;
  buffer_accesses += other.buffer_accesses;
  atomics += other.atomics;
  spins += other.spins;
}

std::uint32_t conflict_degree(std::span<const std::uint32_t> words) {
  if (words.empty()) return 0;
  if (is_free_of_conflicts(words)) return 1;
  std::vector<std::uint32_t> distinct(words.begin(), words.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  return words_of_busiest_bank(distinct);
}

std::uint32_t atomic_conflict_degree(std::span<const std::uint32_t> words) {
  return words.empty() ? 0 : words_of_busiest_bank(words);
}

std::uint32_t sectors_touched(std::span<const std::uint64_t> addresses, std::uint32_t bytes) {
  const auto first_sector = [](std::uint64_t address) {
    return address / kSectorBytes;
  };
  const auto last_sector = [bytes](std::uint64_t address) {
    return (address + bytes - 1) / kSectorBytes;
  };
  if (addresses.empty() || bytes == 0) return 0;

  // Lanes mostly go upwards through a buffer; then each sector is new or the last one again.
  std::uint32_t num_sectors = 0;
  std::uint64_t next = 0;  // the first sector that was not yet counted
  bool is_ascending = true;
  for (std::size_t i = 0; i < addresses.size() && is_ascending; ++i) {
    is_ascending = i == 0 || addresses[i] >= addresses[i - 1];
    const std::uint64_t first = std::max(first_sector(addresses[i]), next);
    if (last_sector(addresses[i]) < first) continue;
    num_sectors += static_cast<std::uint32_t>(last_sector(addresses[i]) - first + 1);
    next = last_sector(addresses[i]) + 1;
  }
  if (is_ascending) return num_sectors;

  std::vector<std::uint64_t> sectors;
  for (const std::uint64_t address : addresses) {
    for (std::uint64_t sector = first_sector(address); sector <= last_sector(address); ++sector) {
      sectors.push_back(sector);
    }
  }
  std::sort(sectors.begin(), sectors.end());
  return static_cast<std::uint32_t>(std::unique(sectors.begin(), sectors.end()) - sectors.begin());
}

}  // namespace scan::simulator
