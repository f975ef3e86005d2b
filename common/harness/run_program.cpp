// Catches what a program throws.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/run_program.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "scan/errors.hpp"

namespace scan::harness {

int run_program(const std::function<int()>& program) {
  constexpr int kWrong = 1, kUsage = 2;
  try {
    return program();
  } catch (const UsageError& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return kUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return kWrong;
  }
}

}  // namespace scan::harness
