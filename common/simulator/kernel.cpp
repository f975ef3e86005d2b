// A kernel: its program, made or found, held against the device's limits.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>

#include "scan/errors.hpp"
#include "simulator/device_state.hpp"
#include "simulator/lowering/program.hpp"
#include "simulator/programs.hpp"

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

}  // namespace

Kernel::Kernel(const Device& device, const shader::Kernel& kernel) {
  if (Programs* const programs = device.options().programs) {
    program_ = &programs->program_of(kernel, device.options().flavour);
  } else {
    own_program_ = make_program(kernel, device.options().flavour);
    program_ = own_program_.get();
  }
  enter(device);
}

Kernel::Kernel(const Device& device, std::string name, std::vector<std::uint32_t> words,
               std::span<const shader::Constant> constants)
    : own_program_(std::make_unique<Program>(std::move(name), std::move(words), constants)),
      program_(own_program_.get()) {
  enter(device);
}

void Kernel::enter(const Device& device) {
  check_limits(*program_, device.limits());
  first_number_ = device.state_->findings.add_places(program_->module.places, program_->places);
}

Kernel::~Kernel() = default;
Kernel::Kernel(Kernel&&) noexcept = default;
Kernel& Kernel::operator=(Kernel&&) noexcept = default;

}  // namespace scan::simulator
