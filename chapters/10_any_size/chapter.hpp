// Chapter 10: beyond the limits of a dispatch, a binding, a buffer and the memory.
// Chapter 10.
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/stage.hpp"

namespace scan::any_size {

harness::Chapter chapter();

}  // namespace scan::any_size
