// The files of --trace and --draw.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/measure.hpp"

namespace scan::harness {

/// Writes the trace and the picture that were asked for. Returns why there is none, in one line; else nothing.
/// Throws UsageError for a file that cannot be written.
std::string write_traces(const Session& session);

}  // namespace scan::harness
