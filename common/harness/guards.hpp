// Where the items lie in a guarded buffer, | guard | items … | guard |, and the part a scan is given.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "scan/checker.hpp"
#include "scan/limits.hpp"
#include "scan/request.hpp"

namespace scan::harness {

inline std::uint64_t item_bytes(const Request& request) {
  return request.num_items * bytes_of(request.type);
}

inline std::uint64_t guarded_bytes(const Request& request) {
  return kGuardBytes + item_bytes(request) + kGuardBytes;
}

/// Bytes of the range handed to a scan. It starts at the items and runs into the guard, so that a write past
/// the items is seen there and not cut off by the binding; but no binding may be longer than the device
/// allows. Longer items go in windows, which the scan cuts itself.
inline std::uint64_t handed_bytes(const Request& request, const DeviceLimits& limits) {
  const std::uint64_t items = item_bytes(request);
  if (items > limits.max_binding_bytes) return items + kGuardBytes;
  return std::min(items + kGuardBytes, limits.max_binding_bytes);
}

}  // namespace scan::harness
