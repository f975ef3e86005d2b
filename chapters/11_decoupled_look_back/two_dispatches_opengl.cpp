// The scan in two dispatches in OpenGL.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/two_dispatches.hpp"
#include "shader/parameters.hpp"

namespace scan::decoupled_look_back {

OpenGlTwoDispatches::OpenGlTwoDispatches(const opengl::Context& context, const Request& request)
    : plan_(plan_two_dispatches(request, context.limits())),
      aggregates_(plan_.aggregate_bytes),
      upsweep_(context, plan_.upsweep),
      scan_(context, plan_.scan) {}

void OpenGlTwoDispatches::operator()(const opengl::ScanBuffers& buffers) const {
  const Level& level = plan_.level;
  if (level.num_tiles == 0) return;

  // Each workgroup reduces its tile. One tile has no other before it, and nobody asks for its aggregate.
  if (level.num_tiles > 1) {
    upsweep_.bind({{BINDING_ITEMS_IN, buffers.items_in}, {BINDING_TILE_AGGREGATES, aggregates_.range()}},
                  shader::parameters_of(level));
    GL_CHECK(glDispatchCompute(level.grid.x, level.grid.y, level.grid.z));
    GL_CHECK(glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT));  // the scan reads the aggregates
  }

  // Each workgroup reduces the aggregates before its tile, and scans its tile.
  scan_.bind({{BINDING_ITEMS_IN, buffers.items_in},
              {BINDING_ITEMS_OUT, buffers.items_out},
              {BINDING_TILE_AGGREGATES, aggregates_.range()}},
             shader::parameters_of(level));
  GL_CHECK(glDispatchCompute(level.grid.x, level.grid.y, level.grid.z));
  GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT |    // glGetNamedBufferSubData reads items_out,
                           GL_SHADER_STORAGE_BARRIER_BIT));  // and the next scan reads or overwrites it
}

}  // namespace scan::decoupled_look_back
