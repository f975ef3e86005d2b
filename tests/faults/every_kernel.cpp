// Finds the shaders and what they take, and makes all combinations.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#include "faults/every_kernel.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "scan/request.hpp"
#include "shader/compile.hpp"
#include "shader/interface.hpp"

namespace scan::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kWorkgroupSize = 64, kGrain = 4;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// The macros with each of their values, without the ones of the request.
using Macros = std::vector<shader::Macro>;

template <class Values>
std::vector<Macros> choices(const char* name, const Values& values) {
  std::vector<Macros> result;
  for (const auto value : values) result.push_back({{name, std::to_string(static_cast<int>(value))}});
  return result;
}

/// Each local scan waits for states of words of 32 and of 64 bits, and falls back from them, with a ticket, without, and
/// with the turn first. By what operations words are asked for is not among them: OpenGL has but one.
std::vector<Macros> states_of(const std::vector<Macros>& local_scans) {
  std::vector<Macros> variants;
  for (const Macros& local_scan : local_scans) {
    for (const char* bits : {"32", "64"}) {
      Macros waits = local_scan;
      waits.insert(waits.end(), {{"STATE_BITS", bits}, {"STATE_STRIDE", "32"}});
      Macros falls_back = waits;
      falls_back.push_back({"FALLBACK", "1"});
      Macros without_ticket = falls_back;
      without_ticket.insert(without_ticket.end(), {{"CLEARS_AHEAD", "1"}, {"TILE_BY_GROUP", "1"}});
      Macros turn_first = without_ticket;
      turn_first.push_back({"TURN_FIRST", "1"});
      waits.push_back({"BLOCK_EVERY", "2"});
      variants.insert(variants.end(), {waits, falls_back, without_ticket, turn_first});
    }
  }
  return variants;
}

bool has(const Macros& macros, const char* name, const std::string& value) {
  return std::any_of(macros.begin(), macros.end(),
                     [&](const shader::Macro& macro) { return macro.name == name && macro.value == value; });
}

std::vector<Macros> variants_of(const std::string& shader) {
  const auto takes = [&](const char* part) {
    return shader.find(part) != std::string::npos;
  };
  std::vector<Macros> variants{{}};
  if (takes("lib/scan_tile.glsl") || takes("lib/local_scan.glsl"))
    variants = choices("LOCAL_SCAN", kLocalScans);
  if (takes("reduce_workgroup.glsl")) variants = choices("REDUCTION", kReductions);
  if (takes("07_thread_grain/blocked.glsl"))
    variants.push_back({{"LOCAL_SCAN", "0"}, {"SCAN_THEN_ADD", "1"}});
  if (takes("tile_state.glsl")) variants = states_of(variants);
  return variants;
}

bool uses_subgroups(const std::string& shader, const Macros& macros) {
  if (shader.find("#define USES_SUBGROUPS") != std::string::npos) return true;
  for (const shader::Macro& macro : macros) {
    if (macro.name == "LOCAL_SCAN" && macro.value == std::to_string(LOCAL_SUBGROUP)) return true;
    if (macro.name == "REDUCTION" && macro.value == std::to_string(REDUCTION_SUBGROUP)) return true;
  }
  return false;
}

}  // namespace

std::set<std::string> folders_of_chapters() {
  std::set<std::string> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(shader::shaders_folder())) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory() && std::isdigit(static_cast<unsigned char>(name.front())) != 0)
      folders.insert(name);
  }
  return folders;
}

std::vector<shader::Kernel> every_kernel(const std::string& folder) {
  std::vector<shader::Kernel> kernels;
  for (const fs::directory_entry& entry : fs::directory_iterator(shader::shaders_folder() / folder)) {
    if (entry.path().extension() != ".comp") continue;
    const std::string shader = read(entry.path());
    for (const Macros& variant : variants_of(shader)) {
      for (const ElementType type : kElementTypes) {
        for (const Operator op : kOperators) {
          // Both ways of loading and both places of the output meet every type and every operator, but not
          // each other.
          const bool other_way = op != Operator::sum;
          const bool in_place = other_way && !has(variant, "FALLBACK", "1");  // which it does not do
          shader::Kernel kernel{.key = folder + "/" + entry.path().stem().string(),
                                .macros = shader::request_macros(type, op, in_place),
                                .constants = {{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", kWorkgroupSize},
                                              {CONSTANT_GRAIN, "GRAIN", kGrain},
                                              {CONSTANT_EXCLUSIVE, "EXCLUSIVE", other_way}},
                                .uses_subgroups = uses_subgroups(shader, variant),
                                .uses_int64_atomics = has(variant, "STATE_BITS", "64")};
          kernel.macros.insert(kernel.macros.end(), variant.begin(), variant.end());
          if (other_way == (type == ElementType::uint32)) kernel.macros.push_back({"VECTOR_LOADS", "1"});
          kernels.push_back(kernel);
        }
      }
    }
  }
  return kernels;
}

std::string description_of(const shader::Kernel& kernel) {
  std::string text = kernel.key;
  for (const shader::Macro& macro : kernel.macros) text += ", " + macro.name + " " + macro.value;
  return text;
}

}  // namespace scan::test
