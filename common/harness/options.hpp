// The command line, the same for every chapter.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/opengl_memory.hpp"
#include "harness/result.hpp"
#include "harness/simulator_options.hpp"
#include "harness/stage.hpp"
#include "scan/limits.hpp"
#include "scan/pattern.hpp"

namespace scan::harness {

struct Options {
  std::vector<Api> apis;  // in the order they run
  bool apis_were_asked_for = false;
  std::optional<std::uint64_t> num_items;
  std::vector<Kind> kinds{Kind::inclusive, Kind::exclusive};
  bool in_place = false;
  ElementType type = ElementType::uint32;
  Operator op = Operator::sum;
  Pattern pattern = Pattern::random;
  std::uint64_t seed = 1;
  std::string input_file, output_file;  // .npy; empty: none
  Selection selection;
  std::string stage;            // the only one to run; empty: all of the selection
  Configuration configuration;  // workgroup and grain; local and reduction are the stages' business
  std::string device;
  OpenGlMemory opengl_memory = OpenGlMemory::automatic;  // of the items
  std::uint32_t repeats = 5;
  std::string json_file;  // "-" is standard output; empty: none
  bool validation = false;
  LimitClamp clamp;
  SimulatorOptions simulator;
  bool is_timed = true;        // false: every stage runs once, and is checked
  bool keeps_kernels = false;  // of the stages before, so that one that comes again is not compiled again
};

/// 0, 1000003, 2^20, 2^24+1, 64Ki, 64Mi, 2Gi. Throws UsageError "<option>: …" for anything else, and beyond
/// 2^63 - 1.
std::uint64_t parse_count(std::string_view option, std::string_view text);

/// The options, or the exit code when the command line asked for help (0). Throws UsageError with one line.
std::variant<Options, int> parse_options(const Chapter& chapter, int argc, const char* const* argv);

/// Throws UsageError when a trace or a picture, which is of one run, is asked for and these stages make several.
void require_one_run(const Options& options, const std::vector<Stage>& stages);

/// Throws UsageError, which names `source` (an option or a file), when the chapter does not scan this type.
void require_type(const Chapter& chapter, std::string_view source, ElementType type);

}  // namespace scan::harness
