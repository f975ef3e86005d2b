// One dispatch in OpenGL, step by step.
// Chapter 02.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/one_dispatch.hpp"
#include "opengl/program.hpp"

namespace scan::first_dispatch {

harness::OpenGlScan opengl_scan(const opengl::Context& context, const Dispatch& dispatch) {
  return [program = opengl::Program(context, dispatch.kernel), dispatch](const opengl::ScanBuffers& buffers) {
    if (dispatch.num_tiles == 0) return;
    // Bind: which program runs, which buffers its binding numbers stand for, and its parameters.
    program.bind({{BINDING_ITEMS_IN, buffers.items_in}, {BINDING_ITEMS_OUT, buffers.items_out}},
                 {.num_items = dispatch.num_items, .num_tiles = dispatch.num_tiles});
    // Dispatch: so many workgroups. The call returns at once; the device works on its own.
    GL_CHECK(glDispatchCompute(dispatch.grid.x, dispatch.grid.y, dispatch.grid.z));
    // Barrier: a shader's writes are seen by nobody until a barrier names the reader.
    GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT |    // glGetNamedBufferSubData reads items_out,
                             GL_SHADER_STORAGE_BARRIER_BIT));  // and the next scan reads or overwrites it
  };
}

}  // namespace scan::first_dispatch
