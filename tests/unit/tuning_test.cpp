// The table of tuned parameters, and which method auto takes at its borders.
// Room: tests/unit, for common/scan and chapter 11.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>

#include "11_decoupled_look_back/auto.hpp"
#include "11_decoupled_look_back/two_dispatches.hpp"
#include "catch.hpp"
#include "scan/errors.hpp"

namespace scan::decoupled_look_back {
namespace {

using test::contains;

/// A device like many, of a class.
DeviceLimits limits_of(DeviceClass device_class) {
  return {.max_invocations = 1024,
          .max_shared_bytes = 48 * 1024,
          .subgroup_size = 32,
          .subgroup_arithmetic = true,
          .int64 = true,
          .int64_atomics = true,
          .device_class = device_class};
}

Request request_of(std::uint64_t num_items, ElementType type = ElementType::uint32) {
  return {.num_items = num_items, .type = type};
}

std::string with_form(const std::string& method, SinglePassForm form) {
  switch (form) {
    case SinglePassForm::plain: break;
    case SinglePassForm::fallback: return method + " with fallback";
    case SinglePassForm::no_ticket: return method + " without tickets";
    case SinglePassForm::turn_first: return method + " with the turn first";
  }
  return method;
}

std::string chosen(const Request& request, const DeviceLimits& limits) {
  const Choice choice = choose_method(request, limits);
  return with_form(std::string(name_of(choice.method)), choice.form);
}

std::string chosen(std::uint64_t num_items, DeviceClass device_class,
                   ElementType type = ElementType::uint32) {
  return chosen(request_of(num_items, type), limits_of(device_class));
}

}  // namespace

TEST_CASE("every tuned tile is one that a device with the least limits and any subgroups can run") {
  for (const DeviceClass device_class : kDeviceClasses) {
    for (const Method method : kMethods) {
      for (const SinglePassForm form : kSinglePassForms) {
        CAPTURE(name_of(device_class), name_of(method), name_of(form));
        const TunedTile& tile = tuning_of(device_class).tile_of(method, form);
        CHECK(std::has_single_bit(tile.workgroup_size));
        CHECK(tile.workgroup_size >= 128);  // a whole number of subgroups, of whatever width
        CHECK(tile.workgroup_size <= 1024);
        CHECK(tile.vectors >= 1);
        CHECK(tile.vectors <= 16);
      }
    }
  }
}

TEST_CASE("the shape of a tile is the tuned one, unless another is asked for") {
  DeviceLimits limits = limits_of(DeviceClass::nvidia_vulkan);
  const TunedTile& tile = tuning_of(DeviceClass::nvidia_vulkan).single_pass;
  for (const ElementType type : {ElementType::uint32, ElementType::uint64}) {
    const auto shape = thread_grain::choose_shape(request_of(1, type), limits, Method::single_pass);
    CHECK(shape.workgroup_size == tile.workgroup_size);
    CHECK(shape.grain * bytes_of(type) == tile.vectors * 16);
  }
  Request asked = request_of(1);
  asked.configuration.workgroup_size = 64;
  asked.configuration.grain = 3;
  CHECK(thread_grain::choose_shape(asked, limits, Method::single_pass).tile_items() == 192);
  limits.max_invocations = 128;
  CHECK(thread_grain::choose_shape(request_of(1), limits, Method::single_pass).workgroup_size == 128);
}

TEST_CASE("a tile is loaded by vectors where its grain is a multiple of 16 bytes") {
  const auto loads_vectors = [](ElementType type, std::uint32_t grain, bool scalar_loads = false) {
    const thread_grain::TileShape shape{.grain = grain};
    const shader::Kernel kernel =
        thread_grain::scan_kernel("a scan", request_of(1, type), shape, {.scalar_loads = scalar_loads});
    return std::any_of(kernel.macros.begin(), kernel.macros.end(),
                       [](const shader::Macro& macro) { return macro.name == "VECTOR_LOADS"; });
  };
  CHECK(loads_vectors(ElementType::uint64, 2));
  CHECK(loads_vectors(ElementType::uint64, 6));
  CHECK_FALSE(loads_vectors(ElementType::uint64, 1));
  CHECK_FALSE(loads_vectors(ElementType::uint64, 3));
  CHECK_FALSE(loads_vectors(ElementType::uint64, 2, true));
  for (const ElementType type : {ElementType::uint32, ElementType::int32, ElementType::float32}) {
    CHECK(loads_vectors(type, 4));
    CHECK_FALSE(loads_vectors(type, 2));
    CHECK_FALSE(loads_vectors(type, 6));
  }
}

TEST_CASE("auto changes its method right after each border, on every class of device") {
  for (const DeviceClass device_class : kDeviceClasses) {
    const Tuning& tuning = tuning_of(device_class);
    for (const ElementType type : {ElementType::uint32, ElementType::float32, ElementType::uint64}) {
      const std::uint64_t one = tuning.most_bytes_of_one_workgroup / bytes_of(type);
      const std::uint64_t two = tuning.most_bytes_of_two_dispatches / bytes_of(type);
      CAPTURE(name_of(device_class), name_of(type), one, two);
      CHECK(chosen(0, device_class, type) == "one-workgroup");
      CHECK(chosen(one - 1, device_class, type) == "one-workgroup");
      CHECK(chosen(one, device_class, type) == "one-workgroup");
      if (two > one) {
        CHECK(chosen(one + 1, device_class, type) == "two-dispatches");
        CHECK(chosen(two - 1, device_class, type) == "two-dispatches");
        CHECK(chosen(two, device_class, type) == "two-dispatches");
      }
      const std::string single_pass =
          with_form("single-pass", tuning.runs_on ? tuning.fastest_form : SinglePassForm::fallback);
      CHECK(chosen(two + 1, device_class, type) == single_pass);
      CHECK(chosen(std::uint64_t{1} << 30, device_class, type) == single_pass);
    }
  }
}

TEST_CASE("auto goes on to the next method where the one of the table does not hold the items") {
  DeviceLimits limits = limits_of(DeviceClass::other_gpu);
  limits.max_invocations = 128;  // 1,024 items in one workgroup; 128 tiles of 4,096 in two dispatches
  CHECK(chosen(request_of(1024), limits) == "one-workgroup");
  CHECK(chosen(request_of(1025), limits) == "two-dispatches");
  CHECK(chosen(request_of(128 * 4096), limits) == "two-dispatches");
  CHECK(chosen(request_of(128 * 4096 + 1), limits) == "single-pass with fallback");
  limits = limits_of(DeviceClass::other_gpu);
  limits.max_binding_bytes = 65536;  // 16,384 items
  CHECK(chosen(request_of(16384), limits) == "two-dispatches");
  CHECK(chosen(request_of(16385), limits) == "single-pass with fallback");
}

TEST_CASE("auto takes reduce-then-scan where the single pass cannot run") {
  // Where nobody promises progress it needs the fallback, and that does not work in place.
  Request in_place = request_of(10000000);
  in_place.in_place = true;
  CHECK(chosen(in_place, limits_of(DeviceClass::other_gpu)) == "reduce-then-scan");
  CHECK(chosen(in_place, limits_of(DeviceClass::nvidia_vulkan)) == "single-pass");
  CHECK(chosen(in_place, limits_of(DeviceClass::nvidia_opengl)) ==
        "single-pass");  // it prefers the turn first
  Request of_64_bits = in_place;
  of_64_bits.type = ElementType::uint64;
  CHECK(chosen(of_64_bits, limits_of(DeviceClass::nvidia_vulkan)) == "single-pass");
  of_64_bits.in_place = false;
  CHECK(chosen(of_64_bits, limits_of(DeviceClass::nvidia_vulkan)) == "single-pass without tickets");
  // The states of so many tiles fit no binding.
  DeviceLimits limits = limits_of(DeviceClass::nvidia_vulkan);
  limits.max_binding_bytes = 65536;
  Request many_tiles = request_of(10000000);
  many_tiles.configuration.workgroup_size = 32;
  many_tiles.configuration.grain = 1;
  CHECK(chosen(many_tiles, limits) == "reduce-then-scan");
}

TEST_CASE("two dispatches take tiles as small as they can") {
  const DeviceLimits limits = limits_of(DeviceClass::nvidia_vulkan);
  const auto tile_of = [&](std::uint64_t num_items) {
    return plan_two_dispatches(request_of(num_items), limits).shape.tile_items();
  };
  CHECK(tile_of(1) == 1024);  // 256 invocations with 16 bytes each
  CHECK(tile_of(256 * 1024) == 1024);
  CHECK(tile_of(256 * 1024 + 1) == 2048);
  CHECK(tile_of(256 * 8192) == 8192);
  CHECK_THROWS_WITH(tile_of(256 * 8192 + 1), contains("at most 2097152") && contains("single pass"));
  const TwoDispatches plan = plan_two_dispatches(request_of(3000), limits);
  CHECK(plan.level.num_tiles == 3);
  CHECK(plan.level.grid.num_groups() == 3);
  CHECK(plan.aggregate_bytes == 12);
  CHECK(plan_two_dispatches(request_of(0), limits).level.num_tiles == 0);
}

}  // namespace scan::decoupled_look_back
