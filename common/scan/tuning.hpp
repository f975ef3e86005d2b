// The methods whose workgroup and grain are tuned, by the names that `./ladder tune` has for them.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace scan {

/// The last is the single pass with 32-bit atomics alone.
enum class Method { one_workgroup, scan_then_propagate, reduce_then_scan, single_pass, single_pass_32 };

inline constexpr Method kMethods[] = {Method::one_workgroup, Method::scan_then_propagate,
                                      Method::reduce_then_scan, Method::single_pass, Method::single_pass_32};

constexpr std::string_view name_of(Method method) {
  switch (method) {
    case Method::one_workgroup: return "one-workgroup";
    case Method::scan_then_propagate: return "scan-then-propagate";
    case Method::reduce_then_scan: return "reduce-then-scan";
    case Method::single_pass: return "single-pass";
    case Method::single_pass_32: return "single-pass-32";
  }
  return "";
}

}  // namespace scan
