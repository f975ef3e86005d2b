// The multi-threaded scan. Each round takes one tile a thread through upsweep, spine and downsweep.
// Chapter 01.
// SPDX-License-Identifier: MIT
#include "01_serial/threaded.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "01_serial/simd.hpp"

namespace scan::serial {
namespace {

/// Runs body(0) … body(count - 1), spread over the threads. With the same partitioner the next call gives an
/// index to the same thread again, where that is free: so its tile is still in that thread's cache.
template <class Body>
void for_each_thread(std::size_t count, tbb::affinity_partitioner& partitioner, const Body& body) {
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, 1),
      [&](const tbb::blocked_range<std::size_t>& indices) {
        for (std::size_t i = indices.begin(); i < indices.end(); ++i) body(i);
      },
      partitioner);
}

}  // namespace

template <class T>
void threaded_scan(std::span<const T> input, std::span<T> output, Operator op, Kind kind) {
  constexpr std::size_t kTileItems = kTileBytes / sizeof(T);
  const auto num_threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  const std::size_t round_items = num_threads * kTileItems;
  tbb::affinity_partitioner partitioner;
  std::vector<T> tile_prefixes(num_threads);
  T carry = identity<T>(op);  // the reduction of all rounds before

  for (std::size_t first = 0; first < input.size(); first += round_items) {
    const std::size_t items_left = input.size() - first;
    const std::size_t num_tiles = std::min(num_threads, (items_left + kTileItems - 1) / kTileItems);
    const auto tile_of = [&](auto items, std::size_t tile) {
      const std::size_t begin = tile * kTileItems;
      return items.subspan(first + begin, std::min(kTileItems, items_left - begin));
    };

    // Upsweep: each tile's aggregate.
    for_each_thread(num_tiles, partitioner,
                    [&](std::size_t tile) { tile_prefixes[tile] = simd_reduce(tile_of(input, tile), op); });
    // Spine: a serial exclusive scan turns the aggregates into prefixes.
    for (std::size_t tile = 0; tile < num_tiles; ++tile) {
      const T tile_aggregate = tile_prefixes[tile];
      tile_prefixes[tile] = carry;
      carry = combine(op, carry, tile_aggregate);
    }
    // Downsweep: each tile is scanned with its prefix in hand.
    for_each_thread(num_tiles, partitioner, [&](std::size_t tile) {
      simd_scan(tile_of(input, tile), tile_of(output, tile), op, kind, tile_prefixes[tile]);
    });
  }
}

template void threaded_scan(std::span<const std::uint32_t>, std::span<std::uint32_t>, Operator, Kind);
template void threaded_scan(std::span<const std::int32_t>, std::span<std::int32_t>, Operator, Kind);
template void threaded_scan(std::span<const std::uint64_t>, std::span<std::uint64_t>, Operator, Kind);
template void threaded_scan(std::span<const float>, std::span<float>, Operator, Kind);

}  // namespace scan::serial
