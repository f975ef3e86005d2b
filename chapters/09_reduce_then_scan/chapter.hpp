// Chapter 09: any number of items, a quarter fewer bytes: reduce, scan the aggregates, scan.
// Chapter 09.
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/stage.hpp"

namespace scan::reduce_then_scan {

harness::Chapter chapter();

}  // namespace scan::reduce_then_scan
