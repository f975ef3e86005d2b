// A kernel: compiled in the flavour of its device, made into a program, held against the device's limits.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>

#include "scan/errors.hpp"
#include "shader/compile.hpp"
#include "simulator/device_state.hpp"
#include "simulator/program.hpp"

namespace scan::simulator {
namespace {

void check_limits(const Program& program, const DeviceLimits& limits) {
  const auto& size = program.module.workgroup_size;
  const std::uint64_t invocations = std::uint64_t{size[0]} * size[1] * size[2];
  if (invocations > limits.max_invocations) {
    throw LimitError(fmt::format("{}: a workgroup of {} invocations; {} are allowed", program.name,
                                 invocations, limits.max_invocations));
  }
  if (std::uint64_t{program.shared_words} * 4 > limits.max_shared_bytes) {
    throw LimitError(fmt::format("{}: {} bytes of shared memory; {} are allowed", program.name,
                                 std::uint64_t{program.shared_words} * 4, limits.max_shared_bytes));
  }
  if (program.uses_subgroups && invocations % limits.subgroup_size != 0) {
    throw LimitError(
        fmt::format("{}: a workgroup of {} invocations; with subgroups of {} lanes it has to be a multiple "
                    "of that",
                    program.name, invocations, limits.subgroup_size));
  }
}

std::vector<std::uint32_t> compile(const shader::Kernel& kernel, Flavour flavour) {
  return flavour == Flavour::vulkan ? shader::compile_for_vulkan(kernel)
                                    : shader::compile_opengl_flavour(kernel);
}

}  // namespace

Kernel::Kernel(const Device& device, const shader::Kernel& kernel)
    : Kernel(device, kernel.key, compile(kernel, device.options().flavour), kernel.constants) {}

Kernel::Kernel(const Device& device, std::string name, std::vector<std::uint32_t> words,
               std::span<const shader::Constant> constants)
    : program_(std::make_unique<Program>(std::move(name), std::move(words), constants)) {
  check_limits(*program_, device.limits());
  program_->first_number = device.state_->findings.add_places(program_->module.places, program_->places);
}

Kernel::~Kernel() = default;
Kernel::Kernel(Kernel&&) noexcept = default;
Kernel& Kernel::operator=(Kernel&&) noexcept = default;

}  // namespace scan::simulator
