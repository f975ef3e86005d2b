// Chapter 10: windows and streams, with limits so low that tiny inputs reach every border.
// Room: tests/gpu.
// SPDX-License-Identifier: MIT
#include "10_any_size/chapter.hpp"
#include "gpu/climb.hpp"

namespace scan::test {
namespace {

/// Limits as low as a device with nothing to spare: 7 groups an axis, bindings of 1 KiB, 128 invocations, 16
/// KiB of shared memory. A window then holds 256 items of 4 bytes.
harness::Options tiny_limits(std::uint64_t num_items) {
  harness::Options options = options_of(num_items);
  options.clamp = {.groups = 7, .invocations = 128, .shared_bytes = 16384, .binding_bytes = 1024};
  options.configuration.workgroup_size = 32;
  options.configuration.grain = 1;
  return options;
}

}  // namespace

TEST_CASE("windows hand a carry on at every border", "[chapter10][C24]") {
  const DeviceLimits limits = limits_of_api();
  // Nothing, one; around one window, around two; many windows with a last one that is a single item.
  for (const std::uint64_t num_items : {0, 1, 255, 256, 257, 511, 512, 513, 256 * 40 + 1}) {
    for (const bool in_place : {false, true}) {
      harness::Options options = tiny_limits(num_items);
      options.in_place = in_place;
      require_ok(climb(any_size::chapter(), options), limits.subgroup_arithmetic);
    }
  }
}

TEST_CASE("the carry is right for every element type and operator", "[chapter10]") {
  const DeviceLimits limits = limits_of_api();
  for (const ElementType type : kElementTypes) {
    if (type == ElementType::uint64 && !limits.int64) continue;
    for (const Operator op : kOperators) {
      harness::Options options = tiny_limits(1500);  // six windows of 4-byte items, twelve of 8-byte ones
      options.type = type;
      options.op = op;
      require_ok(climb(any_size::chapter(), options), limits.subgroup_arithmetic);
    }
  }
}

TEST_CASE("the carry is right with each of the local scans", "[chapter10]") {
  const DeviceLimits limits = limits_of_api();
  for (const LocalScan local : kLocalScans) {
    harness::Options options = tiny_limits(2000);
    options.selection.locals = {local};
    require_ok(climb(any_size::chapter(), options), limits.subgroup_arithmetic);
  }
}

TEST_CASE("a grid of three axes is used up before a window ends", "[chapter10][C04]") {
  const DeviceLimits limits = limits_of_api();
  harness::Options options =
      options_of(32 * 8 * 3 + 5);  // 8 groups of 32 items a window: the grid is 2 x 2 x 2
  options.clamp.groups = 2;
  options.configuration.workgroup_size = 32;
  options.configuration.grain = 1;
  require_ok(climb(any_size::chapter(), options), limits.subgroup_arithmetic);
}

TEST_CASE("a stream goes through a device with little memory", "[chapter10]") {
  const DeviceLimits limits = limits_of_api();
  harness::Options options = options_of(100003);
  options.clamp.memory_bytes = 65536;  // so 2,730 items a window, and two buffers of the items would not fit
  const harness::Report report = climb(any_size::chapter(), options);
  std::size_t num_ok = 0;
  for (const harness::Result& result : report.results) {
    CAPTURE(result.stage, result.finding.reason);
    if (result.stage == "streamed") {
      REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::ok));
      ++num_ok;
    } else {
      REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::skipped));
      REQUIRE_THAT(result.finding.reason, contains("65,536") || contains("65536"));
    }
  }
  REQUIRE(num_ok == 2);  // inclusive and exclusive
  REQUIRE(limits.memory_bytes > 65536);
}

TEST_CASE("C03: more than 65,535 workgroups", "[C03][slow]") {
  const DeviceLimits limits = limits_of_api();
  harness::Options options = options_of(16776961);  // 65,536 tiles of 256
  options.pattern = Pattern::ones;
  options.kinds = {Kind::exclusive};
  options.configuration.workgroup_size = 256;
  options.configuration.grain = 1;
  require_ok(climb(any_size::chapter(), options), limits.subgroup_arithmetic);
}

TEST_CASE("C24: the largest binding that every device has, exactly and one item more", "[C24][slow]") {
  const DeviceLimits limits = limits_of_api();
  for (const std::uint64_t num_items : {33554432, 33554433}) {
    harness::Options options = options_of(num_items);
    options.pattern = Pattern::ones;
    options.kinds = {Kind::inclusive};
    options.clamp.binding_bytes = std::uint64_t{1} << 27;
    require_ok(climb(any_size::chapter(), options), limits.subgroup_arithmetic);
  }
}

}  // namespace scan::test
