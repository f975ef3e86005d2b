// Streaming in Vulkan: while one window is scanned, the next is copied in and the one before is copied out.
// Chapter 10.
// SPDX-License-Identifier: MIT
//
//   transfer queue   in 0 | in 1   | out 0  | in 2 | out 1 | …   waits for semaphores, not for the host
//   compute queue         | scan 0 | scan 1 | scan 2 | …         the carry stays on the device
#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "10_any_size/any_size.hpp"
#include "vulkan/commands.hpp"
#include "vulkan/semaphore.hpp"

namespace scan::any_size {

namespace {

/// What one window needs while it is in flight. Its buffers are used again by the window kNumSlots later.
struct Slot {
  Slot(const vulkan::Device& device, std::uint64_t bytes)
      : staging_in(device, bytes, vulkan::BufferUse::upload),
        items(device, bytes),
        staging_out(device, bytes, vulkan::BufferUse::readback),
        copied_in(device),
        scanned(device),
        copy_in(device, vulkan::QueueUse::transfer),
        scan(device, vulkan::QueueUse::compute),
        copy_out(device, vulkan::QueueUse::transfer) {}

  vulkan::Buffer staging_in, items, staging_out;
  vulkan::Semaphore copied_in, scanned;
  vulkan::Commands copy_in, scan, copy_out;  // last, so that they end before what they use goes
  std::span<std::byte> output;  // where on the host the window in flight goes; empty: none is in flight
};

class Stream {
 public:
  Stream(const vulkan::Device& device, const Request& request)
      : windows_(device, request, streamed_window_items(request, device.limits())) {
    const std::uint64_t count = windows_.plans().windows.count();
    for (std::uint64_t slot = 0; slot < std::min(kNumSlots, count); ++slot) {
      slots_.push_back(std::make_unique<Slot>(device, windows_.plans().num_bytes(0)));
    }
  }

  void operator()(std::span<const std::byte> input, std::span<std::byte> output) {
    const WindowPlans& plans = windows_.plans();
    const std::uint64_t count = plans.windows.count();
    for (std::uint64_t window = 0; window < count; ++window) {
      finish(slot_of(window));
      slot_of(window).output = output.subspan(plans.first_byte(window), plans.num_bytes(window));
      copy_in(slot_of(window), input.subspan(plans.first_byte(window), plans.num_bytes(window)));
      scan(slot_of(window), window);
      if (window > 0)
        copy_out(
            slot_of(window - 1));  // after the copy in, so that the transfer queue does not wait for the scan
    }
    if (count > 0) copy_out(slot_of(count - 1));
    for (std::uint64_t window = count - std::min(count, kNumSlots); window < count; ++window)
      finish(slot_of(window));
  }

 private:
  Slot& slot_of(std::uint64_t window) { return *slots_[window % kNumSlots]; }

  void copy_in(Slot& slot, std::span<const std::byte> items) {
    std::memcpy(slot.staging_in.mapped().data(), items.data(), items.size());
    slot.staging_in.flush();
    VkCommandBuffer commands = slot.copy_in.begin();
    const VkBufferCopy region{.size = items.size()};
    vkCmdCopyBuffer(commands, slot.staging_in.handle(), slot.items.handle(), 1, &region);
    slot.copy_in.submit({}, {slot.copied_in.handle()});  // the semaphore: the copy wrote, the scan reads
  }

  void scan(Slot& slot, std::uint64_t window) {
    VkCommandBuffer commands = slot.scan.begin();
    if (window == 0) windows_.start(commands);
    windows_.record(commands, window, {.items_in = slot.items.range(), .items_out = slot.items.range()});
    slot.scan.submit({slot.copied_in.handle()},
                     {slot.scanned.handle()});  // the semaphore: the scan wrote, the copy reads
  }

  void copy_out(Slot& slot) {
    VkCommandBuffer commands = slot.copy_out.begin();
    const VkBufferCopy region{.size = slot.output.size()};
    vkCmdCopyBuffer(commands, slot.items.handle(), slot.staging_out.handle(), 1, &region);
    const vulkan::Barrier barrier(vulkan::kTransferWrites, vulkan::kHostReads);
    vkCmdPipelineBarrier2(commands,
                          barrier.info());  // the copy wrote staging_out; the host reads it after the fence
    slot.copy_out.submit({slot.scanned.handle()}, {});
  }

  /// Waits until the slot's window is back, and takes it to where it belongs.
  void finish(Slot& slot) {
    if (slot.output.empty()) return;
    slot.copy_in.wait();
    slot.scan.wait();
    slot.copy_out.wait();
    slot.staging_out.invalidate();
    std::memcpy(slot.output.data(), slot.staging_out.mapped().data(), slot.output.size());
    slot.output = {};
  }

  VulkanWindows windows_;
  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace

harness::HostScan vulkan_streamed(const vulkan::Device& device, const Request& request) {
  Request in_the_slot = request;
  in_the_slot.in_place = true;  // on the device; host input and output may be apart or the same
  return Stream(device, in_the_slot);
}

}  // namespace scan::any_size
