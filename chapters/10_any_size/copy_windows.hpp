// The copy kernel window by window: the ruler for items that do not fit one binding.
// Chapter 10.
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/stage.hpp"

namespace scan::any_size {

harness::Stage copy_windows_stage();

}  // namespace scan::any_size
