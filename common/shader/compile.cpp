// Runs glslang: its preprocessor alone for OpenGL, the whole of it for Vulkan, one after the other for the
// simulator.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#include "shader/compile.hpp"

#include <fmt/format.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "scan/errors.hpp"
#include "shader/glsl_text.hpp"
#include "shader/includer.hpp"

namespace scan::shader {
namespace {

constexpr int kGlslVersion = 450;

// Once for the process: a static variable of a function starts once, whatever the threads.
void start_glslang() {
  struct Process {
    Process() {
      if (!glslang::InitializeProcess()) throw Error("glslang does not start");
    }
    ~Process() { glslang::FinalizeProcess(); }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
  };
  static const Process process;
}

Error unreadable(const Kernel& kernel, const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored))
    return Error(fmt::format("{}: {} cannot be read", kernel.key, file.string()));
  return Error(fmt::format("{}: there is no {}", kernel.key, file.string()));
}

std::string read_shader(const Kernel& kernel) {
  const std::filesystem::path file = shaders_folder() / (kernel.key + ".comp");
  auto text = read_text(file);
  if (!text) throw unreadable(kernel, file);
  if (text->empty()) throw Error(fmt::format("{}: {} is empty", kernel.key, file.string()));
  return *std::move(text);
}

// A shader with the strings that glslang points into.
struct Shader {
  Shader(const Kernel& kernel, std::string source, std::string defines)
      : file(kernel.key + ".comp"), preamble(std::move(defines)), text(std::move(source)) {
    text_pointer = text.c_str();
    file_pointer = file.c_str();
    glslang.setStringsWithLengthsAndNames(&text_pointer, nullptr, &file_pointer, 1);
    glslang.setPreamble(preamble.c_str());
  }
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;

  std::string file, preamble, text;
  const char* text_pointer = nullptr;
  const char* file_pointer = nullptr;
  Includer includer{shaders_folder()};
  glslang::TShader glslang{EShLangCompute};
};

std::string macro_lines(const Kernel& kernel) {
  std::string lines;
  for (const Macro& macro : kernel.macros) lines += fmt::format("#define {} {}\n", macro.name, macro.value);
  return lines;
}

// The same names that are specialization constants in Vulkan.
std::string constant_lines(const Kernel& kernel) {
  std::string lines;
  for (const Constant& constant : kernel.constants) {
    lines += fmt::format("#define {} {}\n", constant.name, constant.value);
  }
  return lines;
}

Error failure(const Kernel& kernel, const char* log) {
  return Error(fmt::format("{}: {}", kernel.key, one_line(log)));
}

// As OpenGL sees it: the macro VULKAN is undefined, and constants are macros.
std::string preprocess_for_opengl(const Kernel& kernel) {
  Shader shader(kernel, read_shader(kernel), macro_lines(kernel) + constant_lines(kernel));
  std::string preprocessed;
  if (!shader.glslang.preprocess(GetDefaultResources(), kGlslVersion, ECoreProfile, false, false,
                                 EShMsgDefault, &preprocessed, shader.includer)) {
    throw failure(kernel, shader.glslang.getInfoLog());
  }
  return preprocessed;
}

std::vector<std::uint32_t> compile_to_spirv(const Kernel& kernel, Shader& shader) {
  shader.glslang.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, glslang::EShClientVulkan, 100);
  shader.glslang.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_2);
  shader.glslang.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_5);
  const auto rules = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules | EShMsgDebugInfo);
  if (!shader.glslang.parse(GetDefaultResources(), kGlslVersion, ECoreProfile, false, false, rules,
                            shader.includer)) {
    throw failure(kernel, shader.glslang.getInfoLog());
  }
  glslang::TProgram program;
  program.addShader(&shader.glslang);
  if (!program.link(rules)) throw failure(kernel, program.getInfoLog());

  // Lines and the source itself: validation messages and other executors of the SPIR-V point into the shader.
  // These options are enough; with TShader::setDebugInfo() beside them glslang 12 writes broken modules or
  // crashes.
  glslang::SpvOptions options;
  options.generateDebugInfo = true;
  options.stripDebugInfo = false;
  std::vector<std::uint32_t> words;
  spv::SpvBuildLogger logger;
  glslang::GlslangToSpv(*program.getIntermediate(EShLangCompute), words, &logger, &options);
  if (words.empty()) throw failure(kernel, logger.getAllMessages().c_str());
  return words;
}

}  // namespace

OpenGlSource compile_for_opengl(const Kernel& kernel) {
  start_glslang();
  return make_opengl_source(preprocess_for_opengl(kernel), kernel.key + ".comp");
}

std::vector<std::uint32_t> compile_for_vulkan(const Kernel& kernel) {
  start_glslang();
  Shader shader(kernel, read_shader(kernel), macro_lines(kernel));
  return compile_to_spirv(kernel, shader);
}

std::vector<std::uint32_t> compile_opengl_flavour(const Kernel& kernel) {
  start_glslang();
  // Preprocessed already, so that the macro VULKAN comes too late; `#line` directives keep lines and files.
  Shader shader(kernel, preprocess_for_opengl(kernel), "");
  return compile_to_spirv(kernel, shader);
}

}  // namespace scan::shader
