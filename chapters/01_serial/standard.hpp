// The scans of the C++ standard library: one thread, and all of them.
// Chapter 01. Source: ISO C++17, [inclusive.scan] and [exclusive.scan].
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "scan/monoid.hpp"

namespace scan::serial {

/// std::inclusive_scan and std::exclusive_scan; `output` may be the same memory as `input`.
template <class T>
void standard_scan(std::span<const T> input, std::span<T> output, Operator op, Kind kind);

/// The same with std::execution::par. `output` may be the same memory as `input` when the kind is inclusive:
/// the exclusive scan of GCC's library writes each output before it reads the input at its place.
template <class T>
void standard_parallel_scan(std::span<const T> input, std::span<T> output, Operator op, Kind kind);

}  // namespace scan::serial
