// Device time by timestamp queries, and waiting for the device with a time-out.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include "opengl/timer.hpp"

#include <utility>

#include "opengl/fence.hpp"

namespace scan::opengl {

std::optional<double> milliseconds_between(std::uint64_t begin, std::uint64_t end, int bits) {
  if (bits <= 0) return std::nullopt;
  std::uint64_t difference = end - begin;
  if (bits < 64) {
    difference &= (std::uint64_t{1} << bits) - 1;
  } else if (end < begin) {
    return std::nullopt;  // 64 bits of nanoseconds do not wrap in 500 years
  }
  if (difference == 0) return std::nullopt;
  return static_cast<double>(difference) * 1e-6;
}

Timer::Timer(const Context& context) : bits_(context.timestamp_bits()) {
  if (bits_ != 0)
    GL_CHECK(glCreateQueries(GL_TIMESTAMP, static_cast<GLsizei>(queries_.size()), queries_.data()));
}

Timer::~Timer() {
  if (queries_[0] != 0) glDeleteQueries(static_cast<GLsizei>(queries_.size()), queries_.data());
}

Timer::Timer(Timer&& other) noexcept
    : queries_(std::exchange(other.queries_, {})), bits_(std::exchange(other.bits_, 0)) {}

Timer& Timer::operator=(Timer&& other) noexcept {
  std::swap(queries_, other.queries_);
  std::swap(bits_, other.bits_);
  return *this;
}

void Timer::begin() {
  if (bits_ != 0) GL_CHECK(glQueryCounter(queries_[0], GL_TIMESTAMP));
}

void Timer::end() {
  if (bits_ != 0) GL_CHECK(glQueryCounter(queries_[1], GL_TIMESTAMP));
}

std::optional<double> Timer::milliseconds() const {
  if (bits_ == 0) return std::nullopt;
  finish();  // asking for the result waits without a time-out
  GLuint64 begin = 0, end = 0;
  GL_CHECK(glGetQueryObjectui64v(queries_[0], GL_QUERY_RESULT, &begin));
  GL_CHECK(glGetQueryObjectui64v(queries_[1], GL_QUERY_RESULT, &end));
  return milliseconds_between(begin, end, bits_);
}

void finish(double timeout_seconds) {
  Fence().wait(timeout_seconds);
}

}  // namespace scan::opengl
