// EGL's displays without a screen: the devices of the machine, and Mesa's surfaceless one; private to this
// room.
// Room: common/opengl. Source: EGL 1.5, EGL_EXT_device_enumeration, EGL_EXT_platform_device,
// EGL_MESA_platform_surfaceless.
// SPDX-License-Identifier: MIT
#pragma once

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <string>
#include <string_view>
#include <vector>

namespace scan::opengl {

/// A display that is initialised. EGL hands the same display out twice, so the last user of one terminates
/// it.
class EglDisplay {
 public:
  /// Throws Unavailable with EGL's reason.
  EglDisplay(EGLenum platform, void* native_display);
  ~EglDisplay();
  EglDisplay(const EglDisplay&) = delete;
  EglDisplay& operator=(const EglDisplay&) = delete;

  EGLDisplay handle() const { return handle_; }
  bool has_extension(std::string_view name) const;
  bool is_version_1_5() const { return is_version_1_5_; }

 private:
  EGLDisplay handle_ = EGL_NO_DISPLAY;
  bool is_version_1_5_ = false;
};

struct EglDevice {
  EGLDeviceEXT handle = EGL_NO_DEVICE_EXT;
  bool is_software = false;
};

/// In the order of EGL. Throws Unavailable when EGL cannot list devices or has none.
std::vector<EglDevice> list_egl_devices();

/// Whether EGL has the extension without any display.
bool has_egl_client_extension(std::string_view name);

/// "eglFoo: EGL_BAD_…" for the call that just failed.
std::string egl_failure(const char* call);

}  // namespace scan::opengl
