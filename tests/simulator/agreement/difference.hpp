// Where the results of two machines differ.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulator/agreement/small_shader.hpp"

namespace scan::test {

/// One line, of the first result that differs; empty where all agree. Floats that are no number agree with each other,
/// whatever their bits.
std::string difference(const SmallShader& shader, const std::vector<std::uint32_t>& simulated,
                       const std::vector<std::uint32_t>& driven);

}  // namespace scan::test
