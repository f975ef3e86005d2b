// Puts the accesses of lanes together to subgroup-wide ones, and counts what memory does for each.
// Room: common/simulator/record, for recorder.cpp.
// SPDX-License-Identifier: MIT
#include "simulator/record/subgroup_accesses.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace scan::simulator {
namespace {

constexpr std::uint32_t kLanesPerAccess = 32;
constexpr std::uint32_t kLeastSlots = 256;
/// Open accesses of a workgroup; a loop that polls for ever must not fill the memory of the host. Beyond, all are served,
/// and those of which lanes are still to come count twice.
constexpr std::size_t kMostOpen = 1 << 16;

std::uint64_t mixed(std::uint64_t bits) {
  bits *= 0x9E3779B97F4A7C15u;
  return bits ^ (bits >> 32);
}

/// A bit for each of so many lanes.
constexpr std::uint32_t all_lanes(std::uint32_t number) {
  return number == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << number) - 1;
}

/// Sorts them.
std::size_t num_distinct(std::span<std::uint64_t> addresses) {
  if (!std::is_sorted(addresses.begin(), addresses.end())) std::sort(addresses.begin(), addresses.end());
  return static_cast<std::size_t>(std::unique(addresses.begin(), addresses.end()) - addresses.begin());
}

}  // namespace

SubgroupAccesses::SubgroupAccesses(std::uint32_t workgroup_size, std::uint32_t subgroup_width,
                                   std::vector<Counters>& by_instruction, bool keeps_degrees)
    : workgroup_size_(workgroup_size),
      lanes_per_part_(std::min(subgroup_width, kLanesPerAccess)),
      part_shift_(static_cast<std::uint32_t>(std::countr_zero(lanes_per_part_))),
      by_instruction_(&by_instruction),
      keeps_degrees_(keeps_degrees),
      table_(kLeastSlots) {}

std::uint32_t SubgroupAccesses::add(const Moment& moment, const MemoryEvent& event) {
  // Widths are powers of two; divisions would cost as much as all else here.
  const std::uint32_t part = moment.who.local >> part_shift_;
  const std::uint32_t lane = moment.who.local & (lanes_per_part_ - 1);
  const std::uint32_t lane_bit = std::uint32_t{1} << lane;

  const Key key{.instance = moment.instance,
                .instruction = moment.instruction,
                .part = part,
                .kind = event.kind,
                .writes = writes(event)};
  const std::uint32_t index = index_of(key);
  Access& access = accesses_[index];
  if ((access.lanes & lane_bit) != 0) serve(index);  // an instruction that touches several places, one by one
  if (access.lanes == 0) {
    access.number = static_cast<std::uint32_t>(degrees_.size());
    access.bytes = event.bytes;
    access.is_shared = event.is_shared;
    if (keeps_degrees_) degrees_.push_back(0);
  }
  const std::uint32_t number = access.number;
  access.lanes |= lane_bit;
  addresses_[std::size_t{index} * lanes_per_part_ + lane] = event.address;

  const std::uint32_t num_lanes = std::min(lanes_per_part_, workgroup_size_ - (part << part_shift_));
  if (access.lanes == all_lanes(num_lanes)) serve(index);
  return number;
}

void SubgroupAccesses::serve_all() {
  for (std::uint32_t index = 0; index < accesses_.size(); ++index) {
    serve(index);
    table_[accesses_[index].slot] = 0;
  }
  accesses_.clear();
  addresses_.clear();
}

/// The access with this key; a new one, of no lanes yet, if there is none.
std::uint32_t SubgroupAccesses::index_of(const Key& key) {
  if (last_ < accesses_.size() && accesses_[last_].key == key) return last_;
  if (accesses_.size() >= kMostOpen) serve_all();
  if ((accesses_.size() + 1) * 2 > table_.size()) grow();

  const std::size_t mask = table_.size() - 1;
  const std::uint64_t place =
      std::uint64_t{key.instruction} << 32 | std::uint64_t{key.part} << 1 | std::uint64_t{key.writes};
  std::size_t slot = mixed(mixed(key.instance) + place) & mask;
  while (table_[slot] != 0) {
    last_ = table_[slot] - 1;
    if (accesses_[last_].key == key) return last_;
    slot = (slot + 1) & mask;
  }
  last_ = static_cast<std::uint32_t>(accesses_.size());
  accesses_.push_back({.key = key, .slot = static_cast<std::uint32_t>(slot)});
  addresses_.resize(addresses_.size() + lanes_per_part_);
  table_[slot] = last_ + 1;
  return last_;
}

