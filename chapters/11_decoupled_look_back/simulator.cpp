// The single-pass scan on the simulator: clear the states, then one dispatch for each window.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include <span>

#include "11_decoupled_look_back/single_pass.hpp"

namespace scan::decoupled_look_back {

SimulatorScan::SimulatorScan(const simulator::Device& device, const Request& request, const Variant& variant)
    : limits_(device.limits()),
      plan_(plan_single_pass(request,
                             {.limits = limits_,
                              .has_atomic_load = device.options().flavour == simulator::Flavour::vulkan,
                              .patience = Patience::simulator},
                             variant)),
      states_(device, plan_.state_bytes),
      kernel_(device, plan_.kernel) {
  if (plan_.clears_ahead) simulator::fill(states_.range(), 0);  // the others fill before each scan
}

void SimulatorScan::operator()(simulator::Commands& commands, const simulator::ScanBuffers& buffers) const {
  if (plan_.windows.count() == 0) return;

  if (!plan_.clears_ahead) {
    commands.barrier();  // the scan before took tickets and published states; the fill overwrites them
    simulator::fill(states_.range(), 0);
    commands.barrier();  // it made every state invalid and the ticket 0; the tiles read and overwrite them
  }

  for (std::uint64_t window = 0; window < plan_.windows.count(); ++window) {
    const Level level = plan_.level_of(window, limits_);
    const shader::Parameters parameters = plan_.parameters_of(window, level);
    const std::uint64_t first_byte = plan_.first_byte(window);
    commands.dispatch(kernel_,
                      {{BINDING_ITEMS_IN, buffers.items_in.from(first_byte, limits_.max_binding_bytes)},
                       {BINDING_ITEMS_OUT, buffers.items_out.from(first_byte, limits_.max_binding_bytes)},
                       {BINDING_TILE_STATES, states_.range()}},
                      parameters, level.grid);
    // The next window's tiles look back at these states, the next scan's at those that were cleared for them.
    commands.barrier();
  }
}

std::string SimulatorScan::explain_stall() const {
  std::uint32_t next_ticket = 0;
  simulator::download(states_.range().from(0, sizeof(next_ticket)),
                      std::as_writable_bytes(std::span(&next_ticket, 1)));
  return plan_.explain_stall(next_ticket);
}

}  // namespace scan::decoupled_look_back
