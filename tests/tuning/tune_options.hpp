// The command line of `./ladder tune`.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/options.hpp"
#include "scan/tuning.hpp"

namespace scan::tuning {

struct TuneOptions {
  bool is_check = false;  // no times: every combination with awkward sizes and several types
  std::vector<harness::Api> apis;
  std::vector<Method> methods;
  std::vector<SinglePassForm> forms;
  std::vector<std::uint32_t> workgroup_sizes, vectors;
  std::vector<std::uint64_t> sizes;  // of a sweep; a check has its own
  std::vector<ElementType> types;
  std::vector<Kind> kinds;
  std::uint32_t repeats = 9;  // runs of a combination, timed or checked
  harness::OpenGlMemory opengl_memory = harness::OpenGlMemory::automatic;  // of the items
  std::string device, json_file;
  bool validation = false;
};

/// Nothing where the command line asked for help, which was printed. Throws UsageError with one line.
std::optional<TuneOptions> parse_tune_options(int argc, const char* const* argv);

}  // namespace scan::tuning
