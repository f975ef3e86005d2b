// A point in the command stream that the host can wait for.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

namespace scan::opengl {

class Fence {
 public:
  /// Placed after all commands so far.
  Fence();
  ~Fence();
  Fence(Fence&&) noexcept;
  Fence& operator=(Fence&&) noexcept;

  /// Returns when those commands are done. Throws DeviceLost "no answer within … s" after the time-out.
  void wait(double timeout_seconds = 60) const;

 private:
  GLsync sync_ = nullptr;
};

}  // namespace scan::opengl
