// A context through a GLFW window that is never shown: the way where there is a display.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "opengl/platform.hpp"
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace scan::opengl {
namespace {

constexpr const char* kPlatformName = "GLFW window (hidden)";

[[noreturn]] void throw_failure() {
  const char* reason = nullptr;
  glfwGetError(&reason);
  throw Unavailable(fmt::format("GLFW window: {}", reason ? reason : "no reason given"));
}

// GLFW is one per process: the first window starts it and the last ends it, so that one context can take
// another's place.
class GlfwLibrary {
 public:
  GlfwLibrary() {
    if (num_users == 0 && !glfwInit()) throw_failure();
    ++num_users;
  }
  ~GlfwLibrary() {
    if (--num_users == 0) glfwTerminate();
  }
  GlfwLibrary(const GlfwLibrary&) = delete;
  GlfwLibrary& operator=(const GlfwLibrary&) = delete;

 private:
  static inline int num_users = 0;
};

GLFWwindow* create_window() {
  return glfwCreateWindow(1, 1, "Scan Ladder", nullptr, nullptr);
}

class GlfwContext final : public NativeContext {
 public:
  explicit GlfwContext(bool validation) {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, validation ? GLFW_TRUE : GLFW_FALSE);
    window_ = create_window();
    if (window_) return;
    // Is there a lesser OpenGL? Then load_opengl() will say which.
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    window_ = create_window();
    if (!window_) throw_failure();
  }
  ~GlfwContext() override { glfwDestroyWindow(window_); }

  void load() const {
    glfwMakeContextCurrent(window_);
    if (glfwGetCurrentContext() != window_) throw_failure();
    try {
      load_opengl(glfwGetProcAddress);
    } catch (const Unavailable& failure) {
      throw Unavailable(fmt::format("GLFW window: {}", failure.what()));
    }
  }

 private:
  GlfwLibrary library_;
  GLFWwindow* window_ = nullptr;
};

}  // namespace

MadeContext make_glfw_context(const ContextOptions& options) {
  auto native = std::make_unique<GlfwContext>(options.validation);
  native->load();
  leave_default_framebuffer();
  require_only_device(options.device, "GLFW window");
  return {std::move(native), kPlatformName};
}

}  // namespace scan::opengl
