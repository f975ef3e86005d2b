// One dispatch on the simulator, step by step.
// Chapter 02.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/one_dispatch.hpp"

namespace scan::first_dispatch {

harness::SimulatorScan simulator_scan(const simulator::Device& device, const Dispatch& dispatch) {
  return [kernel = simulator::Kernel(device, dispatch.kernel), dispatch](
             simulator::Commands& commands, const simulator::ScanBuffers& buffers) {
    if (dispatch.num_tiles == 0) return;
    // Bind and dispatch: the buffers that the binding numbers stand for, the parameters, so many workgroups. It runs
    // at once, and every invocation has ended when the call returns.
    commands.dispatch(kernel, {{BINDING_ITEMS_IN, buffers.items_in}, {BINDING_ITEMS_OUT, buffers.items_out}},
                      {.num_items = dispatch.num_items, .num_tiles = dispatch.num_tiles}, dispatch.grid);
    // Barrier: the shader wrote items_out; the next scan reads or overwrites it. Left out, that would be a race.
    commands.barrier();
  };
}

}  // namespace scan::first_dispatch
