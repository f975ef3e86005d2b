// A stage's scan in a command buffer, followed by the copy to the host that every reader of its result makes.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/stage.hpp"
#include "scan/pattern.hpp"
#include "vulkan/commands.hpp"

namespace scan::test {

class Recording {
 public:
  /// Throws what building the stage throws. The items start `offset` bytes into the buffers.
  Recording(const vulkan::Device& device, const harness::Stage& stage, const Request& request,
            Pattern pattern = Pattern::random, std::uint64_t offset = 0);

  struct Recorded {
    std::size_t num_barriers = 0;            // of one scan
    std::size_t num_unordered_commands = 0;  // see WatchedRecording
  };

  /// Records the scan `times` times on the same buffers and the same scratch, with no other command between,
  /// and then the copy. The barrier `left_out` is missing from each scan.
  Recorded record(std::size_t times, std::optional<std::size_t> left_out = {});
  /// Runs what was recorded, and judges what came back.
  Finding run();

  /// What the validation layer said since the recording was made.
  std::vector<std::string> messages() const;

 private:
  const vulkan::Device& device_;
  Problem problem_;
  Expectation expectation_;
  std::uint64_t offset_;
  std::size_t num_earlier_messages_;
  vulkan::Buffer input_, output_, readback_;
  harness::VulkanScan scan_;
  vulkan::Commands commands_;
};

}  // namespace scan::test
