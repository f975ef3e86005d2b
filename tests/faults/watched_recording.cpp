// Two functions of this program stand before the loader's: so the chapters' real code runs with a barrier
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
bool has_unordered_writes = false;  // a dispatch wrote, and no barrier since then orders those after it

bool covers(const vulkan::Access& wanted, VkPipelineStageFlags2 stages, VkAccessFlags2 access) {
  return (stages & wanted.stages) == wanted.stages && (access & wanted.access) == wanted.access;
}

bool orders_dispatches(const VkDependencyInfo& dependency) {
  for (std::uint32_t i = 0; i < dependency.memoryBarrierCount; ++i) {
    const VkMemoryBarrier2& barrier = dependency.pMemoryBarriers[i];
    if (covers(vulkan::kShaderWrites, barrier.srcStageMask, barrier.srcAccessMask) &&
        covers(vulkan::kShaderReadsAndWrites, barrier.dstStageMask, barrier.dstAccessMask)) {
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
  has_unordered_writes = false;
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

std::size_t WatchedRecording::num_unordered_dispatches() const {
  return num_unordered;
}

}  // namespace scan::test

extern "C" VKAPI_ATTR void VKAPI_CALL vkCmdPipelineBarrier2(VkCommandBuffer commands,
                                                            const VkDependencyInfo* dependency) {
  using namespace scan::test;
  static const auto real = loaders<PFN_vkCmdPipelineBarrier2>("vkCmdPipelineBarrier2");
  if (is_watching && num_seen_barriers++ == left_out_barrier) return;
  if (orders_dispatches(*dependency)) has_unordered_writes = false;
  real(commands, dependency);
}

extern "C" VKAPI_ATTR void VKAPI_CALL vkCmdDispatch(VkCommandBuffer commands, std::uint32_t x,
                                                    std::uint32_t y, std::uint32_t z) {
  using namespace scan::test;
  static const auto real = loaders<PFN_vkCmdDispatch>("vkCmdDispatch");
  if (is_watching) {
    if (has_unordered_writes) ++num_unordered;
    has_unordered_writes = true;
  }
  real(commands, x, y, z);
}
