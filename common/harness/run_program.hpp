// What the main() of every program does with errors.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace scan::harness {

/// Calls `program` and returns its exit code. An exception becomes one line on the standard error: 2 for UsageError, 1 for
/// every other.
int run_program(const std::function<int()>& program);

}  // namespace scan::harness
