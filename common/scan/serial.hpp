// The serial scan: the definition that every other scan is measured against.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "scan/monoid.hpp"

namespace scan {

/// Scans `input` into `output` (same length; may be the same memory) and returns the reduction of all inputs.
template <class T>
T serial_scan(std::span<const T> input, std::span<T> output, Operator op, Kind kind) {
  T prefix = identity<T>(op);
  for (std::size_t i = 0; i < input.size(); ++i) {
    const T exclusive_prefix = prefix;
    prefix = combine(op, prefix, input[i]);
    output[i] = kind == Kind::inclusive ? prefix : exclusive_prefix;
  }
  return prefix;
}

}  // namespace scan
