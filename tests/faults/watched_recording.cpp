// Three functions of this program stand before the loader's: so the chapters' real code runs with a barrier
// missing. Room: tests/faults. SPDX-License-Identifier: MIT
#include "faults/watched_recording.hpp"

#include <dlfcn.h>
#include <vulkan/vulkan.h>

#include "vulkan/commands.hpp"

namespace scan::test {
namespace {

bool is_watching = false;
std::optional<std::size_t> left_out_barrier;
std::size_t num_seen_barriers = 0;
std::size_t num_unordered = 0;
// A dispatch wrote, and no barrier since then orders what comes after it:
bool dispatches_are_unordered = false;
bool fills_are_unordered = false;

bool covers(const vulkan::Access& wanted, VkPipelineStageFlags2 stages, VkAccessFlags2 access) {
  return (stages & wanted.stages) == wanted.stages && (access & wanted.access) == wanted.access;
}

bool orders_after_writes(const VkDependencyInfo& dependency, const vulkan::Access& after) {
  for (std::uint32_t i = 0; i < dependency.memoryBarrierCount; ++i) {
    const VkMemoryBarrier2& barrier = dependency.pMemoryBarriers[i];
    if (covers(vulkan::kShaderWrites, barrier.srcStageMask, barrier.srcAccessMask) &&
        covers(after, barrier.dstStageMask, barrier.dstAccessMask)) {
      return true;
    }
  }
  return false;
}

template <class Function>
Function loaders(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

WatchedRecording::WatchedRecording(std::optional<std::size_t> left_out) {
  is_watching = true;
  left_out_barrier = left_out;
  num_seen_barriers = num_unordered = 0;
  dispatches_are_unordered = fills_are_unordered = false;
}

WatchedRecording::~WatchedRecording() {
  is_watching = false;
}

void WatchedRecording::next_scan() {
  num_seen_barriers = 0;
}

std::size_t WatchedRecording::num_barriers() const {
  return num_seen_barriers;
}

std::size_t WatchedRecording::num_unordered_commands() const {
  return num_unordered;
}

}  // namespace scan::test

extern "C" VKAPI_ATTR void VKAPI_CALL vkCmdPipelineBarrier2(VkCommandBuffer commands,
                                                            const VkDependencyInfo* dependency) {
  using namespace scan::test;
  static const auto real = loaders<PFN_vkCmdPipelineBarrier2>("vkCmdPipelineBarrier2");
  if (is_watching && num_seen_barriers++ == left_out_barrier) return;
  if (orders_after_writes(*dependency, scan::vulkan::kShaderReadsAndWrites)) dispatches_are_unordered = false;
  if (orders_after_writes(*dependency, scan::vulkan::kTransferWrites)) fills_are_unordered = false;
  real(commands, dependency);
}

extern "C" VKAPI_ATTR void VKAPI_CALL vkCmdDispatch(VkCommandBuffer commands, std::uint32_t x,
                                                    std::uint32_t y, std::uint32_t z) {
  using namespace scan::test;
  static const auto real = loaders<PFN_vkCmdDispatch>("vkCmdDispatch");
  if (is_watching) {
    if (dispatches_are_unordered) ++num_unordered;
    dispatches_are_unordered = fills_are_unordered = true;
  }
  real(commands, x, y, z);
}

extern "C" VKAPI_ATTR void VKAPI_CALL vkCmdFillBuffer(VkCommandBuffer commands, VkBuffer buffer,
                                                      VkDeviceSize offset, VkDeviceSize size,
                                                      std::uint32_t word) {
  using namespace scan::test;
  static const auto real = loaders<PFN_vkCmdFillBuffer>("vkCmdFillBuffer");
  if (is_watching && fills_are_unordered) ++num_unordered;
  real(commands, buffer, offset, size, word);
}
