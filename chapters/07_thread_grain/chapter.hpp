// Chapter 07: several items an invocation, held in registers.
// Chapter 07.
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/stage.hpp"

namespace scan::thread_grain {

harness::Chapter chapter();

}  // namespace scan::thread_grain
