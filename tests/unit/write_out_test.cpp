// Marked loops are written out, and arrays with them go.
// Room: tests/unit, for common/shader.
// SPDX-License-Identifier: MIT
#include "shader/write_out.hpp"

#include <algorithm>

#include "07_thread_grain/tile_shape.hpp"
#include "11_decoupled_look_back/variant.hpp"
#include "catch.hpp"
#include "scan/errors.hpp"
#include "shader/compile.hpp"

namespace scan::shader {
namespace {

constexpr std::uint32_t kLoopMerge = 246, kTypeArray = 28;  // opcodes of SPIR-V

std::size_t count_of(const std::vector<std::uint32_t>& words, std::uint32_t opcode) {
  std::size_t count = 0;
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) count += (words[at] & 0xFFFF) == opcode;
  return count;
}

Kernel kernel_of(const decoupled_look_back::Variant& variant) {
  const DeviceLimits limits{.max_invocations = 256,
                            .subgroup_size = 32,
                            .subgroup_arithmetic = true,
                            .int64 = true,
                            .int64_atomics = true};
  return decoupled_look_back::plan_single_pass({.num_items = 100000}, {.limits = limits}, variant).kernel;
}

}  // namespace

TEST_CASE("of a single pass's loops those remain that wait, look back and scan the subgroups' aggregates") {
  const Kernel kernel = kernel_of({.vectors = 10});
  const std::vector<std::uint32_t> words = compile_for_vulkan(kernel);
  const std::vector<std::uint32_t> written_out = write_out(kernel, words);
  CHECK(count_of(words, kLoopMerge) > 10);
  CHECK(count_of(written_out, kLoopMerge) == 3);
  // The subgroups' prefixes and the rest of the ticket's line are left; the 40 items have become variables.
  CHECK(count_of(words, kTypeArray) == 3);
  CHECK(count_of(written_out, kTypeArray) == 2);
}

TEST_CASE("of a tile's scan the loop over the subgroups' aggregates remains, and no array but theirs") {
  for (const ElementType type : kElementTypes) {
    const thread_grain::TileShape shape{.local = LocalScan::subgroup, .grain = 16};
    const Kernel kernel = thread_grain::scan_kernel("09_reduce_then_scan/downsweep",
                                                    {.num_items = 100000, .type = type}, shape, {});
    CAPTURE(name_of(type));
    REQUIRE(kernel.is_written_out);
    const std::vector<std::uint32_t> words = compile_for_vulkan(kernel);
    const std::vector<std::uint32_t> written_out = write_out(kernel, words);
    CHECK(count_of(words, kLoopMerge) > 5);
    CHECK(count_of(written_out, kLoopMerge) == 1);
    // The items and the prefixes of the cells have become variables.
    CHECK(count_of(words, kTypeArray) == 3);
    CHECK(count_of(written_out, kTypeArray) == 1);
  }
}

TEST_CASE("the fallback's reduction is written out as well") {
  const Kernel kernel = kernel_of({.vectors = 10, .form = SinglePassForm::fallback});
  const std::vector<std::uint32_t> written_out = write_out(kernel, compile_for_vulkan(kernel));
  // Three as above, the loop over blocking tiles, a second look-back, the scan of a blocking tile, and that of the tile itself.
  CHECK(count_of(written_out, kLoopMerge) == 3 + 1 + 2 + 1 + 1);
}

TEST_CASE("what is no SPIR-V is not written out") {
  const std::vector<std::uint32_t> words(20, 0);
  CHECK_THROWS_AS(write_out(kernel_of({}), words), Error);
}

}  // namespace scan::shader
