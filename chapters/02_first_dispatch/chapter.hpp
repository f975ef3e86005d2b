// Chapter 02: the host side, a first scan by one invocation, and the copy kernel, which is the ruler from here on.
// Chapter 02.
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/stage.hpp"

namespace scan::first_dispatch {

/// Copies every item: 2N elements moved and nothing computed. No scan can be faster.
harness::Stage copy_stage();

harness::Chapter chapter();

}  // namespace scan::first_dispatch
