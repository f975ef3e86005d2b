// Whether the two guarded buffers of a problem may be asked for at all, before a driver is.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/options.hpp"
#include "scan/limits.hpp"

namespace scan::harness {

/// Throws Unavailable when `bytes_each` are more than one buffer holds, or two such buffers beyond --limit-memory or, as a software renderer's
/// memory is the host's, beyond what is free there.
void require_device_memory(std::uint64_t bytes_each, const Options& options, const DeviceLimits& limits,
                           bool software);

}  // namespace scan::harness
