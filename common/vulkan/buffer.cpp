// A buffer with its memory: one allocation each, as large buffers want it.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include "vulkan/buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "scan/errors.hpp"

namespace scan::vulkan {
namespace {

constexpr std::uint64_t kMinBytes = 4;

VkBufferUsageFlags usage_of(BufferUse use) {
  switch (use) {
    case BufferUse::upload: return VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    case BufferUse::readback: return VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    case BufferUse::device: break;
  }
  return VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
         VK_BUFFER_USAGE_TRANSFER_DST_BIT;
}

constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

// The first type that has the first of the wishes, else the second, and so on. Drivers list the plainest type
// first.
std::optional<std::uint32_t> find_type(const VkPhysicalDeviceMemoryProperties& memory,
                                       std::uint32_t allowed_types,
                                       std::initializer_list<VkMemoryPropertyFlags> wishes) {
  for (const VkMemoryPropertyFlags wish : wishes) {
    for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type) {
      const bool allowed = (allowed_types >> type & 1u) != 0;
      if (allowed && (memory.memoryTypes[type].propertyFlags & wish) == wish) return type;
    }
  }
  return std::nullopt;
}

std::uint32_t memory_type(const Device& device, std::uint32_t allowed_types, BufferUse use) {
  const auto type =
      use == BufferUse::device
          ? find_type(device.memory(), allowed_types, {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0})
      : use == BufferUse::upload
          ? find_type(device.memory(), allowed_types, {kVisible | kCoherent, kVisible})
          // The host reads uncached memory many times slower than it writes it.
          : find_type(device.memory(), allowed_types, {kVisible | kCached, kVisible | kCoherent, kVisible});
  if (!type) throw Unavailable("the Vulkan device has no memory of a type that this buffer needs");
  return *type;
}

// Only buffers of the device lie in its memory.
void check_size(std::uint64_t size_bytes, BufferUse use, const DeviceLimits& limits) {
  if (size_bytes > limits.max_buffer_bytes) {
    throw Unavailable(
        fmt::format("a buffer of {} bytes is more than the {} bytes that the Vulkan device allows for one",
                    size_bytes, limits.max_buffer_bytes));
  }
  if (use == BufferUse::device && size_bytes > limits.memory_bytes) {
    throw Unavailable(
        fmt::format("a buffer of {} bytes is more than the {} bytes of memory of the Vulkan device",
                    size_bytes, limits.memory_bytes));
  }
}

}  // namespace

// Delegating: the destructor frees what there is when a later call throws.
Buffer::Buffer(const Device& device, std::uint64_t size_bytes, BufferUse use) : Buffer() {
  device_ = device.handle();
  size_bytes_ = std::max(size_bytes, kMinBytes);
  check_size(size_bytes_, use, device.limits());

  // Both queues use it, without handing it over: for buffers that costs nothing.
  const std::uint32_t families[] = {device.queue_family(), device.transfer_queue_family()};
  const bool shared = families[0] != families[1];
  const VkBufferCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = size_bytes_,
      .usage = usage_of(use),
      .sharingMode = shared ? VK_SHARING_MODE_CONCURRENT : VK_SHARING_MODE_EXCLUSIVE,
      .queueFamilyIndexCount = shared ? 2u : 0u,
      .pQueueFamilyIndices = families};
  VK_CHECK(vkCreateBuffer(device_, &info, nullptr, &buffer_));
  allocate(device, use);
}

void Buffer::allocate(const Device& device, BufferUse use) {
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device_, buffer_, &needs);
  const std::uint32_t type = memory_type(device, needs.memoryTypeBits, use);
  const VkMemoryDedicatedAllocateInfo dedicated{.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
                                                .buffer = buffer_};
  const VkMemoryAllocateInfo info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .pNext = &dedicated,
                                  .allocationSize = needs.size,
                                  .memoryTypeIndex = type};
  const VkResult result = vkAllocateMemory(device_, &info, nullptr, &memory_);
  if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY) {
    throw Unavailable(
        fmt::format("no {} bytes of memory are free on the Vulkan device, which has {} bytes in all",
                    needs.size, device.limits().memory_bytes));
  }
  VK_CHECK(result);
  VK_CHECK(vkBindBufferMemory(device_, buffer_, memory_, 0));

  if (use == BufferUse::device) return;
  coherent_ = (device.memory().memoryTypes[type].propertyFlags & kCoherent) != 0;
  void* mapped = nullptr;
  VK_CHECK(vkMapMemory(device_, memory_, 0, VK_WHOLE_SIZE, 0, &mapped));
  mapped_ = static_cast<std::byte*>(mapped);
}

Buffer::~Buffer() {
  if (device_ == VK_NULL_HANDLE) return;
  vkDestroyBuffer(device_, buffer_, nullptr);
  vkFreeMemory(device_, memory_, nullptr);  // which unmaps it, too
}

Buffer::Buffer(Buffer&& other) noexcept : Buffer() {
  swap(other);
}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  Buffer(std::move(other)).swap(*this);
  return *this;
}

void Buffer::swap(Buffer& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(buffer_, other.buffer_);
  std::swap(memory_, other.memory_);
  std::swap(mapped_, other.mapped_);
  std::swap(size_bytes_, other.size_bytes_);
  std::swap(coherent_, other.coherent_);
}

void Buffer::flush() const {
  if (coherent_) return;
  // The whole memory is a whole number of atoms, whatever nonCoherentAtomSize is.
  const VkMappedMemoryRange range{
      .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = memory_, .offset = 0, .size = VK_WHOLE_SIZE};
  VK_CHECK(vkFlushMappedMemoryRanges(device_, 1, &range));
}

void Buffer::invalidate() const {
  if (coherent_) return;
  const VkMappedMemoryRange range{
      .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = memory_, .offset = 0, .size = VK_WHOLE_SIZE};
  VK_CHECK(vkInvalidateMappedMemoryRanges(device_, 1, &range));
}

}  // namespace scan::vulkan
