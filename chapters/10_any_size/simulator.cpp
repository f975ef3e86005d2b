// Windows on the simulator, on items that fit its memory. There is no stream: that is for a bus, and here is none.
// Chapter 10.
// SPDX-License-Identifier: MIT
#include <utility>

#include "10_any_size/any_size.hpp"

namespace scan::any_size {

SimulatorWindows::SimulatorWindows(const simulator::Device& device, const Request& request,
                                   std::uint64_t max_window_items)
    : shape_(thread_grain::choose_shape(request, device.limits(), Method::reduce_then_scan)),
      plans_(plan_windows(request, shape_, device.limits(), max_window_items)),
      scan_(device, request, shape_, plans_.plans, kSpineKey),
      carry_stride_(align_up(bytes_of(request.type), device.limits().offset_alignment)),
      carry_(device, 2 * carry_stride_),
      identity_word_(identity_word(request.type, request.op)) {}

void SimulatorWindows::start(simulator::Commands& commands) const {
  commands.barrier();  // the last spine of the scan before read and wrote the carry; the fill overwrites it
  simulator::fill(carry_.range(), identity_word_);
  commands.barrier();  // the fill wrote the carry; the first spine reads one word and overwrites the other
}

void SimulatorWindows::issue(simulator::Commands& commands, std::uint64_t window,
                             const simulator::ScanBuffers& buffers) const {
  // The two words of the carry take turns: what one window leaves, the next one takes in.
  const auto carry_word = [&](std::uint64_t turn) {
    return carry_.range().from(turn % 2 * carry_stride_, carry_stride_);
  };
  scan_.issue(commands, plans_.plan_of(window), buffers,
              {.in = carry_word(window), .out = carry_word(window + 1)});
}

harness::SimulatorScan simulator_resident(const simulator::Device& device, const Request& request) {
  return [windows = SimulatorWindows(device, request, ~std::uint64_t{0}),
          max_binding_bytes = device.limits().max_binding_bytes](simulator::Commands& commands,
                                                                 const simulator::ScanBuffers& buffers) {
    windows.start(commands);
    for (std::uint64_t window = 0; window < windows.plans().windows.count(); ++window) {
      const std::uint64_t first_byte = windows.plans().first_byte(window);
      windows.issue(commands, window,
                    {.items_in = buffers.items_in.from(first_byte, max_binding_bytes),
                     .items_out = buffers.items_out.from(first_byte, max_binding_bytes)});
    }
  };
}

}  // namespace scan::any_size
