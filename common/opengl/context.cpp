// The context: which ways of making one are tried in which order, and what is read from it once.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include "opengl/context.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "opengl/platform.hpp"

namespace scan::opengl {

struct Context::State {
  std::vector<std::string> messages;  // outlives native, whose driver writes into it
  MadeContext made;
  DeviceLimits limits;
  std::string renderer, version;
  bool is_software = false;
  int timestamp_bits = 0;
  bool has_sparse_memory = false;
};

namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value && *value;
}

MadeContext make_context(Platform platform, const ContextOptions& options) {
  switch (platform) {
    case Platform::egl_device: return make_egl_device_context(options);
    case Platform::egl_surfaceless: return make_egl_surfaceless_context(options);
    case Platform::glfw:
    case Platform::automatic: break;
  }
#ifdef SCAN_LADDER_WINDOW
  return make_glfw_context(options);
#else
  throw Unavailable("GLFW window: this build is without GLFW (SCAN_LADDER_WINDOW=OFF)");
#endif
}

std::vector<Platform> platforms_to_try(const ContextOptions& options) {
  if (options.platform != Platform::automatic) return {options.platform};
  std::vector<Platform> platforms{Platform::egl_device, Platform::egl_surfaceless};
#ifdef SCAN_LADDER_WINDOW
  if (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")) {
    // A window cannot choose its device, so an index asks the EGL devices first.
    platforms.insert(platforms.begin() + (device_index(options.device) ? 1 : 0), Platform::glfw);
  }
#endif
  return platforms;
}

std::string how_to_get_it() {
  if (is_set("MESA_GL_VERSION_OVERRIDE")) return "unset MESA_GL_VERSION_OVERRIDE";
  return "without a GPU, Mesa's software driver has it: apt-get install libegl1 libgl1-mesa-dri";
}

MadeContext make_first_that_works(const ContextOptions& options) {
  std::string failures, devices;
  const auto add = [](std::string& list, const char* phrase) {
    list += (list.empty() ? "" : "; ") + std::string(phrase);
  };
  for (const Platform platform : platforms_to_try(options)) {
    try {
      return make_context(platform, options);
    } catch (const WrongDevice& wrong) {
      add(devices, wrong.what());
    } catch (const Unavailable& failure) {
      add(failures, failure.what());
    }
  }
  if (!devices.empty()) {
    throw UsageError(
        fmt::format("--device {}: OpenGL has no such device; there are: {}", options.device, devices));
  }
  throw Unavailable(fmt::format("no OpenGL 4.5 context: {} ({})", failures, how_to_get_it()));
}

bool is_software_renderer(std::string_view renderer) {
  for (const std::string_view name :
       {"llvmpipe", "softpipe", "swrast", "SwiftShader", "Software Rasterizer"}) {
    if (renderer.find(name) != std::string_view::npos) return true;
  }
  return false;
}

int read_timestamp_bits() {
  GLint bits = 0;
  GL_CHECK(glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits));
  return bits;
}

void GLAD_API_PTR keep_message(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length,
                               const GLchar* message, const void* messages) {
  if (type == GL_DEBUG_TYPE_PERFORMANCE) return;
  if (severity != GL_DEBUG_SEVERITY_MEDIUM && severity != GL_DEBUG_SEVERITY_HIGH) return;
  const std::string_view text = length < 0 ? std::string_view(message) : std::string_view(message, length);
  static_cast<std::vector<std::string>*>(const_cast<void*>(messages))->emplace_back(text);
}

void keep_messages(std::vector<std::string>& messages) {
  GL_CHECK(glEnable(GL_DEBUG_OUTPUT));
  GL_CHECK(
      glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS));  // the message comes before its call returns, on this thread
  GL_CHECK(glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE));
  GL_CHECK(glDebugMessageCallback(keep_message, &messages));
}

}  // namespace

Context::Context(const ContextOptions& options) : state_(std::make_unique<State>()) {
  state_->made = make_first_that_works(options);
  if (options.validation) keep_messages(state_->messages);
  state_->renderer = gl_string(GL_RENDERER);
  state_->version = gl_string(GL_VERSION);
  state_->is_software = is_software_renderer(state_->renderer);
  state_->timestamp_bits = read_timestamp_bits();
  state_->has_sparse_memory = opengl::has_sparse_memory();
  state_->limits = clamped(read_limits(state_->is_software), options.clamp);
}

Context::~Context() = default;
Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;

const DeviceLimits& Context::limits() const {
  return state_->limits;
}
const std::string& Context::renderer() const {
  return state_->renderer;
}
const std::string& Context::version() const {
  return state_->version;
}
const std::string& Context::platform_name() const {
  return state_->made.platform_name;
}
bool Context::is_software() const {
  return state_->is_software;
}
int Context::timestamp_bits() const {
  return state_->timestamp_bits;
}
bool Context::has_sparse_memory() const {
  return state_->has_sparse_memory;
}
std::vector<std::string> Context::messages() const {
  return state_->messages;
}

}  // namespace scan::opengl
