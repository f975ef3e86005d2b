// The parameters of one dispatch: a push constant in Vulkan, a uniform block in OpenGL. Read by C++ and by
// GLSL.
// Room: shaders/lib.
// SPDX-License-Identifier: MIT
#ifndef SCAN_PARAMETERS_H
#define SCAN_PARAMETERS_H

#ifdef __cplusplus
#include <cstdint>
namespace scan::shader {
using uint = std::uint32_t;
#endif

// Members are 32-bit scalars only: so std140, std430 and C++ lay them out alike.
struct Parameters {
  uint num_items;   // items of this dispatch
  uint num_tiles;   // workgroups that have a tile; those beyond are spare
  uint first_tile;  // the number of the first of them among those of all windows
  uint max_rounds;  // that a tile waits for those before it
  uint all_tiles;   // of all windows
};

#ifdef __cplusplus
}  // namespace scan::shader
#endif
#endif
