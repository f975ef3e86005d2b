// How the command line lowers the limits of a device.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#include "scan/limits.hpp"

namespace scan {
namespace {

template <class T>
void lower(T& limit, const std::optional<T>& bound) {
  if (bound && *bound < limit) limit = *bound;
}

}  // namespace

DeviceLimits clamped(DeviceLimits limits, const LimitClamp& clamp) {
  for (std::uint32_t& groups : limits.max_groups) lower(groups, clamp.groups);
  lower(limits.max_invocations, clamp.invocations);
  lower(limits.max_shared_bytes, clamp.shared_bytes);
  lower(limits.max_binding_bytes, clamp.binding_bytes);
  lower(limits.memory_bytes, clamp.memory_bytes);
  return limits;
}

}  // namespace scan
