// How the ways of making a context (GLFW window, EGL device, EGL surfaceless) look to Context; private to
// this room.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "opengl/context.hpp"
#include "scan/errors.hpp"

namespace scan::opengl {

/// Owns what the platform made: display, window or surface, context. Frees all of it.
class NativeContext {
 public:
  NativeContext() = default;
  virtual ~NativeContext() = default;
  NativeContext(const NativeContext&) = delete;
  NativeContext& operator=(const NativeContext&) = delete;
};

/// A context that is current on this thread, has OpenGL 4.5 and is loaded.
struct MadeContext {
  std::unique_ptr<NativeContext> native;
  std::string platform_name;
};

/// The platform works, but has no device of the wanted name or index; what() lists those it has.
struct WrongDevice : UsageError {
  using UsageError::UsageError;
};

/// Each throws Unavailable with one phrase that says what failed, or WrongDevice.
MadeContext make_glfw_context(const ContextOptions& options);
MadeContext make_egl_device_context(const ContextOptions& options);
MadeContext make_egl_surfaceless_context(const ContextOptions& options);

/// Loads OpenGL for the context that is current. Throws Unavailable "needs OpenGL 4.5, got … (renderer)".
void load_opengl(GLADloadfunc load);

/// For a context with a window or a surface: takes it out of the way of timestamps.
void leave_default_framebuffer();

/// Whether the context that is current has sparse buffers, and the functions for them were loaded.
bool has_sparse_memory();

/// glGetString as a string; empty where the driver has none.
std::string gl_string(GLenum name);

/// The index that `device` is, if it is one: one or two digits.
std::optional<std::size_t> device_index(const std::string& device);

/// Whether the context that is current is the `device` (empty: any; else a part of the renderer's name, in
/// any case of letters).
bool is_wanted_renderer(const std::string& device);

/// As is_wanted_renderer, for a platform with one device, whose only index is 0. Throws WrongDevice.
void require_only_device(const std::string& device, const std::string& platform_name);

/// Whether the context is lost, so that `error` says nothing about the call.
bool is_lost(GLenum error);

/// What this context can do; not clamped.
DeviceLimits read_limits(bool is_software);

}  // namespace scan::opengl
