// Puts the accesses of lanes together to subgroup-wide ones, and counts what memory does for each.
// Room: common/simulator/record, for recorder.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulator/record/recorder.hpp"

namespace scan::simulator {

inline bool writes(const MemoryEvent& event) {
  return event.kind == AccessKind::write || (event.kind == AccessKind::atomic && event.is_store);
}

/// Of one workgroup. Lanes come in any order, and far apart: an access is open until all of its lanes have come or the
/// barrier interval ends, and then it is served. It has at most 32 lanes: those of a wider subgroup are parts of their own.
class SubgroupAccesses {
 public:
  /// What a served access costs is added to the counters of its instruction; they outlive this object. `keeps_degrees`:
  /// degrees() is asked for.
  SubgroupAccesses(std::uint32_t workgroup_size, std::uint32_t subgroup_width,
                   std::vector<Counters>& by_instruction, bool keeps_degrees);

  /// The number of the access that this event is part of, into degrees().
  std::uint32_t add(const Moment& moment, const MemoryEvent& event);
  /// All lanes have come that will come.
  void serve_all();
  /// The conflict degree of each access since the last forget(), by number; 0 for a buffer and for what is still open.
  std::span<const std::uint32_t> degrees() const { return degrees_; }
  /// The next access has the number 0.
  void forget() { degrees_.clear(); }

 private:
  struct Key {
    std::uint64_t instance = 0;
    std::uint32_t instruction = 0;
    std::uint32_t part = 0;  // of the workgroup: up to 32 lanes of one subgroup
    AccessKind kind = AccessKind::read;
    bool writes = false;
    bool operator==(const Key&) const = default;
  };
  struct Access {
    Key key;
    std::uint32_t slot = 0;    // in table_
    std::uint32_t lanes = 0;   // a bit for each that has come
    std::uint32_t number = 0;  // in degrees_
    std::uint32_t bytes = 4;   // of an element
    bool is_shared = false;
  };

  std::uint32_t index_of(const Key& key);
  void grow();
  void serve(std::uint32_t index);
  void serve_shared(const Access& access, const std::uint64_t* addresses);
  void serve_buffer(const Access& access, const std::uint64_t* addresses);

  std::uint32_t workgroup_size_;
  std::uint32_t lanes_per_part_, part_shift_;  // a power of two, and its logarithm
  std::vector<Counters>* by_instruction_;
  bool keeps_degrees_;
  std::vector<Access> accesses_;
  std::vector<std::uint64_t> addresses_;  // lanes_per_part_ of each access, by lane
  std::vector<std::uint32_t> table_;      // open addressing: 1 + index into accesses_, 0 for a free slot
  std::uint32_t last_ = 0;                // lanes in lockstep come one after the other
  std::vector<std::uint32_t> degrees_;
};

}  // namespace scan::simulator
