// SPIR-V with its loops written out, for drivers that leave that undone.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shader/kernel.hpp"

namespace scan::shader {

/// The same kernel with its specialization constants set, its functions in one, every loop that is marked (UNROLL in
/// shaders/lib/platform.glsl) written out, and the elements of its private arrays in variables of their own, which a
/// driver keeps in registers. Throws Error when the optimizer of SPIRV-Tools cannot read the words.
std::vector<std::uint32_t> write_out(const Kernel& kernel, std::span<const std::uint32_t> words);

}  // namespace scan::shader
