// Streaming in OpenGL: while the device works on one window, the host copies the next one in and the one
// before out.
// Chapter 10.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "10_any_size/any_size.hpp"
#include "opengl/fence.hpp"
#include "opengl/mapped_buffer.hpp"

namespace scan::any_size {

namespace {

/// What one window needs while it is in flight. Its buffers are used again by the window kNumSlots later.
struct Slot {
  explicit Slot(std::uint64_t bytes)
      : staging_in(bytes, opengl::MappedUse::upload),
        items(bytes),
        staging_out(bytes, opengl::MappedUse::readback) {}

  opengl::MappedBuffer staging_in;
  opengl::Buffer items;
  opengl::MappedBuffer staging_out;
  std::optional<opengl::Fence> done;
  std::span<std::byte> output;  // where on the host the window in flight goes; empty: none is in flight
};

class Stream {
 public:
  Stream(const opengl::Context& context, const Request& request)
      : windows_(context, request, streamed_window_items(request, context.limits())) {
    const std::uint64_t count = windows_.plans().windows.count();
    for (std::uint64_t slot = 0; slot < std::min(kNumSlots, count); ++slot) {
      slots_.push_back(std::make_unique<Slot>(windows_.plans().num_bytes(0)));
    }
  }

  void operator()(std::span<const std::byte> input, std::span<std::byte> output) {
    const WindowPlans& plans = windows_.plans();
    const std::uint64_t count = plans.windows.count();
    windows_.start();
    for (std::uint64_t window = 0; window < count; ++window) {
      finish(slot_of(window));
      slot_of(window).output = output.subspan(plans.first_byte(window), plans.num_bytes(window));
      issue(slot_of(window), window, input.subspan(plans.first_byte(window), plans.num_bytes(window)));
    }
    for (std::uint64_t window = count - std::min(count, kNumSlots); window < count; ++window)
      finish(slot_of(window));
  }

 private:
  Slot& slot_of(std::uint64_t window) { return *slots_[window % kNumSlots]; }

  void issue(Slot& slot, std::uint64_t window, std::span<const std::byte> items) {
    const auto num_bytes = static_cast<GLsizeiptr>(items.size());
    std::memcpy(slot.staging_in.mapped().data(), items.data(), items.size());
    GL_CHECK(glCopyNamedBufferSubData(slot.staging_in.id(), slot.items.id(), 0, 0, num_bytes));
    windows_.issue(window, {.items_in = slot.items.range(), .items_out = slot.items.range()});
    GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT));  // the shaders wrote items; the copy reads it
    GL_CHECK(glCopyNamedBufferSubData(slot.items.id(), slot.staging_out.id(), 0, 0, num_bytes));
    slot.done.emplace();  // the copy wrote staging_out; the host reads it after this fence
    GL_CHECK(glFlush());  // so that the device starts now, and not when the host first waits
  }

  /// Waits until the slot's window is back, and takes it to where it belongs.
  void finish(Slot& slot) {
    if (slot.output.empty()) return;
    slot.done->wait();
    std::memcpy(slot.output.data(), slot.staging_out.mapped().data(), slot.output.size());
    slot.output = {};
  }

  OpenGlWindows windows_;
  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace

harness::HostScan opengl_streamed(const opengl::Context& context, const Request& request) {
  Request in_the_slot = request;
  in_the_slot.in_place = true;  // on the device; host input and output may be apart or the same
  return Stream(context, in_the_slot);
}

}  // namespace scan::any_size
