// The report of a chapter: a table for people, JSON for tools.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "harness/options.hpp"
#include "harness/result.hpp"

namespace scan::harness {

struct Report {
  std::string chapter, title;
  std::string input;  // where the items come from: "random, seed 1", or the name of a file
  std::vector<DeviceInfo> devices;
  OpenGlMemory opengl_memory = OpenGlMemory::automatic;  // as it was asked for
  std::vector<Result> results;
  std::vector<std::string> notes;  // what else a reader of the results must know, a line each
};

/// One row a result, aligned, with the device and its kind (a software renderer is named as one) above.
void print_table(std::FILE* out, const Report& report);

/// The JSON object of docs/architecture.md; numbers never depend on the locale.
std::string to_json(const Report& report);

/// Writes the file whole or not at all (a temporary file beside it, renamed); "-" is standard output. Throws
/// UsageError.
void write_file(const std::string& path, std::string_view bytes);

/// 0 when something was checked and nothing is wrong; 1 when anything is wrong, unwritten, overrun or failed;
/// 77 when nothing could run.
int exit_code(const Report& report);

}  // namespace scan::harness
