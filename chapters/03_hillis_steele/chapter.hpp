// Chapter 03: the scan in log N steps, with two arrays or with two barriers a step.
// Chapter 03.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "harness/stage.hpp"

namespace scan::hillis_steele {

/// Elements of shared memory that shaders/03_hillis_steele/hillis_steele.glsl needs.
std::uint32_t shared_elements(std::uint32_t workgroup_size);

harness::Chapter chapter();

}  // namespace scan::hillis_steele
