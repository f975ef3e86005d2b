// Device time between two points of a command buffer, by timestamp queries.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include "vulkan/timer.hpp"

#include <utility>

namespace scan::vulkan {
namespace {

constexpr std::uint32_t kBegin = 0, kEnd = 1, kNumQueries = 2;
constexpr std::uint32_t kAllBits = 64;
constexpr double kNanosecondsPerMillisecond = 1e6;

}  // namespace

std::optional<double> milliseconds_between(std::uint64_t begin, std::uint64_t end, std::uint32_t bits,
                                           double period) {
  if (bits == 0) return std::nullopt;
  const std::uint64_t valid = bits < kAllBits ? (std::uint64_t{1} << bits) - 1 : ~std::uint64_t{0};
  const std::uint64_t ticks =
      (end - begin) & valid;  // modulo 2^bits, so that a counter that wrapped counts right
  if (ticks == 0) return std::nullopt;
  return static_cast<double>(ticks) * period / kNanosecondsPerMillisecond;
}

Timer::Timer(const Device& device) : Timer() {
  device_ = device.handle();
  bits_ = device.timestamp_bits();
  period_ = device.timestamp_period();
  if (bits_ == 0) return;
  const VkQueryPoolCreateInfo info{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                   .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                   .queryCount = kNumQueries};
  VK_CHECK(vkCreateQueryPool(device_, &info, nullptr, &queries_));
}

Timer::~Timer() {
  if (device_ != VK_NULL_HANDLE) vkDestroyQueryPool(device_, queries_, nullptr);
}

Timer::Timer(Timer&& other) noexcept : Timer() {
  swap(other);
}

Timer& Timer::operator=(Timer&& other) noexcept {
  Timer(std::move(other)).swap(*this);
  return *this;
}

void Timer::swap(Timer& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(queries_, other.queries_);
  std::swap(bits_, other.bits_);
  std::swap(period_, other.period_);
}

void Timer::begin(VkCommandBuffer commands) {
  if (bits_ == 0) return;
  vkCmdResetQueryPool(commands, queries_, 0, kNumQueries);
  // When all commands before have finished: what they take is not counted.
  vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, queries_, kBegin);
}

void Timer::end(VkCommandBuffer commands) {
  if (bits_ == 0) return;
  // When all commands between have finished, and not only started.
  vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, queries_, kEnd);
}

std::optional<double> Timer::milliseconds() const {
  if (bits_ == 0) return std::nullopt;
  std::uint64_t ticks[kNumQueries] = {};
  VK_CHECK(vkGetQueryPoolResults(device_, queries_, 0, kNumQueries, sizeof(ticks), ticks, sizeof(ticks[0]),
                                 VK_QUERY_RESULT_64_BIT));
  return milliseconds_between(ticks[kBegin], ticks[kEnd], bits_, period_);
}

}  // namespace scan::vulkan
