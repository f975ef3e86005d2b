// The progress line.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace scan::harness {

namespace {

constexpr const char* kClearLine = "\r\x1b[K";

}  // namespace

Progress::Progress() : is_terminal_(::isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (is_terminal_) std::fputs(kClearLine, stderr);
}

void Progress::show(std::string_view api, std::string_view stage, const Request& request) {
  if (!is_terminal_) return;
  const std::string line =
      fmt::format("{}{}: {}, {}, {} items", kClearLine, api, stage, name_of(request.kind), request.num_items);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace scan::harness
