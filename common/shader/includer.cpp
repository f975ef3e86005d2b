// Reads shader files and resolves their #include lines, for glslang.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#include "shader/includer.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <system_error>

namespace scan::shader {
namespace {

using IncludeResult = glslang::TShader::Includer::IncludeResult;

// Deeper than any sensible nesting; a file that includes itself ends here.
constexpr std::size_t kMaxIncludeDepth = 32;

// glslang owns the result until releaseInclude(), and its text lies in a string that we own: both go
// together.
IncludeResult* make_result(const std::string& name, std::string text) {
  auto owned = std::make_unique<std::string>(std::move(text));
  auto result = std::make_unique<IncludeResult>(name, owned->data(), owned->size(), owned.get());
  static_cast<void>(owned.release());
  return result.release();
}

// An empty name says that it failed; the text is then the message.
IncludeResult* make_failure(std::string message) {
  return make_result("", std::move(message));
}

std::filesystem::path beside(const char* includer, const char* header) {
  return (std::filesystem::path(includer).parent_path() / header).lexically_normal();
}

IncludeResult* read_result(const std::filesystem::path& shaders, const std::filesystem::path& name) {
  auto text = read_text(shaders / name);
  return text ? make_result(name.generic_string(), *std::move(text)) : nullptr;
}

}  // namespace

std::optional<std::string> read_text(const std::filesystem::path& file) {
  std::error_code ignored;  // a directory can be opened, but not read
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) return std::nullopt;
  return text;
}

IncludeResult* Includer::includeLocal(const char* header, const char* includer, std::size_t depth) {
  if (depth > kMaxIncludeDepth) return nullptr;  // glslang asks includeSystem() next, which has the message
  return read_result(shaders_, beside(includer, header));
}

IncludeResult* Includer::includeSystem(const char* header, const char* includer, std::size_t depth) {
  if (depth > kMaxIncludeDepth) {
    return make_failure(
        fmt::format("more than {} files deep: does a file include itself?", kMaxIncludeDepth));
  }
  const auto name = std::filesystem::path(header).lexically_normal();
  if (IncludeResult* const result = read_result(shaders_, name)) return result;
  return make_failure(fmt::format("no such file; looked for {} and {} in {}",
                                  beside(includer, header).generic_string(), name.generic_string(),
                                  shaders_.string()));
}

void Includer::releaseInclude(IncludeResult* result) {
  if (result == nullptr) return;
  delete static_cast<std::string*>(result->userData);
  delete result;
}

}  // namespace scan::shader
