// Measuring of a stage that scans host memory to host memory: chapter 01's, and the streamed ones.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/judge.hpp"

namespace scan::harness {

/// Wall clock, guards around the output; no ruler beside it.
void measure_host_scan(Session& session, const HostScan& scan, Result& result);

}  // namespace scan::harness
