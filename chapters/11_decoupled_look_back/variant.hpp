// What tells the steps of this chapter apart, and the plan of a scan by one of them. Pure arithmetic, no GPU.
// Chapter 11.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "07_thread_grain/tile_shape.hpp"
#include "scan/plan.hpp"
#include "scan/request.hpp"
#include "scan/tuning.hpp"
#include "shader/interface.hpp"
#include "shader/kernel.hpp"

namespace scan::decoupled_look_back {

/// The words that a tile's state is made of: 64 bits where the device has atomics for them, or always one of them.
enum class StateWord { best, bits64, bits32 };
/// By which atomic operations a word is asked for and published.
enum class WordAccess {
  load_store,         // atomicLoad() and atomicStore()
  read_modify_write,  // atomicOr() with 0 and atomicMax()
  load_max,           // atomicLoad() and atomicMax()
  best                // load_max where the language has atomicLoad(), else read_modify_write
};
/// Where states lie: side by side, or each in 128 bytes of its own.
enum class StateLayout { packed, padded };

struct Variant {
  StateWord word = StateWord::best;
  WordAccess access = WordAccess::best;
  StateLayout layout = StateLayout::packed;
  std::uint32_t vectors =
      8;  // accesses of 16 bytes by each invocation, where subgroups scan and no grain is asked for; 0: as tuned
  bool chained = false;  // aggregates are not published: each tile waits for the prefix of the one before
  bool clears_ahead = false;  // each scan clears the states of the next, and none needs a fill
  SinglePassForm form = SinglePassForm::plain;
  std::uint32_t max_rounds = 0;   // that a tile waits in all; 0: as many as suit the machine
  std::uint32_t block_every = 0;  // one tile in so many never publishes, to see what happens; 0: none

  bool helps() const { return form != SinglePassForm::plain; }
  /// The tile of the workgroup's own number, without waiting for a ticket.
  bool takes_own_tile() const {
    return form == SinglePassForm::no_ticket || form == SinglePassForm::turn_first;
  }
};

/// What decides how many rounds a tile waits before it gives up: how long a round takes, and how long a tile.
enum class Patience { gpu, software_driver, simulator };
constexpr Patience patience_of(bool is_software) {
  return is_software ? Patience::software_driver : Patience::gpu;
}

/// What the plan must know of the machine.
struct Machine {
  DeviceLimits limits;
  bool has_atomic_load = true;  // GLSL for Vulkan has it, GLSL for OpenGL has not
  Patience patience = Patience::gpu;
};

struct SinglePass {
  thread_grain::TileShape shape;
  Windows windows;
  std::uint64_t element_bytes = 0;
  std::uint64_t state_bytes =
      0;                        // the ticket's line and the states of all tiles, twice where they take turns
  std::uint64_t all_tiles = 0;  // of all windows
  bool clears_ahead = false;
  bool helps = false;
  std::uint32_t max_rounds = 0;
  shader::Kernel kernel;

  std::uint64_t first_byte(std::uint64_t window) const { return windows.first_item(window) * element_bytes; }
  Level level_of(std::uint64_t window, const DeviceLimits& limits) const;
  shader::Parameters parameters_of(std::uint64_t window, const Level& level) const;
  /// Why a scan gave up that left this ticket counter, the first word of its states; empty where it did not.
  std::string explain_stall(std::uint32_t next_ticket) const;
};

/// Throws Unavailable, saying what is missing, where the machine lacks something or the variant does not do what is
/// asked for (in place with the fallback); LimitError where not even one tile fits a window, or the states no binding.
SinglePass plan_single_pass(const Request& request, const Machine& machine, const Variant& variant);

}  // namespace scan::decoupled_look_back
