// A buffer object that stays mapped.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include "opengl/mapped_buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "opengl/context.hpp"
#include "opengl/platform.hpp"
#include "scan/errors.hpp"

namespace scan::opengl {

MappedBuffer::MappedBuffer(std::uint64_t size_bytes, MappedUse use)
    : size_bytes_(std::max<std::uint64_t>(size_bytes, 4)) {
  const GLbitfield access = (use == MappedUse::upload ? GL_MAP_WRITE_BIT : GL_MAP_READ_BIT) |
                            GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  const auto size = static_cast<GLsizeiptr>(size_bytes_);
  check_errors("before a mapped buffer", __FILE__, __LINE__);
  GL_CHECK(glCreateBuffers(1, &id_));
  glNamedBufferStorage(id_, size, nullptr, access | GL_CLIENT_STORAGE_BIT);
  GLenum error = glGetError();
  if (error == GL_NO_ERROR) {
    mapped_ = static_cast<std::byte*>(glMapNamedBufferRange(id_, 0, size, access));
    error = glGetError();
    if (error == GL_NO_ERROR && mapped_ != nullptr) return;
  }
  glDeleteBuffers(1, &id_);
  if (is_lost(error)) {
    throw DeviceLost(fmt::format("a mapped buffer of {} bytes: the device was reset", size_bytes_));
  }
  throw Unavailable(fmt::format("OpenGL has no host memory for a mapped buffer of {} bytes", size_bytes_));
}

MappedBuffer::~MappedBuffer() {
  if (id_ != 0) glDeleteBuffers(1, &id_);  // which unmaps it
}

MappedBuffer::MappedBuffer(MappedBuffer&& other) noexcept
    : id_(std::exchange(other.id_, 0)),
      mapped_(std::exchange(other.mapped_, nullptr)),
      size_bytes_(std::exchange(other.size_bytes_, 0)) {}

MappedBuffer& MappedBuffer::operator=(MappedBuffer&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(mapped_, other.mapped_);
  std::swap(size_bytes_, other.size_bytes_);
  return *this;
}

}  // namespace scan::opengl
