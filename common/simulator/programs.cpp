// Making programs from kernels, and finding those that were made.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/programs.hpp"

#include <fmt/format.h>

#include "shader/compile.hpp"

namespace scan::simulator {
namespace {

std::string text_of(const shader::Kernel& kernel, Flavour flavour) {
  return fmt::format("{}\n{}", flavour == Flavour::vulkan ? "vulkan" : "opengl", shader::text_of(kernel));
}

}  // namespace

std::unique_ptr<Program> make_program(const shader::Kernel& kernel, Flavour flavour) {
  return std::make_unique<Program>(kernel.key,
                                   flavour == Flavour::vulkan ? shader::compile_for_vulkan(kernel)
                                                              : shader::compile_opengl_flavour(kernel),
                                   kernel.constants);
}

const Program& Programs::program_of(const shader::Kernel& kernel, Flavour flavour) {
  std::unique_ptr<Program>& program = by_text_[text_of(kernel, flavour)];
  if (!program) program = make_program(kernel, flavour);
  return *program;
}

}  // namespace scan::simulator
