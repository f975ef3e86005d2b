// The doctor looks at the host: CPU, memory, display, shaders.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>

#include "harness/doctor.hpp"
#include "harness/host.hpp"
#include "scan/errors.hpp"
#include "shader/compile.hpp"

namespace scan::harness {

namespace {

void examine_display() {
  std::string displays;
  for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    const char* value = std::getenv(variable);
    if (value && *value) displays += fmt::format("{}{}={}", displays.empty() ? "" : ", ", variable, value);
  }
  print_finding("display", displays.empty()
                               ? "none (DISPLAY and WAYLAND_DISPLAY are not set); none is needed: OpenGL "
                                 "goes through EGL then"
                               : displays);
}

/// Whether they are there.
bool examine_shaders() {
  try {
    print_finding("shaders", shader::shaders_folder().string());
    return true;
  } catch (const Error& error) {
    print_missing("shaders", error.what(),
                  "run from the ladder's folder, or set SCAN_LADDER_SHADERS to its shaders");
    return false;
  }
}

}  // namespace

bool examine_host() {
  fmt::print("Host\n");
  print_finding("CPU", fmt::format("{}, {}", cpu_name(), describe_threads()));
  print_finding("memory", fmt::format("{}, {} free", describe_bytes(total_memory_bytes()),
                                      describe_bytes(free_memory_bytes())));
  examine_display();
  return examine_shaders();
}

}  // namespace scan::harness
