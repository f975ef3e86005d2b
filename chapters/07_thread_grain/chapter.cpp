// The stages of chapter 07: one workgroup, GRAIN items an invocation, in blocked and in strided order.
// Chapter 07.
// SPDX-License-Identifier: MIT
#include "07_thread_grain/chapter.hpp"

#include <fmt/format.h>

#include <utility>

#include "02_first_dispatch/chapter.hpp"
#include "02_first_dispatch/one_dispatch.hpp"
#include "07_thread_grain/tile_shape.hpp"
#include "scan/errors.hpp"

namespace scan::thread_grain {

namespace {

constexpr const char* kBlocked = "07_thread_grain/blocked";
constexpr const char* kStrided = "07_thread_grain/strided";

/// What tells the stages apart.
struct Variant {
  const char* name = "";
  const char* key = kBlocked;
  bool is_strided = false;
  TileUse use = {};
};

/// The smallest workgroup that holds the items: the tuned one, or twice that, and so on; or else the largest.
TileShape smallest_shape(Request request, const DeviceLimits& limits) {
  TileShape shape = choose_shape(request, limits, Method::one_workgroup);
  if (request.configuration.workgroup_size) return shape;
  while (shape.tile_items() < request.num_items && 2 * shape.workgroup_size <= limits.max_invocations) {
    request.configuration.workgroup_size = 2 * shape.workgroup_size;
    shape = choose_shape(request, limits, Method::one_workgroup);
  }
  return shape;
}

TileShape shape_of(const Variant& variant, Request request, const DeviceLimits& limits) {
  if (variant.is_strided) request.configuration.local = LocalScan::subgroup;
  const TileShape shape = smallest_shape(request, limits);
  if (request.num_items > shape.tile_items()) {
    throw Unavailable(fmt::format(
        "{} items; one tile holds {} here ({} invocations with {} items each): chapter 08 scans any number",
        request.num_items, shape.tile_items(), shape.workgroup_size, shape.grain));
  }
  return shape;
}

first_dispatch::Dispatch dispatch_of(const Variant& variant, const Request& request,
                                     const DeviceLimits& limits) {
  const TileShape shape = shape_of(variant, request, limits);
  TileUse use = variant.use;
  use.kind = request.kind;
  use.in_place = request.in_place;
  const std::uint32_t num_items = first_dispatch::items_of_one_binding(request, limits);
  return {.kernel = scan_kernel(variant.key, request, shape, use),
          .num_items = num_items,
          .num_tiles = num_items > 0 ? 1u : 0u,
          .grid = {.x = 1}};
}

harness::Stage stage_of(const Variant& variant) {
  return first_dispatch::one_dispatch_stage(variant.name,
                                            [variant](const Request& request, const DeviceLimits& limits) {
                                              return dispatch_of(variant, request, limits);
                                            });
}

}  // namespace

std::uint64_t most_items(Request request, const DeviceLimits& limits) {
  request.num_items = ~std::uint64_t{0};
  return smallest_shape(request, limits).tile_items();
}

harness::Stage stage_by_device(std::string name) {
  return first_dispatch::one_dispatch_stage(std::move(name), [](const Request& request,
                                                                const DeviceLimits& limits) {
    const bool is_strided = choose_shape(request, limits, Method::one_workgroup).local == LocalScan::subgroup;
    return dispatch_of({.key = is_strided ? kStrided : kBlocked, .is_strided = is_strided}, request, limits);
  });
}

harness::Chapter chapter() {
  harness::Chapter chapter;
  chapter.name = "07_thread_grain";
  chapter.title = "items per invocation";
  chapter.default_items = 2048;
  chapter.has_grain = true;
  chapter.types = {ElementType::uint32};
  chapter.stages = [](const harness::Selection&) {
    std::vector<harness::Stage> stages;
    const auto add = [&stages](const char* name, bool is_strided, TileUse use) {
      stages.push_back(stage_of(
          {.name = name, .key = is_strided ? kStrided : kBlocked, .is_strided = is_strided, .use = use}));
    };
    add("blocked", false, {});
    add("blocked, scan then add", false, {.scan_then_add = true});
    add("blocked, scalar loads", false, {.scalar_loads = true});
    add("blocked, always checked", false, {.always_checked = true});
    add("strided", true, {});
    add("strided, scalar loads", true, {.scalar_loads = true});
    add("strided, always checked", true, {.always_checked = true});
    return stages;
  };
  chapter.ruler = first_dispatch::copy_stage();
  return chapter;
}

}  // namespace scan::thread_grain
