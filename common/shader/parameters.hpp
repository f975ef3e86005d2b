// From a level of the plan to the parameters of the dispatches that go over it.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scan/plan.hpp"
#include "shader/interface.hpp"

namespace scan::shader {

/// One workgroup a tile. Both numbers fit 32 bits, since a level fits one binding, which has fewer than 2^32
/// bytes.
inline Parameters parameters_of(const Level& level) {
  return {.num_items = static_cast<std::uint32_t>(level.num_items),
          .num_tiles = static_cast<std::uint32_t>(level.num_tiles)};
}

}  // namespace scan::shader
