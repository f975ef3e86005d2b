// Chapter 08: any number of items: scan the tiles, scan their aggregates, add them back.
// Chapter 08.
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/stage.hpp"

namespace scan::scan_then_propagate {

harness::Chapter chapter();

}  // namespace scan::scan_then_propagate
