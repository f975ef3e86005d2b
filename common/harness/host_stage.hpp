// Measuring of a stage that scans host memory to host memory: chapter 01's, and the streamed ones.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/judge.hpp"

namespace scan::harness {

/// Wall clock, guards around the output. `ruler`, a copy that is timed beside the scan, may be empty.
void measure_host_scan(Session& session, const HostScan& scan, const HostScan& ruler, Result& result);

}  // namespace scan::harness
