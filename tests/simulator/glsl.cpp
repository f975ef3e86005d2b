// Compiles GLSL from a string with glslang, with line information.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/glsl.hpp"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <string>

#include "scan/errors.hpp"

namespace scan::simulator::test {
namespace {

constexpr int kGlslVersion = 450;

void start_glslang() {
  static const bool is_started = glslang::InitializeProcess();
  if (!is_started) throw Error("glslang does not start");
}

}  // namespace

std::vector<std::uint32_t> compile(std::string_view glsl) {
  start_glslang();
  const std::string preamble =
      "#extension GL_KHR_shader_subgroup_basic : enable\n"
      "#extension GL_KHR_shader_subgroup_vote : enable\n"
      "#extension GL_KHR_shader_subgroup_ballot : enable\n"
      "#extension GL_KHR_shader_subgroup_shuffle : enable\n"
      "#extension GL_KHR_shader_subgroup_shuffle_relative : enable\n"
      "#extension GL_KHR_shader_subgroup_arithmetic : enable\n"
      "#extension GL_KHR_shader_subgroup_clustered : enable\n"
      "#extension GL_KHR_shader_subgroup_quad : enable\n"
      "#extension GL_KHR_memory_scope_semantics : enable\n"
      "#extension GL_EXT_shader_atomic_int64 : enable\n"
      "#extension GL_ARB_gpu_shader_int64 : enable\n";
  const std::string text(glsl);
  const char* strings[] = {text.c_str()};
  const char* names[] = {"test.comp"};
  glslang::TShader shader(EShLangCompute);
  shader.setStringsWithLengthsAndNames(strings, nullptr, names, 1);
  shader.setPreamble(preamble.c_str());
  shader.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_2);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_5);
  const auto rules = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules | EShMsgDebugInfo);
  if (!shader.parse(GetDefaultResources(), kGlslVersion, ECoreProfile, true, false, rules))
    throw Error(shader.getInfoLog());
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(rules)) throw Error(program.getInfoLog());
  glslang::SpvOptions options;
  options.generateDebugInfo = true;
  std::vector<std::uint32_t> words;
  glslang::GlslangToSpv(*program.getIntermediate(EShLangCompute), words, &options);
  return words;
}

}  // namespace scan::simulator::test
