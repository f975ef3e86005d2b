// GLSL of a test's own to SPIR-V.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace scan::simulator::test {

/// A compute shader for Vulkan; what comes before `#version 450` is added. Its file is named "test.comp" in messages, and
/// its first line is line 1. Throws Error with glslang's log.
std::vector<std::uint32_t> compile(std::string_view glsl);

}  // namespace scan::simulator::test
