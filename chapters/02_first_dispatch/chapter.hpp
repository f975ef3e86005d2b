// Chapter 02: the host side, a first scan by one invocation, and the copy kernel, which is the ruler from
// here on.
// Chapter 02.
// SPDX-License-Identifier: MIT
#pragma once

#include "02_first_dispatch/one_dispatch.hpp"
#include "harness/stage.hpp"

namespace scan::first_dispatch {

/// Items that one workgroup of the copy kernel copies: 16 bytes by each invocation.
std::uint32_t copy_tile_items(ElementType type, const DeviceLimits& limits);

/// The copy kernel over all items. Throws LimitError when they do not fit one binding.
Dispatch copy_dispatch(const Request& request, const DeviceLimits& limits);

/// Copies every item: 2N elements moved and nothing computed. No scan can be faster.
harness::Stage copy_stage();

harness::Chapter chapter();

}  // namespace scan::first_dispatch
