// A buffer with its memory, ranges of it, and copies between the host and the device.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "vulkan/device.hpp"

namespace scan::vulkan {

/// A part of a buffer, as a binding takes it; bytes, 64-bit. A range of size 0 binds nothing.
struct BufferRange {
  VkBuffer buffer = VK_NULL_HANDLE;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  /// The part that starts `bytes` later, which is within the range, and is at most `max_size` long.
  BufferRange from(std::uint64_t bytes, std::uint64_t max_size = ~std::uint64_t{0}) const {
    const std::uint64_t left = size - bytes;
    return {buffer, offset + bytes, left < max_size ? left : max_size};
  }
};

/// What a scan reads and writes; in place both are the same range. A range may be longer than the items.
struct ScanBuffers {
  BufferRange items_in;
  BufferRange items_out;
};

/// device: storage and transfers. upload, readback: host memory, mapped for the buffer's whole life.
enum class BufferUse { device, upload, readback };

/// Uninitialised. A size of 0 is rounded up to 4 bytes, for Vulkan has no empty buffers.
class Buffer {
 public:
  /// Throws Unavailable with the asked and the allowed bytes when it is larger than a buffer or the memory
  /// may be.
  Buffer(const Device& device, std::uint64_t size_bytes, BufferUse use = BufferUse::device);
  ~Buffer();
  Buffer(Buffer&&) noexcept;
  Buffer& operator=(Buffer&&) noexcept;

  VkBuffer handle() const { return buffer_; }
  std::uint64_t size_bytes() const { return size_bytes_; }
  BufferRange range() const { return {buffer_, 0, size_bytes_}; }

  /// The mapped bytes (upload, readback).
  std::span<std::byte> mapped() const { return {mapped_, mapped_ ? size_bytes_ : 0}; }
  /// Makes host writes visible to the device, device writes visible to the host. Whole atoms; nothing to do
  /// on coherent memory.
  void flush() const;
  void invalidate() const;

 private:
  Buffer() = default;
  void swap(Buffer& other) noexcept;
  void allocate(const Device& device, BufferUse use);

  VkDevice device_ = VK_NULL_HANDLE;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  std::byte* mapped_ = nullptr;
  std::uint64_t size_bytes_ = 0;
  bool coherent_ = true;
};

class Commands;

/// Host to device through a staging buffer, in pieces; returns when done.
void upload(const Device& device, const BufferRange& to, std::span<const std::byte> bytes);
/// Device to host, likewise. The commands that wrote have finished, and made their writes available to
/// transfers.
void download(const Device& device, const BufferRange& from, std::span<std::byte> bytes);
/// The same through a staging buffer of the caller's (BufferUse::readback): to make one takes longer than to copy what
/// it holds.
void download(Commands& commands, const Buffer& staging, const BufferRange& from, std::span<std::byte> bytes);
/// Fills with a 32-bit word; offset and size are multiples of 4. Returns when done.
void fill(const Device& device, const BufferRange& range, std::uint32_t word);
/// Copies within the device; returns when done.
void copy(const Device& device, const BufferRange& from, const BufferRange& to);

}  // namespace scan::vulkan
