// What the ways of making a context have in common: loading OpenGL, and telling whether a device is the
// wanted one.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include "opengl/platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace scan::opengl {
namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

}  // namespace

void load_opengl(GLADloadfunc load) {
  const int version = gladLoadGL(load);
  if (version == 0) throw Unavailable("the context has no OpenGL functions");
  const int major = GLAD_VERSION_MAJOR(version);
  const int minor = GLAD_VERSION_MINOR(version);
  if (major < 4 || (major == 4 && minor < 5)) {
    throw Unavailable(fmt::format("needs OpenGL 4.5, got {}.{} ({})", major, minor, gl_string(GL_RENDERER)));
  }
}

void leave_default_framebuffer() {
  // With something to draw to, llvmpipe takes a timestamp when it next draws, long after the dispatches
  // between two of them; with a framebuffer of no size it takes it at once. The framebuffer goes with the
  // context.
  GLuint framebuffer = 0;
  GL_CHECK(glCreateFramebuffers(1, &framebuffer));
  GL_CHECK(glBindFramebuffer(GL_FRAMEBUFFER, framebuffer));
  // Mesa has a message about such a framebuffer when it first looks at it: here, before messages are kept.
  GLint samples = 0;
  GL_CHECK(glGetIntegerv(GL_SAMPLES, &samples));
}

bool has_sparse_memory() {
  return GLAD_GL_ARB_sparse_buffer != 0 && glNamedBufferPageCommitmentARB != nullptr;
}

std::string gl_string(GLenum name) {
  const GLubyte* const text = glGetString(name);
  return text ? reinterpret_cast<const char*>(text) : "";
}

std::optional<std::size_t> device_index(const std::string& device) {
  // Longer numbers are a part of a name: "4090".
  if (device.size() > 2) return std::nullopt;
  std::size_t index = 0;
  const char* const end = device.data() + device.size();
  const auto [stop, error] = std::from_chars(device.data(), end, index);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return index;
}

bool is_wanted_renderer(const std::string& device) {
  return lower_case(gl_string(GL_RENDERER)).find(lower_case(device)) != std::string::npos;
}

void require_only_device(const std::string& device, const std::string& platform_name) {
  const std::optional<std::size_t> index = device_index(device);
  if (index ? *index == 0 : is_wanted_renderer(device)) return;
  throw WrongDevice(
      fmt::format("{} 0: {}{}", platform_name, gl_string(GL_RENDERER), index ? " (its only device)" : ""));
}

}  // namespace scan::opengl
