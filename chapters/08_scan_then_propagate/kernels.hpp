// The kernels of scan-then-propagate: one source for the items and for the levels of aggregates.
// Chapter 08.
// SPDX-License-Identifier: MIT
#pragma once

#include "07_thread_grain/tile_shape.hpp"
#include "shader/parameters.hpp"

namespace scan::scan_then_propagate {

inline shader::Kernel scan_items_kernel(const Request& request, const thread_grain::TileShape& shape) {
  return scan_kernel("08_scan_then_propagate/scan_tiles", request, shape,
                     {.kind = request.kind, .in_place = request.in_place});
}

/// Aggregates are scanned exclusively, whatever the kind of the scan: what is added to a tile is all before
/// it.
inline shader::Kernel scan_aggregates_kernel(const Request& request, const thread_grain::TileShape& shape) {
  return scan_kernel("08_scan_then_propagate/scan_tiles", request, shape,
                     {.kind = Kind::exclusive, .in_place = true});
}

inline shader::Kernel uniform_add_kernel(const Request& request, const thread_grain::TileShape& shape) {
  return map_kernel("08_scan_then_propagate/uniform_add", request, shape);
}

}  // namespace scan::scan_then_propagate
