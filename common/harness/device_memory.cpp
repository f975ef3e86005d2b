// Memory limits of the device, and of the host where the device is a program.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/device_memory.hpp"

#include <fmt/format.h>

#include "harness/host.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

void require_device_memory(std::uint64_t bytes_each, const Options& options, const DeviceLimits& limits,
                           bool software) {
  if (bytes_each > limits.max_buffer_bytes) {
    throw Unavailable(fmt::format("the items need a buffer of {} bytes; one of the device's holds {}",
                                  bytes_each, limits.max_buffer_bytes));
  }
  if (options.clamp.memory_bytes && 2 * bytes_each > limits.memory_bytes) {
    throw Unavailable(fmt::format("input and output need {} bytes of device memory; --limit-memory allows {}",
                                  2 * bytes_each, limits.memory_bytes));
  }
  if (software) require_free_memory(2 * bytes_each, "the software renderer's input and output");
}

}  // namespace scan::harness
