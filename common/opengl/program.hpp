// A compute program made from a kernel, and what has to be bound before it is dispatched.
// Room: common/opengl. It never dispatches: chapters do.
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "opengl/buffer.hpp"
#include "opengl/context.hpp"
#include "shader/interface.hpp"
#include "shader/kernel.hpp"

namespace scan::opengl {

/// A storage-buffer binding number of shaders/lib/interface.h, and the range bound there.
struct Binding {
  std::uint32_t number;
  BufferRange range;
};

class Program {
 public:
  /// Compiles and links. Throws Error with the driver's log (file names put back), Unavailable when the
  /// kernel uses subgroups, 64-bit integers or atomics on them and the context lacks them, LimitError for a workgroup beyond
  /// the (clamped) limits.
  Program(const Context& context, const shader::Kernel& kernel);
  ~Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;

  /// glUseProgram, the storage buffers, and the parameters as a uniform block: the next dispatch sees them.
  void bind(std::initializer_list<Binding> bindings, const shader::Parameters& parameters) const;

 private:
  Program() = default;

  /// The block that holds these parameters, written where none does yet.
  GLintptr block_of(const shader::Parameters& parameters) const;

  GLuint id_ = 0;
  GLuint parameters_ = 0;                            // a ring of parameter blocks
  mutable std::vector<shader::Parameters> written_;  // what they hold
  mutable std::size_t next_block_ = 0;               // that is written next
};

}  // namespace scan::opengl