void SubgroupAccesses::grow() {
  std::vector<Access> accesses;
  accesses.swap(accesses_);
  std::vector<std::uint64_t> addresses;
  addresses.swap(addresses_);
  table_.assign(table_.size() * 2, 0);
  for (const Access& access : accesses) {
    const std::uint32_t index = index_of(access.key);
    const std::uint32_t slot = accesses_[index].slot;
    accesses_[index] = access;
    accesses_[index].slot = slot;
  }
  addresses_.swap(addresses);
}

void SubgroupAccesses::serve(std::uint32_t index) {
  Access& access = accesses_[index];
  if (access.lanes == 0) return;
  const std::uint64_t* addresses = &addresses_[std::size_t{index} * lanes_per_part_];
  if (access.is_shared) {
    serve_shared(access, addresses);
  } else {
    serve_buffer(access, addresses);
  }
  access.lanes = 0;
}

void SubgroupAccesses::serve_shared(const Access& access, const std::uint64_t* addresses) {
  Counters& counters = (*by_instruction_)[access.key.instruction];
  // 128 bytes are served at a time: of wide elements, those of fewer lanes.
  const std::uint32_t words_per_element = std::bit_ceil(std::max(access.bytes / 4, 1u));
  const std::uint32_t lanes_at_once = std::max(kLanesPerAccess / words_per_element, 1u);
  std::array<std::uint32_t, kLanesPerAccess> words{};
  for (std::uint32_t first = 0; first < lanes_per_part_; first += lanes_at_once) {
    std::size_t num_words = 0;
    for (std::uint32_t lane = first; lane < std::min(first + lanes_at_once, lanes_per_part_); ++lane) {
      if ((access.lanes >> lane & 1) == 0) continue;
      for (std::uint32_t byte = 0; byte < access.bytes && num_words < words.size(); byte += 4) {
        words[num_words++] = static_cast<std::uint32_t>((addresses[lane] + byte) / 4);
      }
    }
    if (num_words == 0) continue;
    const std::span<const std::uint32_t> asked(words.data(), num_words);
    const bool is_serialised = access.key.kind == AccessKind::atomic && access.key.writes;
    const std::uint32_t degree = is_serialised ? atomic_conflict_degree(asked) : conflict_degree(asked);
    ++counters.shared_accesses;
    counters.shared_passes += degree;
    counters.worst_conflict = std::max(counters.worst_conflict, degree);
    if (keeps_degrees_) degrees_[access.number] = std::max(degrees_[access.number], degree);
  }
}

void SubgroupAccesses::serve_buffer(const Access& access, const std::uint64_t* addresses) {
  std::array<std::uint64_t, kLanesPerAccess> touched{};
  std::size_t num_touched = 0;
  for (std::uint32_t lane = 0; lane < lanes_per_part_; ++lane) {
    if ((access.lanes >> lane & 1) != 0) touched[num_touched++] = addresses[lane];
  }
  const std::span<std::uint64_t> asked(touched.data(), num_touched);
  Counters& counters = (*by_instruction_)[access.key.instruction];
  counters.sectors += sectors_touched(asked, access.bytes);
  ++counters.buffer_accesses;
  // Lanes that share an element ask for its bytes once; atomics come one by one.
  const std::uint64_t num_elements =
      access.key.kind == AccessKind::atomic ? num_touched : num_distinct(asked);
  (access.key.writes ? counters.bytes_written : counters.bytes_read) += num_elements * access.bytes;
}

}  // namespace scan::simulator
