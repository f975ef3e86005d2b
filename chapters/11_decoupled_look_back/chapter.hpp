// Chapter 11: one pass over the items; each tile looks back at those before it.
// Chapter 11.
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/stage.hpp"

namespace scan::decoupled_look_back {

harness::Chapter chapter();

}  // namespace scan::decoupled_look_back
