// A buffer object and ranges of it.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace scan::opengl {

/// A part of a buffer, as a binding takes it; bytes, 64-bit. A range of size 0 binds nothing.
struct BufferRange {
  GLuint buffer = 0;
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

/// What is behind a buffer's addresses. Sparse memory is committed page by page, here all of it at once
/// (GL_ARB_sparse_buffer). Some drivers give it larger pages than ordinary memory: docs/measuring.md.
enum class Memory { ordinary, sparse };

constexpr std::string_view name_of(Memory memory) {
  return memory == Memory::sparse ? "sparse" : "ordinary";
}

/// The most bytes of a buffer of sparse memory. NVIDIA's driver 580 lost data or hung, without an error, with buffers
/// of 2,047 MiB and more; this keeps away from that border.
inline constexpr std::uint64_t kMostSparseBytes = std::uint64_t{3} << 29;

/// Device memory, uninitialised. A size of 0 is rounded up to 4 bytes, for GL has no empty buffers.
class Buffer {
 public:
  /// Throws Unavailable when the driver has no memory for it, or not of that kind.
  explicit Buffer(std::uint64_t size_bytes, Memory memory = Memory::ordinary);
  ~Buffer();
  Buffer(Buffer&&) noexcept;
  Buffer& operator=(Buffer&&) noexcept;

  GLuint id() const { return id_; }
  std::uint64_t size_bytes() const { return size_bytes_; }
  Memory memory() const { return memory_; }
  BufferRange range() const { return {id_, 0, size_bytes_}; }

  /// Waits for all earlier commands, then copies host bytes in; returns when the source may be changed.
  void upload(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Copies out. The caller has issued glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT) after the shader that
  /// wrote.
  void download(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// Fills with a 32-bit word; offset and size are multiples of 4.
  void fill(std::uint64_t offset, std::uint64_t size, std::uint32_t word);

 private:
  GLuint id_ = 0;
  std::uint64_t size_bytes_ = 0;
  Memory memory_ = Memory::ordinary;
};

}  // namespace scan::opengl
