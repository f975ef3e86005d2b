// A command buffer that is recorded, submitted and waited for.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include "vulkan/commands.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "scan/errors.hpp"

namespace scan::vulkan {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;
constexpr std::uint64_t kPatienceNanoseconds = 60'000'000'000;  // 60 s

/// Waits before, or signals after, all commands of a submission.
std::vector<VkSemaphoreSubmitInfo> all_commands(std::initializer_list<VkSemaphore> semaphores) {
  std::vector<VkSemaphoreSubmitInfo> infos;
  for (const VkSemaphore semaphore : semaphores) {
    infos.push_back({.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                     .semaphore = semaphore,
                     .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT});
  }
  return infos;
}

}  // namespace

// Delegating: the destructor frees what there is when a later call throws.
Commands::Commands(const Device& device, QueueUse queue) : Commands() {
  const bool compute = queue == QueueUse::compute;
  device_ = device.handle();
  queue_ = compute ? device.queue() : device.transfer_queue();
  const VkCommandPoolCreateInfo pool_info{
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
      .queueFamilyIndex = compute ? device.queue_family() : device.transfer_queue_family()};
  VK_CHECK(vkCreateCommandPool(device_, &pool_info, nullptr, &pool_));
  const VkCommandBufferAllocateInfo buffer_info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                .commandPool = pool_,
                                                .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                                .commandBufferCount = 1};
  VK_CHECK(vkAllocateCommandBuffers(device_, &buffer_info, &commands_));
  const VkFenceCreateInfo fence_info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  VK_CHECK(vkCreateFence(device_, &fence_info, nullptr, &fence_));
}

Commands::~Commands() {
  if (device_ == VK_NULL_HANDLE || given_up_) return;
  // An exception came between submit() and wait(): what the device still uses may not go, and is left if it
  // never answers.
  if (in_flight_ && vkWaitForFences(device_, 1, &fence_, VK_TRUE, kPatienceNanoseconds) == VK_TIMEOUT) return;
  vkDestroyFence(device_, fence_, nullptr);
  vkDestroyCommandPool(device_, pool_, nullptr);  // and the command buffer with it
}

Commands::Commands(Commands&& other) noexcept : Commands() {
  swap(other);
}

Commands& Commands::operator=(Commands&& other) noexcept {
  Commands(std::move(other)).swap(*this);
  return *this;
}

void Commands::swap(Commands& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(queue_, other.queue_);
  std::swap(pool_, other.pool_);
  std::swap(commands_, other.commands_);
  std::swap(fence_, other.fence_);
  std::swap(in_flight_, other.in_flight_);
  std::swap(given_up_, other.given_up_);
}

VkCommandBuffer Commands::begin() {
  if (in_flight_) throw Error("Commands::begin: the commands submitted before were not waited for");
  VK_CHECK(vkResetCommandPool(device_, pool_, 0));
  const VkCommandBufferBeginInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  VK_CHECK(vkBeginCommandBuffer(commands_, &info));
  return commands_;
}

void Commands::submit(std::initializer_list<VkSemaphore> wait, std::initializer_list<VkSemaphore> signal) {
  VK_CHECK(vkEndCommandBuffer(commands_));
  const std::vector<VkSemaphoreSubmitInfo> waits = all_commands(wait), signals = all_commands(signal);
  const VkCommandBufferSubmitInfo commands{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                           .commandBuffer = commands_};
  const VkSubmitInfo2 info{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                           .waitSemaphoreInfoCount = static_cast<std::uint32_t>(waits.size()),
                           .pWaitSemaphoreInfos = waits.data(),
                           .commandBufferInfoCount = 1,
                           .pCommandBufferInfos = &commands,
                           .signalSemaphoreInfoCount = static_cast<std::uint32_t>(signals.size()),
                           .pSignalSemaphoreInfos = signals.data()};
  VK_CHECK(vkQueueSubmit2(queue_, 1, &info, fence_));
  in_flight_ = true;
}

void Commands::wait(double timeout_seconds) {
  if (!in_flight_) return;
  const auto timeout_nanoseconds = static_cast<std::uint64_t>(timeout_seconds * kNanosecondsPerSecond);
  const VkResult result = vkWaitForFences(device_, 1, &fence_, VK_TRUE, timeout_nanoseconds);
  if (result == VK_TIMEOUT) {
    given_up_ = true;
    throw DeviceLost(fmt::format("no answer from the Vulkan device within {} s", timeout_seconds));
  }
  VK_CHECK(result);
  in_flight_ = false;
  VK_CHECK(vkResetFences(device_, 1, &fence_));
}

}  // namespace scan::vulkan
