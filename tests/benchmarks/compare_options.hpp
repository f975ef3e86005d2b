// The command line of the comparison.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/opengl_memory.hpp"
#include "scan/element.hpp"

namespace scan::compare {

/// Where a scan runs. CUDA is the peer CUB's.
enum class Field { vulkan, opengl, cuda, cpu };

inline constexpr Field kFields[] = {Field::vulkan, Field::opengl, Field::cuda, Field::cpu};

constexpr std::string_view name_of(Field field) {
  switch (field) {
    case Field::vulkan: return "vulkan";
    case Field::opengl: return "opengl";
    case Field::cuda: return "cuda";
    case Field::cpu: return "cpu";
  }
  return "";
}

/// What a row says of where it ran: "opengl", or where a kind of memory was asked for by name, "opengl, ordinary memory".
std::string api_of(Field field, harness::OpenGlMemory asked);

struct Options {
  std::vector<std::uint64_t> sizes;  // empty: the default of the machine
  ElementType type = ElementType::uint32;
  std::vector<Field> fields{std::begin(kFields), std::end(kFields)};
  std::vector<harness::OpenGlMemory> opengl_memories{harness::OpenGlMemory::automatic};  // a row each
  std::uint32_t rounds = 3, repeats = 7;
  std::string device;     // a part of a name, or an index; empty: the first
  std::string cub_file;   // empty: beside the program
  std::string json_file;  // "-" is standard output; empty: none
  bool markdown = false;
};

/// Nothing when the command line asked for help, which has been printed. Throws UsageError with one line.
std::optional<Options> parse_options(int argc, const char* const* argv);

/// How to say it again: the command with all that the numbers depend on.
std::string command_of(const Options& options);

}  // namespace scan::compare
