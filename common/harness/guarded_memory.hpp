// The buffers of a problem on a device, with their guards: filled, read back, handed to a scan.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "harness/guards.hpp"
#include "harness/measure.hpp"

namespace scan::harness {

/// The input, which no stage may change, and the output beside it. In place the output starts as a copy of
/// the input. What is asked of a Machine stands in bench.hpp; it must outlive its memory.
template <class Machine>
class GuardedMemory {
 public:
  GuardedMemory(const Machine& machine, const Request& request, std::span<const std::byte> items)
      : machine_(machine),
        items_bytes_(items.size()),
        source_(machine.make_buffer(guarded_bytes(request))),
        destination_(machine.make_buffer(guarded_bytes(request))) {
    fill_guards(source_);
    const Stopwatch watch;
    if (!items.empty()) machine_.upload(source_, kGuardBytes, items);
    upload_milliseconds_ = watch.milliseconds();
  }

  void clear_output() {
    fill_guards(destination_);
    if (items_bytes_ != 0) machine_.fill(destination_, kGuardBytes, items_bytes_, kSentinel);
  }

  void copy_input_to_output() { machine_.copy(source_, destination_); }

  typename Machine::ScanBuffers buffers(bool in_place, std::uint64_t handed) const {
    const auto output = destination_.range().from(kGuardBytes, handed);
    return {in_place ? output : source_.range().from(kGuardBytes, handed), output};
  }

  void read_input(std::uint64_t offset, std::span<std::byte> bytes) const {
    machine_.download(source_, offset, bytes);
  }
  void read_output(std::uint64_t offset, std::span<std::byte> bytes) const {
    machine_.download(destination_, offset, bytes);
  }
  double upload_milliseconds() const { return upload_milliseconds_; }

  /// Which of the API's kinds of memory this is, where it has several.
  std::optional<opengl::Memory> kind() const {
    if constexpr (requires { source_.memory(); })
      return source_.memory();
    else
      return {};
  }

 private:
  void fill_guards(typename Machine::Buffer& buffer) const {
    machine_.fill(buffer, 0, kGuardBytes, kGuardWord);
    machine_.fill(buffer, kGuardBytes + items_bytes_, kGuardBytes, kGuardWord);
  }

  const Machine& machine_;
  std::uint64_t items_bytes_;
  typename Machine::Buffer source_, destination_;
  double upload_milliseconds_ = 0;
};

}  // namespace scan::harness
