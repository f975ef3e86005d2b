// EGL's displays without a screen: the devices of the machine, and Mesa's surfaceless one.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include "opengl/egl_display.hpp"

#include <fmt/format.h>

#include <map>

#include "scan/errors.hpp"

namespace scan::opengl {
namespace {

bool has_word(const char* words, std::string_view word) {
  const std::string padded = fmt::format(" {} ", words ? words : "");
  return padded.find(fmt::format(" {} ", word)) != std::string::npos;
}

template <class Function>
Function load_function(const char* name) {
  const auto function = reinterpret_cast<Function>(eglGetProcAddress(name));
  if (!function) throw Unavailable(fmt::format("EGL lacks {}", name));
  return function;
}

std::map<EGLDisplay, int>& num_users() {
  static std::map<EGLDisplay, int> users;
  return users;
}

}  // namespace

EglDisplay::EglDisplay(EGLenum platform, void* native_display) {
  const auto get_display = load_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  handle_ = get_display(platform, native_display, nullptr);
  if (handle_ == EGL_NO_DISPLAY) throw Unavailable(egl_failure("eglGetPlatformDisplayEXT"));
  EGLint major = 0, minor = 0;
  if (!eglInitialize(handle_, &major, &minor)) throw Unavailable(egl_failure("eglInitialize"));
  is_version_1_5_ = major > 1 || (major == 1 && minor >= 5);
  ++num_users()[handle_];
}

EglDisplay::~EglDisplay() {
  if (--num_users()[handle_] == 0) {
    num_users().erase(handle_);
    eglTerminate(handle_);
  }
}

bool EglDisplay::has_extension(std::string_view name) const {
  return has_word(eglQueryString(handle_, EGL_EXTENSIONS), name);
}

std::vector<EglDevice> list_egl_devices() {
  const bool can_list = has_egl_client_extension("EGL_EXT_device_base") ||
                        has_egl_client_extension("EGL_EXT_device_enumeration");
  if (!can_list || !has_egl_client_extension("EGL_EXT_platform_device")) {
    throw Unavailable("EGL device: EGL has no EGL_EXT_device_enumeration or no EGL_EXT_platform_device");
  }
  const auto query_devices = load_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  const auto query_string = load_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  EGLint num_devices = 0;
  if (!query_devices(0, nullptr, &num_devices))
    throw Unavailable("EGL device: " + egl_failure("eglQueryDevicesEXT"));
  std::vector<EGLDeviceEXT> handles(num_devices);
  if (num_devices > 0 && !query_devices(num_devices, handles.data(), &num_devices)) {
    throw Unavailable("EGL device: " + egl_failure("eglQueryDevicesEXT"));
  }
  if (num_devices == 0) throw Unavailable("EGL device: EGL lists no device");
  handles.resize(num_devices);
  std::vector<EglDevice> devices;
  for (const EGLDeviceEXT handle : handles) {
    devices.push_back({handle, has_word(query_string(handle, EGL_EXTENSIONS), "EGL_MESA_device_software")});
  }
  return devices;
}

bool has_egl_client_extension(std::string_view name) {
  const char* const extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (!extensions) eglGetError();  // an EGL without client extensions calls the question an error
  return has_word(extensions, name);
}

std::string egl_failure(const char* call) {
  const EGLint error = eglGetError();
  const char* name = nullptr;
  switch (error) {
    case EGL_SUCCESS: name = "no error given"; break;
    case EGL_NOT_INITIALIZED: name = "EGL_NOT_INITIALIZED"; break;
    case EGL_BAD_ACCESS: name = "EGL_BAD_ACCESS"; break;
    case EGL_BAD_ALLOC: name = "EGL_BAD_ALLOC"; break;
    case EGL_BAD_ATTRIBUTE: name = "EGL_BAD_ATTRIBUTE"; break;
    case EGL_BAD_CONFIG: name = "EGL_BAD_CONFIG"; break;
    case EGL_BAD_CONTEXT: name = "EGL_BAD_CONTEXT"; break;
    case EGL_BAD_DEVICE_EXT: name = "EGL_BAD_DEVICE_EXT"; break;
    case EGL_BAD_DISPLAY: name = "EGL_BAD_DISPLAY"; break;
    case EGL_BAD_MATCH: name = "EGL_BAD_MATCH"; break;
    case EGL_BAD_PARAMETER: name = "EGL_BAD_PARAMETER"; break;
    case EGL_BAD_SURFACE: name = "EGL_BAD_SURFACE"; break;
    case EGL_CONTEXT_LOST: name = "EGL_CONTEXT_LOST"; break;
    default: return fmt::format("{}: error {:#06x}", call, error);
  }
  return fmt::format("{}: {}", call, name);
}

}  // namespace scan::opengl
