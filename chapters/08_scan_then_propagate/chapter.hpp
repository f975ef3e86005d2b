// Chapter 08: any number of items: scan the tiles, scan their aggregates, add them back.
// Chapter 08.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/stage.hpp"

namespace scan::scan_then_propagate {

harness::Chapter chapter();

/// A stage whose local scan is the one that suits the device.
harness::Stage stage_by_device(std::string name);

}  // namespace scan::scan_then_propagate
