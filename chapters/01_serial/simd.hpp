// A scan that combines several items with each instruction (SIMD: single instruction, multiple data).
// Chapter 01. Source: Hillis and Steele, "Data Parallel Algorithms" (1986), here inside one vector register.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "scan/monoid.hpp"

namespace scan::serial {

/// Scans `input` into `output` (same length and any alignment; may be the same memory), starting from
/// `prefix`, the reduction of everything before. Returns the reduction of everything up to and including
/// `input`.
template <class T>
T simd_scan(std::span<const T> input, std::span<T> output, Operator op, Kind kind, T prefix);

/// The reduction of `input`, without writing anything.
template <class T>
T simd_reduce(std::span<const T> input, Operator op);

/// The instructions that this machine runs the two with: "AVX2" or "baseline" (what every processor of its
/// kind has).
std::string_view simd_instructions();

}  // namespace scan::serial
