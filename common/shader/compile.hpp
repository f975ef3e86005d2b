// From a kernel to what a driver takes: GLSL text for OpenGL, SPIR-V with line information for Vulkan. At run
// time, by glslang.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "shader/kernel.hpp"

namespace scan::shader {

/// The folder `shaders`: $SCAN_LADDER_SHADERS; else the first of the executable's parent folders that has it;
/// else the working folder's; else the one of the build. Throws Error, naming all that were tried, when none
/// has lib/interface.h.
std::filesystem::path shaders_folder();

/// Text for glShaderSource: includes resolved, constants as macros, `#line` directives with source numbers.
struct OpenGlSource {
  std::string text;
  std::vector<std::string> files;  // files[n] is the file behind source number n
  /// A driver's log with its source numbers turned into file names.
  std::string readable(std::string_view log) const;
};

/// Throws Error with file, line and message when the shader is missing or its preprocessing fails.
OpenGlSource compile_for_opengl(const Kernel& kernel);

/// SPIR-V 1.5 for Vulkan 1.2 and later. Throws Error with glslang's log (file, line, message).
std::vector<std::uint32_t> compile_for_vulkan(const Kernel& kernel);

/// The text that OpenGL gets, as SPIR-V 1.5 under Vulkan's rules, for the simulator: constants are macros, and
/// the parameters are a uniform block at BINDING_PARAMETERS. That number may be a storage buffer's too; storage
/// classes tell them apart. Throws like compile_for_vulkan().
std::vector<std::uint32_t> compile_opengl_flavour(const Kernel& kernel);

}  // namespace scan::shader
