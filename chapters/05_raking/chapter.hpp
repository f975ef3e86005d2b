// Chapter 05: few invocations along long runs, in shared memory or by one subgroup.
// Chapter 05.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "harness/stage.hpp"

namespace scan::raking {

/// Elements of shared memory that shaders/05_raking/raking.glsl needs: the padded runs and a prefix for each.
std::uint32_t shared_elements(std::uint32_t workgroup_size);

harness::Chapter chapter();

}  // namespace scan::raking
