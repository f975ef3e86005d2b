// Words with their past: what is in them, whether it carries data, and who touched them.
// Room: common/simulator/machine.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "simulator/races/access_history.hpp"
#include "simulator/races/races.hpp"

namespace scan::simulator {

/// A buffer, or the shared memory of a workgroup.
class Memory {
 public:
  Memory(std::uint64_t num_words, bool is_shared)
      : words(num_words),
        depths(num_words),
        is_written(is_shared ? num_words : 0),
        history(num_words, is_shared) {}

  /// For the next workgroup: nothing was written yet.
  void forget() {
    depths.assign(depths.size(), 0);
    is_written.assign(is_written.size(), 0);
  }

  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> depths;     // LaneValue::data_depth of each
  std::vector<std::uint8_t> is_written;  // of shared memory
  AccessHistory history;
  RaceDetector* races = nullptr;  // of a buffer: its device's
};

}  // namespace scan::simulator
