// Scan-then-propagate in OpenGL: scan the tiles of every level upwards, add the prefixes on the way down.
// Chapter 08.
// SPDX-License-Identifier: MIT
#include "08_scan_then_propagate/kernels.hpp"
#include "08_scan_then_propagate/scan_then_propagate.hpp"

namespace scan::scan_then_propagate {

OpenGlScan::OpenGlScan(const opengl::Context& context, const Request& request)
    : shape_(thread_grain::choose_shape(request, context.limits(), Method::scan_then_propagate)),
      plan_(make_plan(request.num_items, shape_.tile_items(), bytes_of(request.type), context.limits())),
      scratch_(plan_.scratch_bytes),
      scan_items_(context, scan_items_kernel(request, shape_)),
      scan_aggregates_(context, scan_aggregates_kernel(request, shape_)),
      uniform_add_(context, uniform_add_kernel(request, shape_)) {}

void OpenGlScan::operator()(const opengl::ScanBuffers& buffers) const {
  if (plan_.levels.empty()) return;

  // The items of a level: the caller's in level 0, above it the tile aggregates of the level below.
  const auto items_of = [&](std::size_t level) {
    return level == 0 ? buffers.items_out
                      : scratch_.range().from(plan_.levels[level].offset,
                                              plan_.levels[level].num_items * plan_.element_bytes);
  };
  const std::size_t last = plan_.levels.size() - 1;

  // Upwards: each workgroup scans its tile and leaves its aggregate to the level above.
  for (std::size_t k = 0; k <= last; ++k) {
    const Level& level = plan_.levels[k];
    const opengl::Program& scan_tiles = k == 0 ? scan_items_ : scan_aggregates_;
    scan_tiles.bind({{BINDING_ITEMS_IN, k == 0 ? buffers.items_in : items_of(k)},
                     {BINDING_ITEMS_OUT, items_of(k)},
                     {BINDING_TILE_AGGREGATES, k < last ? items_of(k + 1) : scratch_.range()}},
                    shader::parameters_of(level));
    GL_CHECK(glDispatchCompute(level.grid.x, level.grid.y, level.grid.z));
    GL_CHECK(
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT));  // the next dispatch reads what these tiles wrote
  }

  // Downwards: each workgroup adds to its tile the prefix that the level above has for it.
  for (std::size_t k = last; k-- > 0;) {
    const Level& level = plan_.levels[k];
    uniform_add_.bind({{BINDING_ITEMS_OUT, items_of(k)}, {BINDING_TILE_PREFIXES, items_of(k + 1)}},
                      shader::parameters_of(level));
    GL_CHECK(glDispatchCompute(level.grid.x, level.grid.y, level.grid.z));
    GL_CHECK(glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT));  // the level below reads these prefixes
  }

  GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT));  // glGetNamedBufferSubData reads items_out
}

}  // namespace scan::scan_then_propagate
