// Copies the shaders, names the copy in SCAN_LADDER_SHADERS, and changes its text.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#include "faults/faulty_shaders.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "shader/compile.hpp"

namespace scan::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "SCAN_LADDER_SHADERS";

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

FaultyShaders::FaultyShaders() {
  std::string name = (fs::temp_directory_path() / "scan_ladder_faults_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp: no folder " + name);
  folder_ = name;
  fs::copy(shader::shaders_folder(), folder_, fs::copy_options::recursive);
  if (const char* const old = std::getenv(kVariable)) old_variable_ = old;
  setenv(kVariable, folder_.c_str(), 1);
}

FaultyShaders::~FaultyShaders() {
  old_variable_ ? setenv(kVariable, old_variable_->c_str(), 1) : unsetenv(kVariable);
  std::error_code ignored;  // what is left over in a temporary folder harms nobody
  fs::remove_all(folder_, ignored);
}

void FaultyShaders::replace(const std::string& file, const std::string& text, const std::string& by,
                            std::size_t index) {
  const fs::path path = folder_ / file;
  std::string whole = read(path);
  std::size_t at = whole.find(text);
  for (; index > 0 && at != std::string::npos; --index) at = whole.find(text, at + text.size());
  if (at == std::string::npos) throw std::logic_error(file + " has too few of: " + text);
  whole.replace(at, text.size(), by);
  std::ofstream(path) << whole;
}

}  // namespace scan::test
