// Bank conflicts of chapter 04, sectors of chapter 07 and bytes of chapters 08 and 09, exactly.
// Room: tests/simulator, for the shaders of the chapters.
// SPDX-License-Identifier: MIT
#include <map>
#include <numeric>

#include "07_thread_grain/tile_shape.hpp"
#include "08_scan_then_propagate/scan_then_propagate.hpp"
#include "09_reduce_then_scan/reduce_then_scan.hpp"
#include "closed_forms.hpp"

namespace {

using namespace scan;
using namespace scan::test;

/// In the level of stride s the lanes are 2 s words apart: they meet 32 / gcd(2 s, 32) banks. At most n / (2 s) lanes work.
std::uint32_t plain_degree(std::uint32_t stride, std::uint32_t n, std::uint32_t width) {
  const std::uint32_t lanes = std::min({width, simulator::kNumBanks, n / (2 * stride)});
  const std::uint32_t banks = simulator::kNumBanks / std::gcd(2 * stride, simulator::kNumBanks);
  return (lanes + banks - 1) / banks;
}

/// Of each barrier interval of workgroup 0.
std::vector<std::uint32_t> worst_degrees(const simulator::Trace& trace) {
  std::vector<std::uint32_t> degrees;
  for (const simulator::Interval& interval : trace.intervals) {
    degrees.push_back(0);
    for (const simulator::Event& event : interval.events) {
      degrees.back() = std::max(degrees.back(), event.conflict_degree);
    }
  }
  return degrees;
}

struct Bytes {
  std::uint64_t read = 0, written = 0;
};

Bytes bytes_of_all(const simulator::Device& device) {
  Bytes bytes;
  for (const simulator::DispatchCounters& dispatch : device.dispatches()) {
    bytes.read += dispatch.total.bytes_read;
    bytes.written += dispatch.total.bytes_written;
  }
  return bytes;
}

constexpr std::uint32_t kCellItems = 4;  // a cell is 16 bytes, an item 4

/// How a device-wide scan is cut up, for its closed form.
struct Cut {
  std::uint32_t width, workgroup_size, grain;
  std::uint64_t num_items;

  Request request(Kind kind) const {
    Request request{.num_items = num_items, .kind = kind};
    request.configuration = {.local = LocalScan::subgroup,
                             .reduction = Reduction::subgroup,
                             .workgroup_size = workgroup_size,
                             .grain = grain};
    return request;
  }
  /// The items of each level: above the items themselves, the tile aggregates of the level below.
  std::vector<std::uint64_t> levels() const {
    std::vector<std::uint64_t> items{num_items};
    while (items.back() > workgroup_size * grain)
      items.push_back(divide_up(items.back(), workgroup_size * grain));
    return items;
  }
  /// In all levels, by the loads of strided tiles: where the end of a level cuts a cell, the items that it lacks are loads of
  /// the last one.
  std::uint64_t words_read_again() const {
    if (grain % kCellItems != 0) return 0;  // scalar loads
    std::uint64_t words = 0;
    for (const std::uint64_t items : levels()) words += divide_up(items, kCellItems) * kCellItems - items;
    return words;
  }
  /// Every invocation of a tile reads the tile's prefix, which costs one word for each subgroup (of 32 lanes at most).
  std::uint64_t prefix_words() const { return workgroup_size / std::min(width, 32u); }
};

/// One level, two, three; full tiles only, and a last one of a single item.
const Cut kCuts[] = {{.width = 32, .workgroup_size = 64, .grain = 4, .num_items = 256},
                     {.width = 32, .workgroup_size = 64, .grain = 4, .num_items = 257},
                     {.width = 8, .workgroup_size = 64, .grain = 4, .num_items = 8192},
                     {.width = 64, .workgroup_size = 64, .grain = 1, .num_items = 5000},
                     {.width = 4, .workgroup_size = 8, .grain = 2, .num_items = 1000},
                     {.width = 32, .workgroup_size = 32, .grain = 8, .num_items = 256 * 256 + 1}};

template <typename Check>
void for_all_cuts(Check check) {
  for (const Cut& cut : kCuts) {
    for (const Kind kind : {Kind::inclusive, Kind::exclusive}) {
      INFO(cut.num_items << " items, " << cut.workgroup_size << " invocations of " << cut.grain
                         << ", subgroups of " << cut.width << ", " << name_of(kind));
      check(cut, kind);
    }
  }
}

template <typename Run>
Bytes bytes_of_scan(const Cut& cut, Run run) {
  simulator::Device device({.settings = {.subgroup_width = cut.width}});
  const simulator::Buffer items_in(device, 4 * cut.num_items), items_out(device, 4 * cut.num_items);
  simulator::upload(items_in.range(), std::vector<std::byte>(items_in.size_bytes(), std::byte{1}));
  simulator::Commands commands(device);
  run(device, commands, simulator::ScanBuffers{items_in.range(), items_out.range()});
  for (const simulator::Finding& finding : device.findings()) FAIL_CHECK(finding.message);
  return bytes_of_all(device);
}

}  // namespace

