// Limits from the command line lower those of the device.
// Room: tests/unit, for common/scan.
// SPDX-License-Identifier: MIT
#include "scan/limits.hpp"

#include "catch.hpp"

TEST_CASE("a clamp lowers the limits it names and leaves the others") {
  const scan::DeviceLimits device;
  const scan::LimitClamp clamp{.groups = 7, .shared_bytes = 8192, .binding_bytes = 1024};
  const scan::DeviceLimits limits = scan::clamped(device, clamp);
  CHECK(limits.max_groups == std::array<std::uint32_t, 3>{7, 7, 7});
  CHECK(limits.max_shared_bytes == 8192);
  CHECK(limits.max_binding_bytes == 1024);
  CHECK(limits.max_invocations == device.max_invocations);
  CHECK(limits.memory_bytes == device.memory_bytes);
  CHECK(limits.offset_alignment == device.offset_alignment);
}

TEST_CASE("a clamp never raises a limit of the device") {
  const scan::DeviceLimits device{.max_groups = {100, 5, 1}};  // an axis above the clamp and two below
  const scan::LimitClamp clamp{.groups = 7,
                               .invocations = 4096,
                               .shared_bytes = 1 << 20,
                               .binding_bytes = std::uint64_t{1} << 40,
                               .memory_bytes = std::uint64_t{1} << 40};
  const scan::DeviceLimits limits = scan::clamped(device, clamp);
  CHECK(limits.max_groups == std::array<std::uint32_t, 3>{7, 5, 1});
  CHECK(limits.max_invocations == device.max_invocations);
  CHECK(limits.max_shared_bytes == device.max_shared_bytes);
  CHECK(limits.max_binding_bytes == device.max_binding_bytes);
  CHECK(limits.memory_bytes == device.memory_bytes);
}
