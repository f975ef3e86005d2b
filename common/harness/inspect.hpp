// What the simulator counted in each dispatch of a chapter, as tables: work, memory, and each line of the shaders.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>

#include "harness/report.hpp"

namespace scan::harness {

/// Two tables with a row for each stage and dispatch, where those that count alike (inclusive and exclusive, all
/// schedules) share a row; and the invocations that were active from barrier to barrier. With `by_line`, and always
/// where the report has a single stage, a table of source lines for each row. Prints nothing where nothing was counted.
void print_inspection(std::FILE* out, const Report& report, bool by_line);

}  // namespace scan::harness
