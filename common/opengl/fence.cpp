// A fence, waited for in slices with a time-out.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include "opengl/fence.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "opengl/context.hpp"
#include "scan/errors.hpp"

namespace scan::opengl {

Fence::Fence() {
  GL_CHECK(sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
}

Fence::~Fence() {
  if (sync_ != nullptr) glDeleteSync(sync_);
}

Fence::Fence(Fence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}

Fence& Fence::operator=(Fence&& other) noexcept {
  std::swap(sync_, other.sync_);
  return *this;
}

void Fence::wait(double timeout_seconds) const {
  using Clock = std::chrono::steady_clock;
  // In slices, so that a reset of the device is noticed before the time-out.
  constexpr std::chrono::nanoseconds slice = std::chrono::milliseconds(100);
  const Clock::time_point start = Clock::now();
  while (true) {
    const GLenum status =
        glClientWaitSync(sync_, GL_SYNC_FLUSH_COMMANDS_BIT, static_cast<GLuint64>(slice.count()));
    check_errors("glClientWaitSync", __FILE__, __LINE__);
    if (status == GL_ALREADY_SIGNALED || status == GL_CONDITION_SATISFIED) return;
    if (status == GL_WAIT_FAILED) throw DeviceLost("glClientWaitSync: GL_WAIT_FAILED");
    if (glGetGraphicsResetStatus() != GL_NO_ERROR) throw DeviceLost("the device was reset");
    if (Clock::now() - start > std::chrono::duration<double>(timeout_seconds)) {
      throw DeviceLost(fmt::format("no answer within {} s", timeout_seconds));
    }
  }
}

}  // namespace scan::opengl
