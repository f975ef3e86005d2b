// Chapters 02 to 07: the scans of one workgroup, at every border of their sizes.
// Room: tests/gpu.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/chapter.hpp"
#include "03_hillis_steele/chapter.hpp"
#include "04_blelloch/chapter.hpp"
#include "05_raking/chapter.hpp"
#include "06_subgroup/chapter.hpp"
#include "07_thread_grain/chapter.hpp"
#include "gpu/climb.hpp"

namespace scan::test {
namespace {

// Nothing, one, two, three; around a power of two, where a tree or a number of passes changes; around a
// subgroup of 8, 32 and 64 lanes; a prime; the largest workgroup that every OpenGL and most Vulkan devices
// have, and one less.
constexpr std::uint64_t kSizes[] = {0,  1,  2,  3,  4,   5,   7,   8,   9,   15,  16,  17,   31,  32,
                                    33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 509, 1023, 1024};

// In place the arithmetic is the same, and only the bindings differ: nothing, one, an odd size, a full workgroup.
constexpr std::uint64_t kSizesInPlace[] = {0, 1, 17, 1024};

void climb_all_sizes(const harness::Chapter& chapter) {
  const DeviceLimits limits = limits_of_api();
  for (const bool in_place : {false, true}) {
    for (const std::uint64_t num_items : in_place ? std::span<const std::uint64_t>(kSizesInPlace) : kSizes) {
      if (num_items > limits.max_invocations) continue;
      harness::Options options = options_of(num_items);
      options.in_place = in_place;
      require_ok(climb(chapter, options), limits.subgroup_arithmetic);
    }
  }
}

}  // namespace

TEST_CASE("one invocation scans, and the copy kernel copies, at every border", "[chapter02][C05]") {
  climb_all_sizes(first_dispatch::chapter());
}

TEST_CASE("Hillis-Steele matches the serial scan at every border", "[chapter03][C05][C07]") {
  climb_all_sizes(hillis_steele::chapter());
}

TEST_CASE("Blelloch's tree matches the serial scan at every border", "[chapter04][C05][C07]") {
  climb_all_sizes(blelloch::chapter());
}

TEST_CASE("raking matches the serial scan at every border", "[chapter05][C05]") {
  climb_all_sizes(raking::chapter());
}

TEST_CASE("subgroup scans match the serial scan at every border", "[chapter06][C05][C10]") {
  climb_all_sizes(subgroup::chapter());
}

TEST_CASE("a scan with a grain matches the serial scan around its tile", "[chapter07][C05]") {
  const DeviceLimits limits = limits_of_api();
  // A tile of 64 invocations with 4 items: full, one less and one more than a row of a subgroup, one item,
  // none.
  for (const std::uint64_t num_items : {0, 1, 3, 4, 5, 31, 33, 127, 128, 129, 251, 255, 256}) {
    for (const bool in_place : {false, true}) {
      harness::Options options = options_of(num_items);
      options.in_place = in_place;
      options.configuration.workgroup_size = 64;
      options.configuration.grain = 4;
      require_ok(climb(thread_grain::chapter(), options), limits.subgroup_arithmetic);
    }
  }
}

TEST_CASE("a grain that is no multiple of a vector still scans", "[chapter07]") {
  const DeviceLimits limits = limits_of_api();
  for (const std::uint32_t grain : {1, 2, 3, 5, 7}) {
    harness::Options options = options_of(64 * grain - 1);  // one short of the tile
    options.configuration.workgroup_size = 64;
    options.configuration.grain = grain;
    require_ok(climb(thread_grain::chapter(), options), limits.subgroup_arithmetic);
  }
}

TEST_CASE("C07: odd sizes and sizes around a power of two, constant input", "[C07]") {
  const DeviceLimits limits = limits_of_api();
  for (const std::uint64_t num_items : {7, 8, 15, 16, 17}) {
    harness::Options options = options_of(num_items);
    options.pattern = Pattern::ones;
    for (const harness::Chapter& chapter :
         {hillis_steele::chapter(), blelloch::chapter(), raking::chapter()}) {
      require_ok(climb(chapter, options), limits.subgroup_arithmetic);
    }
  }
}

TEST_CASE("C08: Hillis-Steele gives the same answer two hundred times", "[C08]") {
  for (const std::uint32_t workgroup_size : {64, 256}) {
    harness::Options options = options_of(workgroup_size);
    options.pattern = Pattern::iota;
    options.repeats = 200;  // the last run is checked again, and every run has the same input
    options.configuration.workgroup_size = workgroup_size;
    require_ok(climb(hillis_steele::chapter(), options), true);
  }
}

TEST_CASE("C09: a workgroup that is not full reaches every barrier", "[C09]") {
  const DeviceLimits limits = limits_of_api();
  for (const std::uint64_t num_items : {1, 255}) {
    harness::Options options = options_of(num_items);
    options.configuration.workgroup_size = 256;
    for (const harness::Chapter& chapter :
         {hillis_steele::chapter(), blelloch::chapter(), raking::chapter(), subgroup::chapter()}) {
      require_ok(climb(chapter, options), limits.subgroup_arithmetic);
    }
  }
}

TEST_CASE("C10: more subgroups than a subgroup has lanes", "[C10]") {
  const DeviceLimits limits = limits_of_api();
  for (const std::uint32_t workgroup_size : {256, 512, 1024}) {  // 32 to 128 subgroups of 8
    if (workgroup_size > limits.max_invocations) continue;
    for (const std::uint64_t num_items : {workgroup_size, workgroup_size - 1}) {
      harness::Options options = options_of(num_items);
      options.configuration.workgroup_size = workgroup_size;
      require_ok(climb(raking::chapter(), options), limits.subgroup_arithmetic);
      require_ok(climb(subgroup::chapter(), options), limits.subgroup_arithmetic);
    }
  }
}

}  // namespace scan::test
