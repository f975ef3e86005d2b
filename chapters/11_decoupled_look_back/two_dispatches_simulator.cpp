// The scan in two dispatches on the simulator.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/two_dispatches.hpp"
#include "shader/parameters.hpp"

namespace scan::decoupled_look_back {

SimulatorTwoDispatches::SimulatorTwoDispatches(const simulator::Device& device, const Request& request)
    : plan_(plan_two_dispatches(request, device.limits())),
      aggregates_(device, plan_.aggregate_bytes),
      upsweep_(device, plan_.upsweep),
      scan_(device, plan_.scan) {}

void SimulatorTwoDispatches::operator()(simulator::Commands& commands,
                                        const simulator::ScanBuffers& buffers) const {
  const Level& level = plan_.level;
  if (level.num_tiles == 0) return;

  // Each workgroup reduces its tile. One tile has no other before it, and nobody asks for its aggregate.
  if (level.num_tiles > 1) {
    commands.dispatch(upsweep_,
                      {{BINDING_ITEMS_IN, buffers.items_in}, {BINDING_TILE_AGGREGATES, aggregates_.range()}},
                      shader::parameters_of(level), level.grid);
    commands.barrier();  // the upsweep wrote the aggregates; the scan reads them
  }

  // Each workgroup reduces the aggregates before its tile, and scans its tile.
  commands.dispatch(scan_,
                    {{BINDING_ITEMS_IN, buffers.items_in},
                     {BINDING_ITEMS_OUT, buffers.items_out},
                     {BINDING_TILE_AGGREGATES, aggregates_.range()}},
                    shader::parameters_of(level), level.grid);
  commands
      .barrier();  // the scan wrote items_out and read the aggregates; the next scan reads or overwrites them
}

}  // namespace scan::decoupled_look_back
