// What each line of a dispatch's shaders cost, beside its text.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdio>

#include "simulator/counters.hpp"

namespace scan::harness {

/// A table for each file, of at most so many columns where the numbers leave room. Lines that cost nothing but
/// instructions share a row.
void print_shader_lines(std::FILE* out, const simulator::DispatchCounters& dispatch,
                        std::size_t most_columns);

}  // namespace scan::harness
