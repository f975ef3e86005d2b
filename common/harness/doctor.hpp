// What the doctor looks at; each part prints what it found and, for what is missing, how to get it.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "harness/self_test.hpp"
#include "scan/limits.hpp"

namespace scan::harness {

/// CPU, memory, display and shaders; whether the shaders are there.
bool examine_host();
/// Whether scans can run on at least one device of the API.
bool examine_opengl();
bool examine_vulkan();

/// "  label   text", the text wrapped under itself.
void print_finding(std::string_view label, std::string_view text);
/// A finding of something missing, with the way to get it.
void print_missing(std::string_view label, std::string_view what, std::string_view how_to_get_it);
void print_limits(const DeviceLimits& limits);
/// Both of them: subgroup reductions, and arrays of 64-bit numbers.
void print_self_tests(const DeviceLimits& limits, const BuildSelfTest& build);

}  // namespace scan::harness
