// Errors of OpenGL as exceptions: the call, the code by name, and the place.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <glad/gl.h>

#include <string>

#include "opengl/context.hpp"
#include "opengl/platform.hpp"
#include "scan/errors.hpp"

namespace scan::opengl {
namespace {

std::string name_of_error(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
    case GL_STACK_OVERFLOW: return "GL_STACK_OVERFLOW";
    case GL_STACK_UNDERFLOW: return "GL_STACK_UNDERFLOW";
    case GL_CONTEXT_LOST: return "GL_CONTEXT_LOST";
  }
  return fmt::format("error {:#06x}", error);
}

}  // namespace

bool is_lost(GLenum error) {
  return error == GL_CONTEXT_LOST || glGetGraphicsResetStatus() != GL_NO_ERROR;
}

void check_errors(const char* call, const char* file, int line) {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return;
  // A lost context reports its loss for ever, so the queue is not emptied; it never answers GL_NO_ERROR
  // again.
  const std::string text = fmt::format("{}: {} ({}:{})", call, name_of_error(error), file, line);
  if (is_lost(error)) throw DeviceLost(text + ", the device was reset");
  throw Error(text);
}

}  // namespace scan::opengl
