// Chooses and checks the shape of a tile, and turns it into kernels.
// Chapter 07.
// SPDX-License-Identifier: MIT
#include "07_thread_grain/tile_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "02_first_dispatch/one_workgroup.hpp"
#include "03_hillis_steele/chapter.hpp"
#include "04_blelloch/chapter.hpp"
#include "05_raking/chapter.hpp"
#include "06_subgroup/chapter.hpp"
#include "scan/errors.hpp"
#include "scan/plan.hpp"
#include "shader/interface.hpp"

namespace scan::thread_grain {

namespace {

constexpr std::uint32_t kMaxGrain = 64;  // beyond it no device keeps the items in registers

first_dispatch::WorkgroupNeeds needs_of(LocalScan local) {
  switch (local) {
    case LocalScan::hillis_steele: return {.shared_elements = hillis_steele::shared_elements};
    case LocalScan::blelloch: return {.power_of_two = true, .shared_elements = blelloch::shared_elements};
    case LocalScan::raking: return {.shared_elements = raking::shared_elements};
    case LocalScan::subgroup: break;
  }
  return {.subgroups = true, .shared_elements = subgroup::shared_elements};
}

first_dispatch::WorkgroupNeeds needs_of(Reduction reduction) {
  switch (reduction) {
    case Reduction::tree: return {.shared_elements = first_dispatch::one_element_each};
    case Reduction::raking: return {.shared_elements = raking::shared_elements};
    case Reduction::subgroup: break;
  }
  return {.subgroups = true, .shared_elements = subgroup::shared_elements};
}

void require_subgroups(const DeviceLimits& limits) {
  if (!limits.subgroup_arithmetic) {
    throw Unavailable(
        "the device offers no subgroup operations in compute shaders; the other algorithms need none");
  }
}

shader::Kernel kernel_of(std::string key, const Request& request, const TileShape& shape, bool in_place) {
  shader::Kernel kernel;
  kernel.key = std::move(key);
  kernel.macros = shader::request_macros(request.type, request.op, in_place);
  kernel.constants = {{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", shape.workgroup_size},
                      {CONSTANT_GRAIN, "GRAIN", shape.grain}};
  return kernel;
}

}  // namespace

TileShape choose_shape(const Request& request, const DeviceLimits& limits, Method method,
                       SinglePassForm form) {
  const Configuration& asked = request.configuration;
  const Tuning& tuning = tuning_of(limits.device_class);
  const TunedTile& tuned = tuning.tile_of(method, form);
  TileShape shape;
  shape.workgroup_size =
      asked.workgroup_size.value_or(std::min(tuned.workgroup_size, std::bit_floor(limits.max_invocations)));
  const bool use_subgroups = limits.subgroup_arithmetic && shape.workgroup_size % limits.subgroup_size == 0;
  shape.local = asked.local.value_or(use_subgroups ? LocalScan::subgroup : LocalScan::raking);
  shape.reduction = asked.reduction.value_or(use_subgroups ? Reduction::subgroup : Reduction::tree);
  const std::uint32_t vectors = shape.local == LocalScan::subgroup ? tuned.vectors : tuning.blocked_vectors;
  shape.grain = asked.grain.value_or(items_of_vectors(vectors, request.type));
  const first_dispatch::WorkgroupNeeds scan_needs = needs_of(shape.local);
  const first_dispatch::WorkgroupNeeds reduction_needs = needs_of(shape.reduction);
  if (scan_needs.subgroups || reduction_needs.subgroups) require_subgroups(limits);
  if (shape.grain == 0 || shape.grain > kMaxGrain) {
    throw LimitError(fmt::format("a grain of {} items was asked for; 1 to {} fit an invocation's registers",
                                 shape.grain, kMaxGrain));
  }
  first_dispatch::check_workgroup(shape.workgroup_size, scan_needs, bytes_of(request.type), limits);
  first_dispatch::check_workgroup(shape.workgroup_size, reduction_needs, bytes_of(request.type), limits);
  return shape;
}

TileShape shrink_for_few_items(const TileShape& shape, const Request& request, std::uint64_t max_tiles) {
  if (request.configuration.grain) return shape;
  TileShape small = shape;
  small.grain = std::min(shape.grain, items_of_vectors(1, request.type));
  while (2 * small.grain <= shape.grain && divide_up(request.num_items, small.tile_items()) > max_tiles)
    small.grain *= 2;
  return small;
}

shader::Kernel scan_kernel(std::string key, const Request& request, const TileShape& shape,
                           const TileUse& use) {
  shader::Kernel kernel = kernel_of(std::move(key), request, shape, use.in_place);
  const bool in_vectors = shape.grain % items_of_vectors(1, request.type) == 0;
  if (in_vectors && !use.scalar_loads) kernel.macros.push_back({"VECTOR_LOADS", "1"});
  kernel.macros.push_back({"LOCAL_SCAN", std::to_string(static_cast<int>(shape.local))});
  if (use.scan_then_add) kernel.macros.push_back({"SCAN_THEN_ADD", "1"});
  kernel.constants.push_back({CONSTANT_EXCLUSIVE, "EXCLUSIVE", use.kind == Kind::exclusive});
  kernel.constants.push_back({CONSTANT_ALWAYS_CHECKED, "ALWAYS_CHECKED", use.always_checked});
  kernel.uses_subgroups = shape.local == LocalScan::subgroup;
  // For strided.glsl, which marks every loop over the items it holds.
  kernel.is_written_out = kernel.uses_subgroups;
  return kernel;
}

shader::Kernel reduce_kernel(std::string key, const Request& request, const TileShape& shape) {
  shader::Kernel kernel = kernel_of(std::move(key), request, shape, /*in_place=*/false);
  kernel.macros.push_back({"REDUCTION", std::to_string(static_cast<int>(shape.reduction))});
  kernel.uses_subgroups = shape.reduction == Reduction::subgroup;
  return kernel;
}

shader::Kernel map_kernel(std::string key, const Request& request, const TileShape& shape) {
  return kernel_of(std::move(key), request, shape, /*in_place=*/true);
}

}  // namespace scan::thread_grain
