// Where the shaders lie: they are read at run time, so that an edited shader runs without a rebuild.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "scan/errors.hpp"
#include "shader/compile.hpp"

namespace scan::shader {
namespace {

bool holds_the_shaders(const std::filesystem::path& folder) {
  std::error_code ignored;  // a folder that may not be read does not hold them
  return std::filesystem::is_regular_file(folder / "lib" / "interface.h", ignored);
}

}  // namespace

std::filesystem::path shaders_folder() {
  // Whoever names a folder wants that one: a typing error must not run other shaders.
  if (const char* const named = std::getenv("SCAN_LADDER_SHADERS"); named != nullptr && *named != '\0') {
    if (holds_the_shaders(named)) return named;
    throw Error(fmt::format("SCAN_LADDER_SHADERS is '{}', which has no lib/interface.h", named));
  }

  std::vector<std::filesystem::path> candidates;
  std::error_code ignored;
  const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", ignored);
  for (auto folder = executable.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    candidates.push_back(folder / "shaders");
    if (folder == folder.root_path()) break;
  }
  if (const auto working = std::filesystem::current_path(ignored); !working.empty()) {
    candidates.push_back(working / "shaders");
  }
  candidates.emplace_back(SCAN_LADDER_BUILD_SHADERS);

  std::string tried;
  for (const auto& folder : candidates) {
    if (holds_the_shaders(folder)) return folder;
    tried += (tried.empty() ? "" : ", ") + folder.string();
  }
  throw Error(
      fmt::format("no folder of shaders with lib/interface.h; tried {}; set SCAN_LADDER_SHADERS", tried));
}

}  // namespace scan::shader
