// Reads the limits of the current context into the data that plans and checks work with.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include <glad/gl.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "opengl/context.hpp"
#include "opengl/platform.hpp"

namespace scan::opengl {
namespace {

// GL_NVX_gpu_memory_info, which the registry knows but the core profile's loader does not; KiB.
constexpr GLenum kCurrentAvailableMemory = 0x9049;
constexpr std::uint64_t kMemoryWhereUnknown = std::uint64_t{1} << 31;

std::uint64_t read_limit(GLenum name) {
  GLint64 value = 0;
  GL_CHECK(glGetInteger64v(name, &value));
  return static_cast<std::uint64_t>(std::max<GLint64>(value, 0));
}

std::uint32_t read_limit_32(GLenum name) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(read_limit(name), std::numeric_limits<std::uint32_t>::max()));
}

std::uint32_t read_limit_of_axis(GLenum name, GLuint axis) {
  GLint value = 0;
  GL_CHECK(glGetIntegeri_v(name, axis, &value));
  return static_cast<std::uint32_t>(std::max(value, 0));
}

bool has_extension(std::string_view name) {
  const std::uint64_t num_extensions = read_limit(GL_NUM_EXTENSIONS);
  for (GLuint i = 0; i < num_extensions; ++i) {
    const GLubyte* const extension = glGetStringi(GL_EXTENSIONS, i);
    if (extension && name == reinterpret_cast<const char*>(extension)) return true;
  }
  return false;
}

std::uint64_t read_memory_bytes(bool is_software) {
  if (has_extension("GL_NVX_gpu_memory_info")) return read_limit(kCurrentAvailableMemory) * 1024;
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_bytes = sysconf(_SC_PAGESIZE);
  if (!is_software || pages <= 0 || page_bytes <= 0) return kMemoryWhereUnknown;
  // A software renderer's memory is the host's, where the other copy of the items lives too.
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes) / 2;
}

std::uint64_t read_max_buffer_bytes(std::uint64_t memory_bytes) {
  // OpenGL has no name for this limit. Mesa keeps the size of a buffer in 32 bits and answers anything above with
  // GL_OUT_OF_MEMORY; NVIDIA's driver 580 lost the context in a scan of buffers of 4 GiB, and was right with 3 GiB.
  constexpr std::uint64_t kMesaBytes = std::numeric_limits<std::uint32_t>::max() - std::uint64_t{3};
  constexpr std::uint64_t kMeasuredBytes = (std::uint64_t{3} << 30) + (std::uint64_t{1} << 20);
  const bool is_mesa = gl_string(GL_VERSION).find("Mesa") != std::string::npos;
  return std::min(is_mesa ? kMesaBytes : kMeasuredBytes, memory_bytes);
}

bool has_subgroup_operations() {
  constexpr GLbitfield needed = GL_SUBGROUP_FEATURE_BASIC_BIT_KHR | GL_SUBGROUP_FEATURE_ARITHMETIC_BIT_KHR |
                                GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR | GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR |
                                GL_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT_KHR;
  return (read_limit_32(GL_SUBGROUP_SUPPORTED_STAGES_KHR) & GL_COMPUTE_SHADER_BIT) != 0 &&
         (read_limit_32(GL_SUBGROUP_SUPPORTED_FEATURES_KHR) & needed) == needed;
}

DeviceClass class_of(bool is_software) {
  if (is_software) return DeviceClass::software_driver;
  const auto* const vendor = reinterpret_cast<const char*>(glGetString(GL_VENDOR));
  const bool is_nvidia = vendor != nullptr && std::string_view(vendor).starts_with("NVIDIA");
  return is_nvidia ? DeviceClass::nvidia_opengl : DeviceClass::other_gpu;
}

}  // namespace

DeviceLimits read_limits(bool is_software) {
  DeviceLimits limits;
  for (GLuint axis = 0; axis < 3; ++axis) {
    limits.max_groups[axis] = read_limit_of_axis(GL_MAX_COMPUTE_WORK_GROUP_COUNT, axis);
  }
  limits.max_invocations = std::min(read_limit_32(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
                                    read_limit_of_axis(GL_MAX_COMPUTE_WORK_GROUP_SIZE, 0));
  limits.max_shared_bytes = read_limit_32(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
  // Shaders count the items of a binding in 32 bits, and Vulkan its bytes.
  limits.max_binding_bytes = read_limit_32(GL_MAX_SHADER_STORAGE_BLOCK_SIZE);
  limits.memory_bytes = read_memory_bytes(is_software);
  limits.max_buffer_bytes = read_max_buffer_bytes(limits.memory_bytes);
  limits.offset_alignment =
      std::max(read_limit_32(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT), std::uint32_t{4});
  if (has_extension("GL_KHR_shader_subgroup") && has_subgroup_operations()) {
    limits.subgroup_size = read_limit_32(GL_SUBGROUP_SIZE_KHR);
    limits.subgroup_arithmetic = limits.subgroup_size != 0;
  }
  limits.int64 = has_extension("GL_ARB_gpu_shader_int64");
  limits.int64_atomics =
      limits.int64 && has_extension("GL_NV_gpu_shader5") && has_extension("GL_NV_shader_atomic_int64");
  limits.device_class = class_of(is_software);
  return limits;
}

}  // namespace scan::opengl
