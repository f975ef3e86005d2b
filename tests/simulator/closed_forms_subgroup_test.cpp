// Work, depth and barriers of chapters 06 and 07, exactly, at every subgroup width.
// Room: tests/simulator, for the shaders of the chapters.
// SPDX-License-Identifier: MIT
//
// A subgroup scan of w lanes, w = 2^k, is counted as Hillis and Steele's network: w k - w + 1 applications, k deep. As
// everywhere, combine() with an identity is free.
#include "07_thread_grain/tile_shape.hpp"
#include "closed_forms.hpp"

namespace {

using namespace scan;
using namespace scan::test;

/// The first subgroup scans the aggregates of `subgroups` subgroups, `width` at a time, in T rounds. Every round has its
/// network, and from the second on all lanes take the carry in.
std::uint64_t spine_work(std::uint32_t subgroups, std::uint32_t width) {
  if (subgroups <= width) return network_work(subgroups, width);
  const std::uint32_t rounds = subgroups / width;
  return rounds * network_work(width, width) + (rounds - 1) * width;
}

/// What the spine adds to the chain behind the exclusive prefix of the last subgroup: a network of the subgroups before
/// it, or a whole network and a carry from each round to the next. Single lanes have nothing but the carry.
std::uint32_t spine_depth(std::uint32_t subgroups, std::uint32_t width) {
  if (width == 1) return subgroups < 2 ? 0 : subgroups - 2;
  if (subgroups <= width) return ceil_log2(subgroups - 1);
  return log2_of(width) + subgroups / width - 1;
}

/// f(n, w) for all n and the widths that fit.
template <typename Check>
void for_all_widths(Check check) {
  for (std::uint32_t n = 1; n <= 1024; n *= 2) {
    for (std::uint32_t width = 1; width <= std::min(n, 128u); width *= 2) {
      for (const Kind kind : kKinds) {
        INFO(n << " items, subgroups of " << width << ", " << name_of(kind));
        check(n, width, kind);
      }
    }
  }
}

simulator::Counters cost_of_tile(const char* key, const thread_grain::TileShape& shape, std::uint32_t width,
                                 const thread_grain::TileUse& use) {
  const shader::Kernel kernel = thread_grain::scan_kernel(key, {}, shape, use);
  return cost_of(kernel, shape.tile_items(), width);
}

}  // namespace

// S = n / w subgroups. Their networks: S (w k - w + 1); the spine; and in every subgroup but the first, all lanes combine
// the subgroup's prefix with their inclusive prefix, and all but the first lane with their exclusive one: (S - 1)(2 w - 1).
// The last value waits for its subgroup (k), the spine, and the combine of both.
TEST_CASE(
    "closed forms: the cooperative subgroup scan costs S networks, a spine and (S - 1)(2 w - 1); 2 "
    "barriers") {
  for_all_widths([](std::uint32_t n, std::uint32_t width, Kind kind) {
    const simulator::Counters counted =
        cost_of(subgroup_kernel("06_subgroup/cooperative", n, kind), n, width);
    const std::uint32_t subgroups = n / width;
    CHECK(counted.work == subgroups * network_work(width, width) + spine_work(subgroups, width) +
                              (subgroups - 1) * (2 * width - 1));
    const std::uint32_t depth = log2_of(width) + (subgroups == 1 ? 0 : spine_depth(subgroups, width) + 1);
    CHECK(counted.depth == depth);
    CHECK(counted.barriers == 2);
  });
}

// Instead of one spine each subgroup g has its own, of the g aggregates before it; whose lanes all keep the sum, and add
// up one round after the other.
TEST_CASE("closed forms: the scan with one barrier costs a spine in every subgroup") {
  for_all_widths([](std::uint32_t n, std::uint32_t width, Kind kind) {
    const simulator::Counters counted =
        cost_of(subgroup_kernel("06_subgroup/every_subgroup", n, kind), n, width);
    const std::uint32_t subgroups = n / width;
    std::uint64_t work = subgroups * network_work(width, width) + (subgroups - 1) * (2 * width - 1);
    for (std::uint32_t subgroup = 1; subgroup < subgroups; ++subgroup) {
      for (std::uint32_t first = 0; first < subgroup; first += width) {
        work += network_work(std::min(width, subgroup - first), width) + (first > 0 ? width : 0);
      }
    }
    CHECK(counted.work == work);
    CHECK(counted.depth == log2_of(width) + (subgroups == 1 ? 0 : spine_depth(subgroups, width) + 1));
    CHECK(counted.barriers == 1);
  });
}

