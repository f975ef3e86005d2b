// Chapter 06: the hardware's own scan, put together to a workgroup's.
// Chapter 06.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "harness/stage.hpp"

namespace scan::subgroup {

/// Elements of shared memory that shaders/06_subgroup/subgroup_scan.glsl, where a subgroup may have a single
/// lane, needs.
std::uint32_t shared_elements(std::uint32_t workgroup_size);

harness::Chapter chapter();

}  // namespace scan::subgroup
