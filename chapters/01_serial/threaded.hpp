// Every core scans: reduce-then-scan, in rounds that fit the caches. Chapter 09 does the same with
// workgroups.
// Chapter 01.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "scan/monoid.hpp"

namespace scan::serial {

/// Bytes of a tile: what one thread reduces and then, while it is still in the core's own cache, scans.
inline constexpr std::size_t kTileBytes = std::size_t{256} << 10;

/// Scans `input` into `output` (same length; may be the same memory) on all of the machine's threads.
template <class T>
void threaded_scan(std::span<const T> input, std::span<T> output, Operator op, Kind kind);

}  // namespace scan::serial
