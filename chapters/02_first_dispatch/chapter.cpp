// The stages of chapter 02: a serial scan by one invocation, and the copy kernel.
// Chapter 02.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/chapter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scan/errors.hpp"
#include "shader/interface.hpp"

namespace scan::first_dispatch {

namespace {

// Mesa's software drivers end any loop after 65,535 rounds, without an error; and on a GPU a dispatch that
// runs for seconds may be killed. Both are out of reach with this many.
constexpr std::uint64_t kMaxSerialItems = 65535;
constexpr std::uint32_t kCopyWorkgroupSize = 256;
constexpr std::uint32_t kCopyVectorBytes = 16;

Dispatch serial_dispatch(const Request& request, const DeviceLimits& limits) {
  if (request.num_items > kMaxSerialItems) {
    throw Unavailable(
        fmt::format("{} items; one invocation scans at most {} here: chapter 08 scans any number",
                    request.num_items, kMaxSerialItems));
  }
  const std::uint32_t num_items = items_of_one_binding(request, limits);
  return {.kernel = {.key = "02_first_dispatch/serial",
                     .macros = shader::request_macros(request.type, request.op, request.in_place),
                     .constants = {{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", 1},
                                   {CONSTANT_EXCLUSIVE, "EXCLUSIVE", request.kind == Kind::exclusive}}},
          .num_items = num_items,
          .num_tiles = num_items > 0 ? 1u : 0u,
          .grid = {.x = 1}};
}

std::uint32_t copy_workgroup_size(const DeviceLimits& limits) {
  return std::min(kCopyWorkgroupSize, limits.max_invocations);
}

}  // namespace

std::uint32_t copy_tile_items(ElementType type, const DeviceLimits& limits) {
  return copy_workgroup_size(limits) * kCopyVectorBytes / static_cast<std::uint32_t>(bytes_of(type));
}

Dispatch copy_dispatch(const Request& request, const DeviceLimits& limits) {
  const std::uint32_t num_items = items_of_one_binding(request, limits);
  const std::uint64_t num_tiles = divide_up(num_items, copy_tile_items(request.type, limits));
  // Made before the braces: what throws between them makes GCC 12 destroy members that were never built.
  const GroupGrid grid = make_grid(num_tiles, limits);
  return {.kernel = {.key = "02_first_dispatch/copy",
                     .macros = shader::request_macros(request.type, request.op, request.in_place),
                     .constants = {{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", copy_workgroup_size(limits)}}},
          .num_items = num_items,
          .num_tiles = static_cast<std::uint32_t>(num_tiles),
          .grid = grid};
}

harness::Stage copy_stage() {
  harness::Stage stage = one_dispatch_stage("copy", copy_dispatch);
  stage.expectation = Expectation::copy;
  return stage;
}

harness::Chapter chapter() {
  harness::Chapter chapter;
  chapter.name = "02_first_dispatch";
  chapter.title = "the host side";
  chapter.default_items = 1000;
  chapter.has_workgroup = false;
  chapter.types = {ElementType::uint32};
  chapter.stages = [](const harness::Selection&) {
    std::vector<harness::Stage> stages;
    stages.push_back(one_dispatch_stage("serial", serial_dispatch));
    stages.push_back(copy_stage());
    return stages;
  };
  chapter.ruler = copy_stage();
  return chapter;
}

}  // namespace scan::first_dispatch
