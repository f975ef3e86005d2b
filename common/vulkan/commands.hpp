// A command buffer that is recorded, submitted and waited for; and barriers as values.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <initializer_list>

#include "vulkan/device.hpp"

namespace scan::vulkan {

/// Which queue a command buffer goes to.
enum class QueueUse { compute, transfer };

class Commands {
 public:
  explicit Commands(const Device& device, QueueUse queue = QueueUse::compute);
  ~Commands();
  Commands(Commands&&) noexcept;
  Commands& operator=(Commands&&) noexcept;

  /// Starts recording afresh; the command buffer must not be in flight.
  VkCommandBuffer begin();
  /// Ends recording and hands it to the queue. It waits for the first semaphores before it starts, and
  /// signals the others when it is done.
  void submit(std::initializer_list<VkSemaphore> wait = {}, std::initializer_list<VkSemaphore> signal = {});
  /// Waits for what was submitted. Throws DeviceLost "no answer within … s" after the time-out.
  void wait(double timeout_seconds = 60);
  void submit_and_wait(double timeout_seconds = 60) {
    submit();
    wait(timeout_seconds);
  }

 private:
  Commands() = default;
  void swap(Commands& other) noexcept;

  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
  bool in_flight_ = false;
  bool given_up_ = false;  // it did not answer in time: what it uses can never be freed
};

/// One side of a dependency: the stages that touched memory, and how.
struct Access {
  VkPipelineStageFlags2 stages;
  VkAccessFlags2 access;
};

constexpr Access operator|(Access a, Access b) {
  return {a.stages | b.stages, a.access | b.access};
}

inline constexpr Access kShaderWrites{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                      VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT};
inline constexpr Access kShaderReads{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                     VK_ACCESS_2_SHADER_STORAGE_READ_BIT};
inline constexpr Access kShaderReadsAndWrites{
    VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
    VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT};
inline constexpr Access kCopyReads{VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_READ_BIT};
inline constexpr Access kTransferWrites{VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT};
inline constexpr Access kHostReads{VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT};

/// A global memory barrier as a value: chapters pass it to vkCmdPipelineBarrier2 and say who wrote and who
/// reads next.
class Barrier {
 public:
  Barrier(Access before, Access after)
      : memory_{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                .srcStageMask = before.stages,
                .srcAccessMask = before.access,
                .dstStageMask = after.stages,
                .dstAccessMask = after.access},
        dependency_{.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                    .memoryBarrierCount = 1,
                    .pMemoryBarriers = &memory_} {}
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;

  const VkDependencyInfo* info() const { return &dependency_; }

 private:
  VkMemoryBarrier2 memory_;
  VkDependencyInfo dependency_;
};

}  // namespace scan::vulkan
