// Reads shader files and resolves their #include lines, for glslang.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#pragma once

#include <glslang/Public/ShaderLang.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace scan::shader {

/// The whole file; nothing when it cannot be read.
std::optional<std::string> read_text(const std::filesystem::path& file);

/// Looks beside the including file first, then in the folder of all shaders. Files are named relative to that
/// folder, in messages too: "lib/monoid.glsl".
class Includer final : public glslang::TShader::Includer {
 public:
  explicit Includer(std::filesystem::path shaders) : shaders_(std::move(shaders)) {}

  IncludeResult* includeLocal(const char* header, const char* includer, std::size_t depth) override;
  IncludeResult* includeSystem(const char* header, const char* includer, std::size_t depth) override;
  void releaseInclude(IncludeResult* result) override;

 private:
  std::filesystem::path shaders_;
};

}  // namespace scan::shader
