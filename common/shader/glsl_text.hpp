// Preprocessed GLSL made fit for OpenGL drivers, and their logs made fit for people.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shader/compile.hpp"

namespace scan::shader {

/// Takes what glslang's preprocessor leaves. #version comes first, then every #extension, then the rest, in
/// which each
/// `#line N "file"` has a source number in place of the name. The extensions of Vulkan's GLSL go: OpenGL drivers
/// have no such thing.
OpenGlSource make_opengl_source(std::string_view preprocessed, std::string main_file);

/// glslang's log as one line: its messages joined by "; ", without its prefixes and its count of errors.
std::string one_line(std::string_view log);

/// The lines of a text, without their ends.
std::vector<std::string_view> split_lines(std::string_view text);

}  // namespace scan::shader
