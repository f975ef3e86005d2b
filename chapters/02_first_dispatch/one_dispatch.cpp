// A stage out of one dispatch: the request and the limits say what is dispatched, each API does it in its own
// words.
// Chapter 02.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/one_dispatch.hpp"

#include <fmt/format.h>

#include <utility>

#include "scan/errors.hpp"

namespace scan::first_dispatch {

harness::Stage one_dispatch_stage(std::string name, const MakeDispatch& make_dispatch) {
  harness::Stage stage;
  stage.name = std::move(name);
  stage.opengl = [make_dispatch](const opengl::Context& context, const Request& request) {
    return opengl_scan(context, make_dispatch(request, context.limits()));
  };
  stage.vulkan = [make_dispatch](const vulkan::Device& device, const Request& request) {
    return vulkan_scan(device, make_dispatch(request, device.limits()));
  };
  stage.simulator = [make_dispatch](const simulator::Device& device, const Request& request) {
    return simulator_scan(device, make_dispatch(request, device.limits()));
  };
  stage.bytes_moved = [](const Request& request) {
    return harness::pass_bytes(request, 2);
  };
  return stage;
}

std::uint32_t items_of_one_binding(const Request& request, const DeviceLimits& limits) {
  const std::uint64_t bytes = request.num_items * bytes_of(request.type);
  if (request.num_items > UINT32_MAX || bytes > limits.max_binding_bytes) {
    throw LimitError(fmt::format("{} items are {} bytes, one binding holds {}: chapter 10 goes beyond",
                                 request.num_items, bytes, limits.max_binding_bytes));
  }
  return static_cast<std::uint32_t>(request.num_items);
}

}  // namespace scan::first_dispatch