TEST_CASE(
    "closed forms: on the plain tree, the level of stride s conflicts as often as its lanes share banks") {
  for (const std::uint32_t width : {8u, 32u}) {
    for (const std::uint32_t n : {8u, 64u, 256u}) {
      INFO(n << " items, subgroups of " << width);
      const Count count = count_kernel(one_workgroup_kernel("04_blelloch/plain", n, Kind::exclusive), n,
                                       width, /*traced=*/true);
      std::vector<std::uint32_t> expected{1};  // the leaves lie side by side
      for (std::uint32_t stride = 1; stride < n; stride *= 2)
        expected.push_back(plain_degree(stride, n, width));
      expected.push_back(1);  // the root
      for (std::uint32_t stride = n / 2; stride > 0; stride /= 2)
        expected.push_back(plain_degree(stride, n, width));
      expected.push_back(1);  // the leaves
      REQUIRE(count.traces.size() == 1);
      CHECK(worst_degrees(count.traces.front()) == expected);
    }
  }
}

// Each level has ceil(n / (2 s) / 32) accesses of each kind: two loads and a store upwards, two of each downwards. The
// leaves are stored and loaded once, the root is cleared.
TEST_CASE("closed forms: the passes of the plain tree are its accesses times their degrees") {
  constexpr std::uint32_t kWidth = 32;
  for (std::uint32_t n = 32; n <= 1024; n *= 2) {
    INFO(n << " items");
    const simulator::Counters counted =
        cost_of(one_workgroup_kernel("04_blelloch/plain", n, Kind::inclusive), n, kWidth);
    std::uint64_t accesses = 2 * n / kWidth + 1, passes = accesses;
    std::uint32_t worst = 1;
    for (std::uint32_t stride = 1; stride < n; stride *= 2) {
      const std::uint64_t of_level = (3 + 4) * divide_up(n / (2 * stride), kWidth);
      const std::uint32_t degree = plain_degree(stride, n, kWidth);
      accesses += of_level;
      passes += of_level * degree;
      worst = std::max(worst, degree);
    }
    CHECK(counted.shared_accesses == accesses);
    CHECK(counted.shared_passes == passes);
    CHECK(counted.worst_conflict == worst);
  }
}

TEST_CASE("closed forms: the padded trees have no conflict at any width, up to 1,024 items") {
  for (const char* key : {"04_blelloch/padded", "04_blelloch/unrolled"}) {
    for (std::uint32_t n = 1; n <= 1024; n *= 2) {
      for (const std::uint32_t width : {1u, 8u, 32u, 64u, 128u}) {
        INFO(key << ", " << n << " items, subgroups of " << width);
        const auto counted = cost_of(one_workgroup_kernel(key, n, Kind::inclusive), n, width);
        CHECK(counted.shared_passes == counted.shared_accesses);
        CHECK(counted.worst_conflict == 1);
      }
    }
  }
}

