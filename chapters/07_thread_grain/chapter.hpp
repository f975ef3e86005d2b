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

}  // namespace scan::thread_grain
