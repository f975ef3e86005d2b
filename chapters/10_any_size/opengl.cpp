// Windows in OpenGL, on items that fit the device's memory.
// Chapter 10.
// SPDX-License-Identifier: MIT
#include <utility>

#include "10_any_size/any_size.hpp"

namespace scan::any_size {

OpenGlWindows::OpenGlWindows(const opengl::Context& context, const Request& request,
                             std::uint64_t max_window_items)
    : shape_(thread_grain::choose_shape(request, context.limits(), Method::reduce_then_scan)),
      plans_(plan_windows(request, shape_, context.limits(), max_window_items)),
      scan_(context, request, shape_, plans_.plans, kSpineKey),
      carry_stride_(align_up(bytes_of(request.type), context.limits().offset_alignment)),
      carry_(2 * carry_stride_),
      identity_word_(identity_word(request.type, request.op)) {}

void OpenGlWindows::start() {
  carry_.fill(0, carry_.size_bytes(), identity_word_);
}

void OpenGlWindows::issue(std::uint64_t window, const opengl::ScanBuffers& buffers) const {
  // The two words of the carry take turns: what one window leaves, the next one takes in.
  const auto carry_word = [&](std::uint64_t turn) {
    return carry_.range().from(turn % 2 * carry_stride_, carry_stride_);
  };
  scan_.issue(plans_.plan_of(window), buffers, {.in = carry_word(window), .out = carry_word(window + 1)});
}

harness::OpenGlScan opengl_resident(const opengl::Context& context, const Request& request) {
  return [windows = OpenGlWindows(context, request, ~std::uint64_t{0}),
          max_binding_bytes =
              context.limits().max_binding_bytes](const opengl::ScanBuffers& buffers) mutable {
    windows.start();
    for (std::uint64_t window = 0; window < windows.plans().windows.count(); ++window) {
      const std::uint64_t first_byte = windows.plans().first_byte(window);
      windows.issue(window, {.items_in = buffers.items_in.from(first_byte, max_binding_bytes),
                             .items_out = buffers.items_out.from(first_byte, max_binding_bytes)});
    }
    GL_CHECK(glMemoryBarrier(
        GL_BUFFER_UPDATE_BARRIER_BIT));  // glGetNamedBufferSubData reads items_out; start() sets the carry
  };
}

}  // namespace scan::any_size
