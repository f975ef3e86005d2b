// The single-pass scan in OpenGL: clear the states, then one dispatch for each window.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include <span>

#include "11_decoupled_look_back/single_pass.hpp"

namespace scan::decoupled_look_back {

OpenGlScan::OpenGlScan(const opengl::Context& context, const Request& request, const Variant& variant)
    : limits_(context.limits()),
      plan_(plan_single_pass(
          request,
          {.limits = limits_, .has_atomic_load = false, .patience = patience_of(context.is_software())},
          variant)),
      states_(plan_.state_bytes),
      program_(context, plan_.kernel) {
  if (plan_.clears_ahead) states_.fill(0, states_.size_bytes(), 0);  // the others fill before each scan
}

void OpenGlScan::operator()(const opengl::ScanBuffers& buffers) {
  if (plan_.windows.count() == 0) return;

  // Every state invalid, and the ticket 0. OpenGL orders its own commands: the tiles see it without a barrier.
  if (!plan_.clears_ahead) states_.fill(0, states_.size_bytes(), 0);

  for (std::uint64_t window = 0; window < plan_.windows.count(); ++window) {
    const Level level = plan_.level_of(window, limits_);
    const shader::Parameters parameters = plan_.parameters_of(window, level);
    program_.bind(
        {{BINDING_ITEMS_IN, buffers.items_in.from(plan_.first_byte(window), limits_.max_binding_bytes)},
         {BINDING_ITEMS_OUT, buffers.items_out.from(plan_.first_byte(window), limits_.max_binding_bytes)},
         {BINDING_TILE_STATES, states_.range()}},
        parameters);
    GL_CHECK(glDispatchCompute(level.grid.x, level.grid.y, level.grid.z));
    // The next window's tiles look back at these states, the next scan's at those that were cleared for them;
    // glGetNamedBufferSubData reads items_out, and the next scan's fill overwrites the states.
    GL_CHECK(glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT));
  }
}

std::string OpenGlScan::explain_stall() const {
  std::uint32_t next_ticket = 0;
  states_.download(0, std::as_writable_bytes(std::span(&next_ticket, 1)));
  return plan_.explain_stall(next_ticket);
}

}  // namespace scan::decoupled_look_back
