// Chapter 07: several items an invocation, held in registers.
// Chapter 07.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/stage.hpp"

namespace scan::thread_grain {

harness::Chapter chapter();

/// The scan of this chapter that suits the device: strided where subgroups can scan, else blocked.
harness::Stage stage_by_device(std::string name);
/// How many items it scans at most, with the configuration of the request. Throws as choose_shape() does.
std::uint64_t most_items(Request request, const DeviceLimits& limits);

}  // namespace scan::thread_grain
