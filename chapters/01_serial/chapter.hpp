// Chapter 01: what a scan is, and how fast the processor alone can do it.
// Chapter 01.
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/stage.hpp"

namespace scan::serial {

/// Stages on the CPU alone: "memcpy" (the ruler), "loop", "std scan", "simd", "std par", "threaded".
harness::Chapter chapter();

}  // namespace scan::serial
