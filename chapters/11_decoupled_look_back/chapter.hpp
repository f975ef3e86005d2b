// Chapter 11: one pass over the items; each tile looks back at those before it.
// Chapter 11.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "11_decoupled_look_back/variant.hpp"
#include "harness/stage.hpp"

namespace scan::decoupled_look_back {

harness::Chapter chapter();

/// A stage of this chapter, or one that is none of its steps.
harness::Stage single_pass_stage(std::string name, const Variant& variant);

}  // namespace scan::decoupled_look_back
