// Work, depth and barriers of chapters 03 to 05, exactly, for a workgroup of n invocations and n items, n = 2^L.
// Room: tests/simulator, for the shaders of the chapters.
// SPDX-License-Identifier: MIT
//
// An application of combine() counts where both operands carry data. An identity carries none, so combine(identity(), x)
// is free: each formula says how many of those its shader makes. Inclusive and exclusive kernels cost the same here, for
// scan_workgroup() always computes both prefixes.
#include "closed_forms.hpp"

namespace {

using namespace scan;
using namespace scan::test;

constexpr std::uint32_t kSizes[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

struct Cost {
  std::uint64_t work = 0;
  std::uint32_t depth = 0;
  std::uint64_t barriers = 0;
};

/// `cost(n, L)` for every n and both kinds.
template <typename Formula>
void check_cost(const std::string& key, Formula cost) {
  for (const std::uint32_t n : kSizes) {
    for (const Kind kind : kKinds) {
      INFO(key << ", " << n << " items, " << name_of(kind));
      const simulator::Counters counted = cost_of(one_workgroup_kernel(key, n, kind), n, 32);
      const Cost expected = cost(n, log2_of(n));
      CHECK(counted.work == expected.work);
      CHECK(counted.depth == expected.depth);
      CHECK(counted.barriers == expected.barriers);
    }
  }
}

}  // namespace

// In the step of distance d, the n - d invocations from d on combine: (n - 1) + (n - 2) + … + (n - n/2).
TEST_CASE(
    "closed forms: Hillis-Steele costs n L - n + 1 work and L depth; 1 + L barriers, or 1 + 2 L in one "
    "array") {
  check_cost("03_hillis_steele/double_buffered", [](std::uint32_t n, std::uint32_t levels) {
    return Cost{.work = n * levels - n + 1, .depth = levels, .barriers = 1 + levels};
  });
  check_cost("03_hillis_steele/two_barriers", [](std::uint32_t n, std::uint32_t levels) {
    return Cost{.work = n * levels - n + 1, .depth = levels, .barriers = 1 + 2 * levels};
  });
}

// The upsweep combines at each inner node of the tree: n - 1. The downsweep does so too, but at the first node of each
// of the L levels the parent's prefix is the identity: n - 1 - L. Then every invocation combines its exclusive prefix
// with its own value, all but the first with data: n - 1.
// The longest chain goes up to the middle (L - 1), is copied to the root's right child, down the L - 1 levels below, and
// takes the last value in: 2 L - 1.
TEST_CASE("closed forms: Blelloch's tree costs 3 (n - 1) - L work, 2 L - 1 depth and 2 L + 2 barriers") {
  for (const char* key : {"04_blelloch/plain", "04_blelloch/padded"}) {
    check_cost(key, [](std::uint32_t n, std::uint32_t levels) {
      return Cost{.work = 3 * (n - 1) - levels,
                  .depth = levels == 0 ? 0 : 2 * levels - 1,
                  .barriers = 2 * levels + 2};
    });
  }
}

// The same applications two levels at a time; where L is odd, the top has two children and is swapped, not reduced: the
// root's aggregate, which nobody wants, is saved. Barriers: one for the leaves, one for the top, and two for each of the
// K = ceil(L / 2) - 1 double levels below it.
TEST_CASE(
    "closed forms: the unrolled tree costs as much work as the tree, one less for odd L; 2 ceil(L / 2) "
    "barriers") {
  check_cost("04_blelloch/unrolled", [](std::uint32_t n, std::uint32_t levels) {
    const std::uint32_t double_levels = levels == 0 ? 0 : (levels + 1) / 2 - 1;
    return Cost{.work = 3 * (n - 1) - levels - levels % 2,
                .depth = levels == 0 ? 0 : 2 * levels - 1,
                .barriers = 2 + 2 * double_levels};
  });
}

// Runs of r = ceil(n / 32) values, q = n / r of them. Reducing the runs takes n - q, the spine q - 1, scanning the runs
// n - 1 (the first value of the first run meets the identity), and the inclusive prefixes n - 1.
// The last value waits for a run to be reduced (r - 1), for the spine (q - 2), for the values before it in its run
// (r - 1) and for itself (1).
TEST_CASE("closed forms: raking costs 3 (n - 1) work, 2 r + q - 3 depth and 4 barriers") {
  check_cost("05_raking/serial_spine", [](std::uint32_t n, std::uint32_t) {
    const std::uint32_t run_items = (n + NUM_RAKERS - 1) / NUM_RAKERS;
    const std::uint32_t runs = n / run_items;
    return Cost{.work = 3 * (n - 1), .depth = 2 * run_items + runs - 3, .barriers = 4};
  });
}

// One subgroup of w lanes rakes: w runs of r = n / w. Reducing takes n - w, the subgroup's network w log2 w - w + 1,
// scanning the runs n - 1, the inclusive prefixes n - 1. The last value waits for a run (r - 1), for the prefix of the
// last lane, which w - 1 runs make (log2 w, but none of two), for its own run (r - 1) and for itself.
TEST_CASE("closed forms: raking by a subgroup costs 3 n + w log2 w - 2 w - 1 work, and 2 barriers") {
  for (const std::uint32_t n : kSizes) {
    for (std::uint32_t width = 1; width <= std::min(n, 128u); width *= 2) {
      for (const Kind kind : kKinds) {
        INFO(n << " items, subgroups of " << width << ", " << name_of(kind));
        const simulator::Counters counted =
            cost_of(subgroup_kernel("05_raking/subgroup_spine", n, kind), n, width);
        const std::uint32_t run_items = n / width;
        CHECK(counted.work == 3 * n + width * log2_of(width) - 2 * width - 1);
        CHECK(counted.depth == (width == 1 ? n - 1 : 2 * run_items - 1 + ceil_log2(width - 1)));
        CHECK(counted.barriers == 2);
      }
    }
  }
}
