// An OpenGL 4.5 core context without a visible window, and what it can do.
// Room: common/opengl. One context a process, current on the thread that made it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scan/limits.hpp"

namespace scan::opengl {

/// How the context was made. `automatic`: a hidden GLFW window where there is a display, else an EGL device,
/// else EGL surfaceless.
enum class Platform { automatic, glfw, egl_device, egl_surfaceless };

struct ContextOptions {
  std::string device;  // empty, an index of the EGL devices, or a part of a renderer's name
  Platform platform = Platform::automatic;
  bool validation = false;  // a debug context, whose messages are kept
  LimitClamp clamp;
};

class Context {
 public:
  /// Throws Unavailable, saying what was tried and how to get it, e.g. "needs OpenGL 4.5, got 3.3 (…)";
  /// UsageError for an unknown `device`, with the list of those there are.
  explicit Context(const ContextOptions& options = {});
  ~Context();
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;

  const DeviceLimits& limits() const;
  const std::string& renderer() const;       // GL_RENDERER
  const std::string& version() const;        // GL_VERSION
  const std::string& platform_name() const;  // "GLFW window (hidden)", "EGL device", "EGL surfaceless"
  bool is_software() const;                  // llvmpipe, softpipe, swrast, SwiftShader
  int timestamp_bits() const;                // 0: timestamps are unusable
  bool has_sparse_memory() const;            // buffers of Memory::sparse can be made

  /// The messages of KHR_debug of medium severity and above since the start (validation only), oldest first.
  /// Remarks on performance are left out: NVIDIA's driver has one for every read-back.
  std::vector<std::string> messages() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Throws Error "glFoo: GL_INVALID_VALUE (file:line)" if an error is pending, DeviceLost when the context was
/// reset.
void check_errors(const char* call, const char* file, int line);

}  // namespace scan::opengl

/// Runs one GL call and checks it, in release builds too.
#define GL_CHECK(call)                                       \
  do {                                                       \
    call;                                                    \
    ::scan::opengl::check_errors(#call, __FILE__, __LINE__); \
  } while (false)
