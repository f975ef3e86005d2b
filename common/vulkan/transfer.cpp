// Copies between the host and the device, in pieces through a staging buffer; fills and copies within the
// device.
// Room: common/vulkan. These helpers wait, so they bring their own barriers.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "vulkan/buffer.hpp"
#include "vulkan/commands.hpp"

namespace scan::vulkan {
namespace {

constexpr std::uint64_t kStagingBytes = std::uint64_t{64} << 20;

// Everything that our commands do to a device buffer, by either side of a dependency.
constexpr Access kAnyUse = kShaderReadsAndWrites | kCopyReads | kTransferWrites;

std::uint64_t staging_bytes(std::size_t num_bytes) {
  return std::min<std::uint64_t>(num_bytes, kStagingBytes);
}

// Records the writes of `record` between what may have used the target before and what may use it after.
template <class Record>
void write_and_wait(Commands& commands, Record record) {
  const VkCommandBuffer buffer = commands.begin();
  const Barrier before(kAnyUse, kTransferWrites);
  vkCmdPipelineBarrier2(buffer, before.info());  // earlier commands used the target; this transfer writes it
  record(buffer);
  const Barrier after(kTransferWrites, kAnyUse);
  vkCmdPipelineBarrier2(buffer, after.info());  // this transfer wrote the target; later commands use it
  commands.submit_and_wait();
}

}  // namespace

void upload(const Device& device, const BufferRange& to, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  Commands commands(device);
  const Buffer staging(device, staging_bytes(bytes.size()), BufferUse::upload);
  for (std::uint64_t offset = 0; offset < bytes.size(); offset += kStagingBytes) {
    const auto piece = bytes.subspan(offset, staging_bytes(bytes.size() - offset));
    std::memcpy(staging.mapped().data(), piece.data(), piece.size());
    staging.flush();
    write_and_wait(commands, [&](VkCommandBuffer buffer) {
      const VkBufferCopy region{.srcOffset = 0, .dstOffset = to.offset + offset, .size = piece.size()};
      vkCmdCopyBuffer(buffer, staging.handle(), to.buffer, 1, &region);
    });
  }
}

void download(const Device& device, const BufferRange& from, std::span<std::byte> bytes) {
  if (bytes.empty()) return;
  Commands commands(device);
  download(commands, Buffer(device, staging_bytes(bytes.size()), BufferUse::readback), from, bytes);
}

void download(Commands& commands, const Buffer& staging, const BufferRange& from,
              std::span<std::byte> bytes) {
  const std::uint64_t most = staging.size_bytes();
  for (std::uint64_t offset = 0; offset < bytes.size(); offset += most) {
    const auto piece = bytes.subspan(offset, std::min<std::uint64_t>(most, bytes.size() - offset));
    const VkCommandBuffer buffer = commands.begin();
    const VkBufferCopy region{.srcOffset = from.offset + offset, .dstOffset = 0, .size = piece.size()};
    vkCmdCopyBuffer(buffer, from.buffer, staging.handle(), 1, &region);
    const Barrier barrier(kTransferWrites, kHostReads);
    vkCmdPipelineBarrier2(buffer, barrier.info());  // the copy wrote the staging buffer; the host reads it
    commands.submit_and_wait();
    staging.invalidate();
    std::memcpy(piece.data(), staging.mapped().data(), piece.size());
  }
}

void fill(const Device& device, const BufferRange& range, std::uint32_t word) {
  if (range.size == 0) return;
  Commands commands(device);
  write_and_wait(commands, [&](VkCommandBuffer buffer) {
    vkCmdFillBuffer(buffer, range.buffer, range.offset, range.size, word);
  });
}

void copy(const Device& device, const BufferRange& from, const BufferRange& to) {
  const std::uint64_t size = std::min(from.size, to.size);
  if (size == 0) return;
  Commands commands(device);
  write_and_wait(commands, [&](VkCommandBuffer buffer) {
    const VkBufferCopy region{.srcOffset = from.offset, .dstOffset = to.offset, .size = size};
    vkCmdCopyBuffer(buffer, from.buffer, to.buffer, 1, &region);
  });
}

}  // namespace scan::vulkan
