// The programs that were made, so that a kernel is compiled once for all the devices that run it.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>

#include "simulator/device.hpp"
#include "simulator/lowering/program.hpp"

namespace scan::simulator {

/// Throws Error with glslang's log or the construct that is not simulated.
std::unique_ptr<Program> make_program(const shader::Kernel& kernel, Flavour flavour);

/// A program depends on no device: neither on the width of its subgroups nor on its schedule.
class Programs {
 public:
  /// Made at the first call for a kernel, and kept. Throws like make_program().
  const Program& program_of(const shader::Kernel& kernel, Flavour flavour);

 private:
  std::map<std::string, std::unique_ptr<Program>> by_text_;  // all that a program is made from, as text
};

}  // namespace scan::simulator
