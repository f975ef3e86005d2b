// Watches what a chapter records between its dispatches, and takes one of its barriers away.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

namespace scan::test {

/// While it lives, this program's own vkCmdPipelineBarrier2, vkCmdDispatch and vkCmdFillBuffer count what goes
/// through them.
/// The barrier `left_out` of each scan (counted from 0) is not handed on to Vulkan. One at a time, for one
/// command buffer.
class WatchedRecording {
 public:
  explicit WatchedRecording(std::optional<std::size_t> left_out = {});
  ~WatchedRecording();
  WatchedRecording(const WatchedRecording&) = delete;
  WatchedRecording& operator=(const WatchedRecording&) = delete;

  /// Counts the barriers from 0 again.
  void next_scan();

  /// Of this scan; the one left out counts too.
  std::size_t num_barriers() const;
  /// Dispatches and fills, of all scans, between which and the last dispatch stands no barrier from shader writes to what
  /// they do: shader reads and writes, or transfer writes.
  std::size_t num_unordered_commands() const;
};

}  // namespace scan::test
