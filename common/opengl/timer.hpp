// Device time between two points of the command stream, by timestamp queries.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <array>
#include <cstdint>
#include <optional>

#include "opengl/context.hpp"

namespace scan::opengl {

/// Milliseconds between two timestamps (nanoseconds) of `bits` valid bits; right across a wrap of the
/// counter. Nothing when bits is 0 or the difference is not above 0.
std::optional<double> milliseconds_between(std::uint64_t begin, std::uint64_t end, int bits);

class Timer {
 public:
  explicit Timer(const Context& context);
  ~Timer();
  Timer(Timer&&) noexcept;
  Timer& operator=(Timer&&) noexcept;

  void begin();
  void end();
  /// Waits for end(). Nothing where timestamps have no bits (no query is recorded then) or the difference is
  /// not above 0.
  std::optional<double> milliseconds() const;

 private:
  std::array<GLuint, 2> queries_{};
  int bits_ = 0;
};

/// Waits until all commands so far are done. Throws DeviceLost "no answer within … s" after the time-out.
void finish(double timeout_seconds = 60);

}  // namespace scan::opengl