// G items in each of n invocations. Reducing them: n (G - 1). The scan of the aggregates: n L - n + 1. Scanning the
// items from the prefix: n G - 1, for the first item of all meets the identity.
// Or scanning first, n (G - 1), and adding the prefix to the items of all invocations but the first: (n - 1) G; of an
// exclusive scan the first item of an invocation is the identity: (n - 1)(G - 1).
TEST_CASE("closed forms: blocked order costs n (G - 1) work below the workgroup scan and n G - 1 above it") {
  for (const std::uint32_t n : {4u, 32u, 256u}) {
    for (const std::uint32_t grain : {1u, 2u, 3u, 4u, 8u}) {
      for (const Kind kind : kKinds) {
        INFO(n << " invocations, " << grain << " items each, " << name_of(kind));
        const thread_grain::TileShape shape{
            .local = LocalScan::hillis_steele, .workgroup_size = n, .grain = grain};
        const std::uint32_t levels = log2_of(n);
        const std::uint64_t below = n * (grain - 1) + n * levels - n + 1;

        const auto reduced = cost_of_tile("07_thread_grain/blocked", shape, 32, {.kind = kind});
        CHECK(reduced.work == below + n * grain - 1);
        CHECK(reduced.depth == (grain - 1) + levels + grain);
        CHECK(reduced.barriers == 1 + levels);

        const auto scanned =
            cost_of_tile("07_thread_grain/blocked", shape, 32, {.kind = kind, .scan_then_add = true});
        const std::uint32_t added = kind == Kind::inclusive ? grain : grain - 1;
        CHECK(scanned.work == below + (n - 1) * added);
        CHECK(scanned.depth == (grain - 1) + levels + (added > 0 ? 1 : 0));
      }
    }
  }
}

// R rows of cells of C items, S subgroups of w lanes. Within the cells: n R (C - 1). A network for each row, and from the
// second row on the carry: w - 1 exclusive prefixes and w carries. The spine. In every subgroup but the first: prefixes of
// R w cells, but for the first lane's of the first row, and w carries. And finishing all cells but the very first: C
// applications each, or C - 1 where the first item of a cell takes the prefix alone.
TEST_CASE(
    "closed forms: strided order costs a network a row, carries from row to row, and one barrier more than "
    "one") {
  for (const std::uint32_t n : {128u, 256u}) {
    for (const std::uint32_t width : {2u, 4u, 8u, 32u, 128u}) {
      for (const std::uint32_t grain : {1u, 3u, 4u, 8u}) {
        for (const Kind kind : kKinds) {
          for (const bool scalar_loads : {false, true}) {
            INFO(n << " invocations, " << grain << " items each, subgroups of " << width << ", "
                   << name_of(kind) << (scalar_loads ? ", scalar loads" : ""));
            const thread_grain::TileShape shape{
                .local = LocalScan::subgroup, .workgroup_size = n, .grain = grain};
            const auto counted = cost_of_tile("07_thread_grain/strided", shape, width,
                                              {.kind = kind, .scalar_loads = scalar_loads});
            const std::uint32_t cell = grain % 4 == 0 && !scalar_loads ? 4 : 1;
            const std::uint32_t rows = grain / cell, subgroups = n / width;
            const std::uint32_t finished = kind == Kind::inclusive ? cell : cell - 1;
            CHECK(counted.work ==
                  n * rows * (cell - 1) + subgroups * rows * network_work(width, width) +
                      subgroups * (rows - 1) * (2 * width - 1) + spine_work(subgroups, width) +
                      (subgroups - 1) * (rows * width - 1 + width) + finished * (n * rows - 1));
            // A cell, a row's network, the rows before; the spine and its combine; the last item.
            const std::uint32_t carry = (cell - 1) + log2_of(width) + (rows - 1);
            const std::uint32_t before = subgroups == 1 ? 0 : spine_depth(subgroups, width) + 1;
            CHECK(counted.depth == carry + before + (finished > 0 ? 1 : 0));
            CHECK(counted.barriers == 2);
          }
        }
      }
    }
  }
}
