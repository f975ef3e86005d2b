// A buffer object: allocation, and copies between it and the host in pieces.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include "opengl/buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "opengl/context.hpp"
#include "opengl/platform.hpp"
#include "opengl/timer.hpp"
#include "scan/errors.hpp"
#include "scan/plan.hpp"

namespace scan::opengl {
namespace {

// Some drivers count the bytes of one copy in 32 bits, and stage all of it at once; a multiple of every
// element.
constexpr std::uint64_t kPieceBytes = std::uint64_t{64} << 20;

/// Calls `copy(done, piece)` for consecutive pieces of `size` bytes.
template <class Copy>
void for_each_piece(std::uint64_t size, Copy&& copy) {
  for (std::uint64_t done = 0; done < size; done += kPieceBytes)
    copy(done, std::min(kPieceBytes, size - done));
}

void require_range(const char* what, std::uint64_t offset, std::uint64_t size, std::uint64_t buffer_bytes) {
  if (offset <= buffer_bytes && size <= buffer_bytes - offset) return;
  throw Error(fmt::format("{} of {} bytes at offset {} is beyond the buffer's {} bytes", what, size, offset,
                          buffer_bytes));
}

GLintptr gl_offset(std::uint64_t bytes) {
  return static_cast<GLintptr>(bytes);
}
GLsizeiptr gl_size(std::uint64_t bytes) {
  return static_cast<GLsizeiptr>(bytes);
}

/// What is allocated for so many bytes of sparse memory: whole pages.
std::uint64_t whole_pages(std::uint64_t size_bytes) {
  if (size_bytes > kMostSparseBytes) {
    throw Unavailable(
        fmt::format("a buffer of {} bytes is too large for OpenGL's sparse memory, which holds {} here",
                    size_bytes, kMostSparseBytes));
  }
  if (!has_sparse_memory()) throw Unavailable("this OpenGL has no sparse memory (GL_ARB_sparse_buffer)");
  GLint page_bytes = 0;
  GL_CHECK(glGetIntegerv(GL_SPARSE_BUFFER_PAGE_SIZE_ARB, &page_bytes));
  return align_up(size_bytes, static_cast<std::uint64_t>(std::max(page_bytes, 1)));
}

}  // namespace

Buffer::Buffer(std::uint64_t size_bytes, Memory memory)
    : size_bytes_(std::max<std::uint64_t>(size_bytes, 4)), memory_(memory) {
  constexpr std::uint64_t max_bytes = std::numeric_limits<GLsizeiptr>::max();
  if (size_bytes_ > max_bytes) {
    throw Unavailable(
        fmt::format("OpenGL cannot have a buffer of {} bytes, at most {}", size_bytes_, max_bytes));
  }
  check_errors("before a buffer", __FILE__, __LINE__);
  const bool is_sparse = memory == Memory::sparse;
  const std::uint64_t allocated = is_sparse ? whole_pages(size_bytes_) : size_bytes_;
  GL_CHECK(glCreateBuffers(1, &id_));
  const char* call = "glNamedBufferStorage";
  glNamedBufferStorage(id_, gl_size(allocated), nullptr,
                       GL_DYNAMIC_STORAGE_BIT | (is_sparse ? GL_SPARSE_STORAGE_BIT_ARB : 0u));
  GLenum error = glGetError();
  if (error == GL_NO_ERROR && is_sparse) {
    call = "glNamedBufferPageCommitmentARB";
    glNamedBufferPageCommitmentARB(id_, 0, gl_size(allocated), GL_TRUE);
    error = glGetError();
  }
  if (error == GL_NO_ERROR) return;
  glDeleteBuffers(1, &id_);
  if (is_lost(error)) throw DeviceLost(fmt::format("{} of {} bytes: the device was reset", call, allocated));
  if (error == GL_OUT_OF_MEMORY) {
    throw Unavailable(fmt::format("OpenGL has no memory for a buffer of {} bytes", size_bytes_));
  }
  throw Error(fmt::format("{} of {} bytes: error {:#06x}", call, allocated, error));
}

Buffer::~Buffer() {
  if (id_ != 0) glDeleteBuffers(1, &id_);
}

Buffer::Buffer(Buffer&& other) noexcept
    : id_(std::exchange(other.id_, 0)),
      size_bytes_(std::exchange(other.size_bytes_, 0)),
      memory_(other.memory_) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(size_bytes_, other.size_bytes_);
  std::swap(memory_, other.memory_);
  return *this;
}

void Buffer::upload(std::uint64_t offset, std::span<const std::byte> bytes) {
  require_range("upload", offset, bytes.size(), size_bytes_);
  // In NVIDIA's driver 580 a large upload overtakes an earlier fill, whose words then replace the items.
  finish();
  for_each_piece(bytes.size(), [&](std::uint64_t done, std::uint64_t piece) {
    GL_CHECK(glNamedBufferSubData(id_, gl_offset(offset + done), gl_size(piece), bytes.data() + done));
  });
}

void Buffer::download(std::uint64_t offset, std::span<std::byte> bytes) const {
  require_range("download", offset, bytes.size(), size_bytes_);
  for_each_piece(bytes.size(), [&](std::uint64_t done, std::uint64_t piece) {
    GL_CHECK(glGetNamedBufferSubData(id_, gl_offset(offset + done), gl_size(piece), bytes.data() + done));
  });
}

void Buffer::fill(std::uint64_t offset, std::uint64_t size, std::uint32_t word) {
  require_range("fill", offset, size, size_bytes_);
  for_each_piece(size, [&](std::uint64_t done, std::uint64_t piece) {
    GL_CHECK(glClearNamedBufferSubData(id_, GL_R32UI, gl_offset(offset + done), gl_size(piece),
                                       GL_RED_INTEGER, GL_UNSIGNED_INT, &word));
  });
}

}  // namespace scan::opengl
