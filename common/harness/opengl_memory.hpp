// Which memory the items of a run on OpenGL lie in: what was asked for, and what is taken.
// Room: common/harness. docs/measuring.md says why there are two kinds.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "opengl/buffer.hpp"

namespace scan::harness {

/// The word after --gl-memory.
enum class OpenGlMemory { automatic, ordinary, sparse };

inline constexpr OpenGlMemory kOpenGlMemories[] = {OpenGlMemory::automatic, OpenGlMemory::ordinary,
                                                   OpenGlMemory::sparse};

constexpr std::string_view name_of(OpenGlMemory memory) {
  switch (memory) {
    case OpenGlMemory::automatic: return "auto";
    case OpenGlMemory::ordinary: return "ordinary";
    case OpenGlMemory::sparse: return "sparse";
  }
  return "";
}

/// Smaller buffers are as fast in ordinary memory: NVIDIA's driver 580 slows down above some 512 MiB that are touched
/// in all, and this stays well below.
inline constexpr std::uint64_t kLeastSparseBytes = std::uint64_t{64} << 20;

/// The memory for a buffer of so many bytes. What was asked for is taken; whether the device has it, the buffer finds
/// out. Automatic is sparse where the device has that and the buffer is neither small nor beyond the most bytes of one;
/// a software renderer has one kind of page anyway.
constexpr opengl::Memory memory_for(std::uint64_t buffer_bytes, OpenGlMemory asked, bool has_sparse_memory,
                                    bool is_software) {
  if (asked != OpenGlMemory::automatic)
    return asked == OpenGlMemory::sparse ? opengl::Memory::sparse : opengl::Memory::ordinary;
  const bool is_worth_it = buffer_bytes >= kLeastSparseBytes && buffer_bytes <= opengl::kMostSparseBytes;
  return has_sparse_memory && !is_software && is_worth_it ? opengl::Memory::sparse : opengl::Memory::ordinary;
}

}  // namespace scan::harness
