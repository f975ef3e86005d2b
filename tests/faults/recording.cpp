// Records scans and the copy to the host, and judges what comes back.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#include "faults/recording.hpp"

#include "faults/watched_recording.hpp"

namespace scan::test {

Recording::Recording(const vulkan::Device& device, const harness::Stage& stage, const Request& request,
                     Pattern pattern, std::uint64_t offset)
    : device_(device),
      problem_{request, make_items(request.type, pattern, request.num_items, 1)},
      expectation_(stage.expectation),
      offset_(offset),
      num_earlier_messages_(device.messages().size()),
      input_(device, offset + problem_.input.num_bytes()),
      output_(device, offset + problem_.input.num_bytes()),
      readback_(device, problem_.input.num_bytes(), vulkan::BufferUse::readback),
      scan_(stage.vulkan(device, request)),
      commands_(device) {
  const Items& items = problem_.input;
  vulkan::upload(device, input_.range().from(offset), items.bytes());
  vulkan::fill(device, output_.range(), kSentinel);
}

Recording::Recorded Recording::record(std::size_t times, std::optional<std::size_t> left_out) {
  const VkCommandBuffer recording = commands_.begin();
  Recorded recorded;
  {
    WatchedRecording watched(left_out);
    for (std::size_t time = 0; time < times; ++time) {
      watched.next_scan();
      scan_(recording,
            {.items_in = input_.range().from(offset_), .items_out = output_.range().from(offset_)});
    }
    recorded = {watched.num_barriers(), watched.num_unordered_commands()};
  }
  const VkBufferCopy region{.srcOffset = offset_, .size = problem_.input.num_bytes()};
  vkCmdCopyBuffer(recording, output_.handle(), readback_.handle(), 1, &region);
  const vulkan::Barrier barrier(vulkan::kTransferWrites, vulkan::kHostReads);
  vkCmdPipelineBarrier2(recording,
                        barrier.info());  // the copy wrote readback_; the host reads it after the fence
  return recorded;
}

Finding Recording::run() {
  commands_.submit_and_wait();
  readback_.invalidate();
  Checker checker(problem_, expectation_);
  checker.feed(readback_.mapped());
  return checker.finish();
}

std::vector<std::string> Recording::messages() const {
  const std::vector<std::string> all = device_.messages();
  return {all.begin() + static_cast<std::ptrdiff_t>(num_earlier_messages_), all.end()};
}

}  // namespace scan::test
