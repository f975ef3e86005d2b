// The kernels of reduce-then-scan: upsweep, spine and downsweep, for the items and for the levels of
// aggregates.
// Chapter 09.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "07_thread_grain/tile_shape.hpp"
#include "scan/plan.hpp"
#include "shader/parameters.hpp"

namespace scan::reduce_then_scan {

/// A kernel for the caller's items, or for aggregates: these are scanned exclusively and in place, whatever
/// is asked for.
enum class Of { items, aggregates };

inline shader::Kernel upsweep_kernel(const Request& request, const thread_grain::TileShape& shape) {
  return reduce_kernel("09_reduce_then_scan/upsweep", request, shape);
}

inline shader::Kernel scan_kernel_of(Of of, std::string key, const Request& request,
                                     const thread_grain::TileShape& shape) {
  const bool items = of == Of::items;
  return scan_kernel(
      std::move(key), request, shape,
      {.kind = items ? request.kind : Kind::exclusive, .in_place = items ? request.in_place : true});
}

inline std::uint64_t most_scratch_bytes(std::span<const Plan> plans) {
  std::uint64_t most = 0;
  for (const Plan& plan : plans) most = std::max(most, plan.scratch_bytes);
  return most;
}

}  // namespace scan::reduce_then_scan