// The lanes of a subgroup are G items apart: 4 G bytes, so that an access of 32 lanes touches 4 G sectors of 32 bytes, and
// 32 at most. In strided order it is 128 bytes in a row.
TEST_CASE("closed forms: scalar loads touch 4 min(G, 8) sectors in blocked order and 4 in strided order") {
  constexpr std::uint32_t kWorkgroup = 64;
  for (const std::uint32_t grain : {1u, 2u, 4u, 8u, 16u}) {
    INFO(grain << " items an invocation");
    const thread_grain::TileShape shape{
        .local = LocalScan::subgroup, .workgroup_size = kWorkgroup, .grain = grain};
    thread_grain::TileShape blocked_shape = shape;
    blocked_shape.local = LocalScan::hillis_steele;
    const std::uint64_t accesses = 2 * shape.tile_items() / 32;  // a load and a store of each item
    const auto blocked = cost_of(
        thread_grain::scan_kernel("07_thread_grain/blocked", {}, blocked_shape, {.scalar_loads = true}),
        shape.tile_items(), 32);
    CHECK(blocked.sectors == accesses * 4 * std::min(grain, 8u));
    const auto strided =
        cost_of(thread_grain::scan_kernel("07_thread_grain/strided", {}, shape, {.scalar_loads = true}),
                shape.tile_items(), 32);
    CHECK(strided.sectors == accesses * 4);
  }
}

// Cells of 16 bytes lie side by side, so two of them share a sector, in a load and in a store. The cut cell goes item by item,
// each an access of one sector; the items that it lacks are loads of the last one.
TEST_CASE(
    "closed forms: a strided tile that is not full is moved by vectors, all but the cell that its end cuts") {
  constexpr std::uint32_t kWorkgroup = 64, kGrain = 8;
  const thread_grain::TileShape shape{
      .local = LocalScan::subgroup, .workgroup_size = kWorkgroup, .grain = kGrain};
  for (const std::uint32_t items : {1u, 4u, 7u, 8u, 126u, 128u, 131u, 255u, 256u, 257u, 509u, 511u}) {
    INFO(items << " of " << shape.tile_items() << " items");
    const std::uint64_t whole = items / kCellItems, of_cut = items % kCellItems;
    const std::uint64_t sectors = 2 * divide_up(whole, 2) + (of_cut == 0 ? 0 : kCellItems + of_cut);
    const auto counted =
        cost_of(thread_grain::scan_kernel("07_thread_grain/strided", {}, shape, {}), items, 32);
    CHECK(counted.sectors == sectors);
  }
}

// N_0 = N items; N_k the items of level k. Every level but the last is read and written twice, the last once: 4 N words
// and the spine. A tile writes its aggregate once, which is the level above; its prefix is read by every subgroup.
TEST_CASE("closed forms: scan-then-propagate moves 4 N words and the spine") {
  for_all_cuts([](const Cut& cut, Kind kind) {
    const Bytes moved = bytes_of_scan(cut, [&](auto& device, auto& commands, const auto& buffers) {
      scan_then_propagate::SimulatorScan scan(device, cut.request(kind));
      scan(commands, buffers);
    });
    const std::vector<std::uint64_t> items = cut.levels();
    Bytes words{items.back() + cut.words_read_again(), items.back()};
    for (std::size_t k = 0; k + 1 < items.size(); ++k) {
      words.read += 2 * items[k] + items[k + 1] * cut.prefix_words();
      words.written += 2 * items[k] + items[k + 1];
    }
    CHECK(moved.read == 4 * words.read);
    CHECK(moved.written == 4 * words.written);
  });
}

// Every level but the last is read twice and written once, the last read and written once: 3 N words and the spine.
TEST_CASE("closed forms: reduce-then-scan moves 3 N words and the spine") {
  for_all_cuts([](const Cut& cut, Kind kind) {
    const Request request = cut.request(kind);
    const Bytes moved = bytes_of_scan(cut, [&](auto& device, auto& commands, const auto& buffers) {
      const thread_grain::TileShape shape =
          thread_grain::choose_shape(request, device.limits(), Method::reduce_then_scan);
      const Plan plan = make_plan(cut.num_items, shape.tile_items(), 4, device.limits());
      reduce_then_scan::SimulatorScan(device, request, shape, {&plan, 1}).issue(commands, plan, buffers);
    });
    const std::vector<std::uint64_t> items = cut.levels();
    Bytes words{items.back() + cut.words_read_again(), items.back()};
    for (std::size_t k = 0; k + 1 < items.size(); ++k) {
      words.read += 2 * items[k] + items[k + 1] * cut.prefix_words();
      words.written += items[k] + items[k + 1];
    }
    CHECK(moved.read == 4 * words.read);
    CHECK(moved.written == 4 * words.written);
  });
}
