// Chapter 09: any number of items, a quarter fewer bytes: reduce, scan the aggregates, scan.
// Chapter 09.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/stage.hpp"

namespace scan::reduce_then_scan {

harness::Chapter chapter();

/// A stage whose reduction and local scan are those that suit the device.
harness::Stage stage_by_device(std::string name);

}  // namespace scan::reduce_then_scan
