// Chapter 04: the work-efficient scan along a tree: plain, padded against bank conflicts, and unrolled.
// Chapter 04.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "harness/stage.hpp"

namespace scan::blelloch {

/// Elements of shared memory that the padded tree of shaders/04_blelloch/tree.glsl needs.
std::uint32_t shared_elements(std::uint32_t workgroup_size);

harness::Chapter chapter();

}  // namespace scan::blelloch
