// The shape of a tile and its kernels: which local scan, how many invocations, how many items each. Used by
// chapters 07 to 11.
// Chapter 07.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "scan/limits.hpp"
#include "scan/request.hpp"
#include "scan/tuning.hpp"
#include "shader/kernel.hpp"

namespace scan::thread_grain {

struct TileShape {
  LocalScan local = LocalScan::raking;
  Reduction reduction = Reduction::tree;
  std::uint32_t workgroup_size = 256;
  std::uint32_t grain = 8;
  std::uint32_t tile_items() const { return workgroup_size * grain; }
};

/// What is asked for, and for the rest what suits the device: the workgroup and the grain that are tuned for the method,
/// and subgroups where there are any and they fit the workgroup. Throws LimitError, with the asked and the allowed value, for a shape that the device or
/// the algorithm does not allow; Unavailable for subgroup algorithms on a device without subgroup operations.
TileShape choose_shape(const Request& request, const DeviceLimits& limits, Method method,
                       SinglePassForm form = SinglePassForm::plain);

/// Items of so many accesses of 16 bytes, the widest access of an invocation.
constexpr std::uint32_t items_of_vectors(std::uint32_t vectors, ElementType type) {
  return vectors * 16 / static_cast<std::uint32_t>(bytes_of(type));
}

/// The shape for few items: the smallest grain of 1, 2, 4 … accesses of 16 bytes that makes at most so many tiles, for the
/// smaller the tiles, the more workgroups have one; else the largest of these that is not beyond the shape's own. A grain
/// that the user asks for stays.
TileShape shrink_for_few_items(const TileShape& shape, const Request& request, std::uint64_t max_tiles);

/// How a kernel treats its tile, apart from the shape.
struct TileUse {
  Kind kind = Kind::inclusive;
  bool in_place = false;
  bool scalar_loads = false;    // one item an access, even where the grain is a multiple of four
  bool always_checked = false;  // full tiles are bounds-checked too
  bool scan_then_add =
      false;  // a thread scans, then adds the prefix; else it reduces, then scans from the prefix
};

/// shaders/<key>.comp for that shape and element type; it has scan_tile() of shaders/lib/scan_tile.glsl.
shader::Kernel scan_kernel(std::string key, const Request& request, const TileShape& shape,
                           const TileUse& use);
/// The same for a kernel with reduce_workgroup() of shaders/09_reduce_then_scan.
shader::Kernel reduce_kernel(std::string key, const Request& request, const TileShape& shape);
/// The same for a kernel that goes over tiles without a scan or a reduction; in place.
shader::Kernel map_kernel(std::string key, const Request& request, const TileShape& shape);

}  // namespace scan::thread_grain
