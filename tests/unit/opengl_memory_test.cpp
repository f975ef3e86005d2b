// Which memory OpenGL's items get: the choice at every border.
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#include "harness/opengl_memory.hpp"

#include "catch.hpp"

using namespace scan;
using namespace scan::harness;
using opengl::Memory;

namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

/// On a GPU that has sparse memory.
Memory automatic(std::uint64_t bytes) {
  return memory_for(bytes, OpenGlMemory::automatic, true, false);
}

}  // namespace

TEST_CASE("automatic is sparse memory from 64 MiB to 1.5 GiB, and ordinary memory on either side") {
  CHECK(automatic(0) == Memory::ordinary);
  CHECK(automatic(64 * kMebibyte - 1) == Memory::ordinary);
  CHECK(automatic(64 * kMebibyte) == Memory::sparse);
  CHECK(automatic(1024 * kMebibyte) == Memory::sparse);
  CHECK(automatic(1536 * kMebibyte) == Memory::sparse);
  CHECK(automatic(1536 * kMebibyte + 1) == Memory::ordinary);
  CHECK(automatic(2047 * kMebibyte) == Memory::ordinary);  // data is lost in a sparse buffer so large
  CHECK(automatic(~std::uint64_t{0}) == Memory::ordinary);
}

TEST_CASE("automatic is ordinary memory where there is no sparse memory, and on a software renderer") {
  CHECK(memory_for(1024 * kMebibyte, OpenGlMemory::automatic, false, false) == Memory::ordinary);
  CHECK(memory_for(1024 * kMebibyte, OpenGlMemory::automatic, true, true) == Memory::ordinary);
  CHECK(memory_for(1024 * kMebibyte, OpenGlMemory::automatic, false, true) == Memory::ordinary);
}

TEST_CASE("the memory that was asked for is taken, of any size and on any device") {
  for (const std::uint64_t bytes : {std::uint64_t{4}, 1024 * kMebibyte, 4096 * kMebibyte}) {
    for (const bool has_sparse_memory : {false, true}) {
      for (const bool is_software : {false, true}) {
        CHECK(memory_for(bytes, OpenGlMemory::ordinary, has_sparse_memory, is_software) == Memory::ordinary);
        CHECK(memory_for(bytes, OpenGlMemory::sparse, has_sparse_memory, is_software) == Memory::sparse);
      }
    }
  }
}
