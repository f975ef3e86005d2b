// Host memory that the device copies from or to while it stays mapped.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace scan::opengl {

/// upload: the host writes, the device reads. readback: the other way round.
enum class MappedUse { upload, readback };

/// Persistently mapped and coherent: after a fence the host sees what the device wrote, and the other way
/// round.
class MappedBuffer {
 public:
  /// Throws Unavailable when the driver has no memory for it.
  MappedBuffer(std::uint64_t size_bytes, MappedUse use);
  ~MappedBuffer();
  MappedBuffer(MappedBuffer&&) noexcept;
  MappedBuffer& operator=(MappedBuffer&&) noexcept;

  GLuint id() const { return id_; }
  std::span<std::byte> mapped() const { return {mapped_, size_bytes_}; }

 private:
  GLuint id_ = 0;
  std::byte* mapped_ = nullptr;
  std::uint64_t size_bytes_ = 0;
};

}  // namespace scan::opengl
