// OpenGL's two kinds of memory: scans of items in each, and sparse buffers on their own. Where a device has no sparse
// memory, that it says so.
// Room: tests/gpu.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "08_scan_then_propagate/chapter.hpp"
#include "11_decoupled_look_back/chapter.hpp"
#include "gpu/climb.hpp"
#include "scan/errors.hpp"

namespace scan::test {
namespace {

using opengl::Buffer;
using opengl::Memory;

constexpr const char* kWhatLacks = "GL_ARB_sparse_buffer";

bool has_sparse_memory() {
  return opengl::Context().has_sparse_memory();
}

harness::Report climb_in(harness::OpenGlMemory memory, const harness::Chapter& chapter,
                         std::uint64_t num_items) {
  harness::Options options = options_of(num_items);
  options.opengl_memory = memory;
  return climb(chapter, options);
}

void require_memory(const harness::Report& report, Memory memory) {
  std::size_t num_ok = 0;
  for (const harness::Result& result : report.results) {
    if (result.finding.verdict == Verdict::skipped) continue;  // for what OpenGL lacks
    CAPTURE(result.stage, result.finding.reason);
    REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::ok));
    REQUIRE(result.memory);
    REQUIRE(name_of(*result.memory) == name_of(memory));
    ++num_ok;
  }
  REQUIRE(num_ok > 0);
}

template <class Failure>
std::string message_of_buffer(std::uint64_t size_bytes) {
  try {
    const Buffer buffer(size_bytes, Memory::sparse);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("scans in sparse memory are right, or skipped where there is none") {
  for (const harness::Chapter& chapter : {scan_then_propagate::chapter(), decoupled_look_back::chapter()}) {
    // Nothing; less than a page; many pages of 64 KiB, and a last one that is not full.
    for (const std::uint64_t num_items : {0, 1000, 300007}) {
      const harness::Report report = climb_in(harness::OpenGlMemory::sparse, chapter, num_items);
      if (has_sparse_memory()) {
        require_memory(report, Memory::sparse);
        continue;
      }
      bool is_said = false;
      for (const harness::Result& result : report.results) {
        REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::skipped));
        REQUIRE_FALSE(result.memory);
        is_said = is_said || result.finding.reason.find(kWhatLacks) != std::string::npos;
      }
      REQUIRE(is_said);
    }
  }
}

TEST_CASE("few items lie in ordinary memory, unless sparse memory is asked for") {
  for (const harness::OpenGlMemory memory :
       {harness::OpenGlMemory::automatic, harness::OpenGlMemory::ordinary})
    require_memory(climb_in(memory, scan_then_propagate::chapter(), 1000), Memory::ordinary);
}

TEST_CASE("many items lie in sparse memory where there is some, unless ordinary memory is asked for") {
  if (!has_sparse_memory()) {
    WARN("skipped: this OpenGL has no sparse memory (" << kWhatLacks << ")");
    return;
  }
  const std::uint64_t num_items = harness::kLeastSparseBytes / 4 + 3;
  const harness::Chapter chapter = decoupled_look_back::chapter();
  require_memory(climb_in(harness::OpenGlMemory::automatic, chapter, num_items), Memory::sparse);
  require_memory(climb_in(harness::OpenGlMemory::ordinary, chapter, num_items), Memory::ordinary);
}

TEST_CASE("a sparse buffer keeps what is written to its first and last bytes, and has the size asked for") {
  const opengl::Context context({.validation = validates()});
  constexpr std::uint64_t kBytes = 1000004;  // no multiple of any page
  if (!context.has_sparse_memory()) {
    CHECK_THAT(message_of_buffer<Unavailable>(kBytes), contains(kWhatLacks));
    return;
  }
  Buffer buffer(kBytes, Memory::sparse);
  CHECK(buffer.size_bytes() == kBytes);
  CHECK(name_of(buffer.memory()) == name_of(Memory::sparse));
  buffer.fill(0, kBytes, 7);
  const std::vector<std::uint32_t> ends{1, 2};
  buffer.upload(0, std::as_bytes(std::span(ends).first(1)));
  buffer.upload(kBytes - 4, std::as_bytes(std::span(ends).last(1)));
  const Buffer moved = std::move(buffer);
  CHECK(name_of(moved.memory()) == name_of(Memory::sparse));
  std::vector<std::uint32_t> words(kBytes / 4);
  moved.download(0, std::as_writable_bytes(std::span(words)));
  CHECK(words.front() == 1);
  CHECK(words.back() == 2);
  CHECK(std::count(words.begin(), words.end(), 7u) == static_cast<std::ptrdiff_t>(words.size() - 2));
  CHECK_THROWS_AS(moved.download(kBytes, std::as_writable_bytes(std::span(words)).first(4)), Error);
  CHECK(context.messages().empty());
}

TEST_CASE("a sparse buffer in which drivers lose data is refused, with both sizes") {
  const opengl::Context context;
  const std::string message = message_of_buffer<Unavailable>(opengl::kMostSparseBytes + 1);
  CHECK_THAT(message, contains("1610612737") && contains("1610612736"));
}

}  // namespace scan::test
