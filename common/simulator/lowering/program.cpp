// Makes a program of a SPIR-V binary.
// Room: common/simulator/lowering.
// SPDX-License-Identifier: MIT
#include "simulator/lowering/program.hpp"

#include <utility>

#include "simulator/lowering/lowering.hpp"

namespace scan::simulator {

Program::Program(std::string kernel_name, std::vector<std::uint32_t> words,
                 std::span<const shader::Constant> constants)
    : name(std::move(kernel_name)), module(std::move(words), constants) {
  Lowering(*this).run();
}

}  // namespace scan::simulator
