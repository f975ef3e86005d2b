// The doctor looks at OpenGL: the context that chapters get, and the devices that EGL has besides.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>

#include "harness/doctor.hpp"
#include "opengl/context.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

void print_context(const opengl::Context& context) {
  print_finding("device", context.renderer() + (context.is_software() ? " - a software renderer" : ""));
  print_finding("version", context.version());
  print_finding("through", context.platform_name());
  print_finding("timestamps", context.timestamp_bits() == 0
                                  ? "none: times are the host's"
                                  : fmt::format("{} bits", context.timestamp_bits()));
  print_limits(context.limits());
  print_finding("sparse memory", context.has_sparse_memory()
                                     ? "yes: large items lie there, unless --gl-memory says otherwise"
                                     : "none (GL_ARB_sparse_buffer): items lie in ordinary memory");
  print_self_tests(context.limits(), self_test_on(context));
}

/// The devices of EGL by index, which --device takes.
void print_devices() {
  constexpr int kMostDevices = 16;
  for (int index = 0; index < kMostDevices; ++index) {
    try {
      const opengl::Context context(
          {.device = std::to_string(index), .platform = opengl::Platform::egl_device});
      print_finding(fmt::format("--device {}", index), context.renderer());
      print_self_tests(context.limits(), self_test_on(context));
    } catch (const UsageError&) {
      return;  // no such index: these were all
    } catch (const Error& error) {
      print_finding(fmt::format("--device {}", index), fmt::format("cannot be used: {}", error.what()));
      return;
    }
  }
}

}  // namespace

bool examine_opengl() {
  fmt::print("\nOpenGL\n");
  try {
    print_context(opengl::Context());
  } catch (const Error& error) {
    print_missing(
        "context", error.what(),
        "apt-get install libgl1-mesa-dri libegl1 (Mesa's software driver), or the driver of your GPU");
    return false;
  }
  print_devices();
  return true;
}

}  // namespace scan::harness
