// A context through EGL, which needs no display: on a device of the machine, or on Mesa's surfaceless
// platform.
// Room: common/opengl. Source: EGL_KHR_create_context, EGL_KHR_surfaceless_context.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "opengl/egl_display.hpp"
#include "opengl/platform.hpp"

namespace scan::opengl {
namespace {

std::vector<EGLint> attributes_of_context(bool validation, bool reports_resets) {
  std::vector<EGLint> attributes{EGL_CONTEXT_MAJOR_VERSION_KHR,
                                 4,
                                 EGL_CONTEXT_MINOR_VERSION_KHR,
                                 5,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                                 EGL_CONTEXT_FLAGS_KHR,
                                 validation ? EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR : 0};
  if (reports_resets) {
    attributes.push_back(EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_KHR);
    attributes.push_back(EGL_LOSE_CONTEXT_ON_RESET_KHR);
  }
  attributes.push_back(EGL_NONE);
  return attributes;
}

class EglContext final : public NativeContext {
 public:
  EglContext(EGLenum platform, void* native_display, bool validation) : EglContext(platform, native_display) {
    // From here on the destructor runs when something throws.
    if (!eglBindAPI(EGL_OPENGL_API)) throw Unavailable(egl_failure("eglBindAPI"));
    if (!display_.is_version_1_5() && !display_.has_extension("EGL_KHR_create_context")) {
      throw Unavailable("EGL lacks EGL_KHR_create_context");
    }
    choose_config();
    // Being told of resets is welcome, but not every driver offers it; the last attempt asks which lesser
    // OpenGL there is.
    create_context(attributes_of_context(validation, true)) ||
        create_context(attributes_of_context(validation, false)) || create_context({EGL_NONE});
    if (context_ == EGL_NO_CONTEXT) throw Unavailable(egl_failure("eglCreateContext"));
    if (!display_.has_extension("EGL_KHR_surfaceless_context")) create_surface();
    if (!eglMakeCurrent(display_.handle(), surface_, surface_, context_)) {
      throw Unavailable(egl_failure("eglMakeCurrent"));
    }
    load_opengl(eglGetProcAddress);
    if (surface_ != EGL_NO_SURFACE) leave_default_framebuffer();
  }

  ~EglContext() override {
    const EGLDisplay display = display_.handle();
    if (context_ != EGL_NO_CONTEXT) {
      if (eglGetCurrentContext() == context_)
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
      eglDestroyContext(display, context_);
    }
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display, surface_);
  }

 private:
  EglContext(EGLenum platform, void* native_display) : display_(platform, native_display) {}

  // Nothing is drawn, so any configuration with OpenGL will do; one with pbuffers where there is one.
  void choose_config() {
    for (const EGLint surface_type : {EGL_PBUFFER_BIT, EGL_DONT_CARE}) {
      const EGLint attributes[] = {EGL_SURFACE_TYPE, surface_type, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                   EGL_NONE};
      EGLint num_configs = 0;
      if (eglChooseConfig(display_.handle(), attributes, &config_, 1, &num_configs) && num_configs > 0)
        return;
    }
    throw Unavailable("EGL has no configuration with OpenGL (" + egl_failure("eglChooseConfig") + ")");
  }

  bool create_context(const std::vector<EGLint>& attributes) {
    context_ = eglCreateContext(display_.handle(), config_, EGL_NO_CONTEXT, attributes.data());
    return context_ != EGL_NO_CONTEXT;
  }

  void create_surface() {
    const EGLint attributes[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface_ = eglCreatePbufferSurface(display_.handle(), config_, attributes);
    if (surface_ == EGL_NO_SURFACE) throw Unavailable(egl_failure("eglCreatePbufferSurface"));
  }

  EglDisplay display_;
  EGLConfig config_ = nullptr;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
};

// Hardware before software; otherwise in the order of EGL, whose indices these are.
std::vector<std::size_t> best_first(const std::vector<EglDevice>& devices) {
  std::vector<std::size_t> order(devices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t index) { return !devices[index].is_software; });
  return order;
}

}  // namespace

MadeContext make_egl_device_context(const ContextOptions& options) {
  const std::vector<EglDevice> devices = list_egl_devices();
  const std::optional<std::size_t> wanted_index = device_index(options.device);
  const bool index_exists = wanted_index && *wanted_index < devices.size();
  std::string failures, others;
  for (const std::size_t index : best_first(devices)) {
    if (index_exists && index != *wanted_index) continue;
    try {
      auto native =
          std::make_unique<EglContext>(EGL_PLATFORM_DEVICE_EXT, devices[index].handle, options.validation);
      if (wanted_index ? index_exists : is_wanted_renderer(options.device))
        return {std::move(native), "EGL device"};
      others += fmt::format("{}EGL device {}: {}", others.empty() ? "" : "; ", index, gl_string(GL_RENDERER));
    } catch (const Unavailable& failure) {
      failures += fmt::format("{}EGL device {}: {}", failures.empty() ? "" : "; ", index, failure.what());
    }
  }
  if (others.empty()) throw Unavailable(failures);
  throw WrongDevice(failures.empty() ? others : others + "; " + failures);
}

MadeContext make_egl_surfaceless_context(const ContextOptions& options) {
  constexpr const char* platform_name = "EGL surfaceless";
  if (!has_egl_client_extension("EGL_MESA_platform_surfaceless")) {
    throw Unavailable(fmt::format("{}: EGL has no EGL_MESA_platform_surfaceless", platform_name));
  }
  std::unique_ptr<EglContext> native;
  try {
    native = std::make_unique<EglContext>(EGL_PLATFORM_SURFACELESS_MESA, nullptr, options.validation);
  } catch (const Unavailable& failure) {
    throw Unavailable(fmt::format("{}: {}", platform_name, failure.what()));
  }
  require_only_device(options.device, platform_name);
  return {std::move(native), platform_name};
}

}  // namespace scan::opengl
