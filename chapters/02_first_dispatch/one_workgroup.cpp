// One workgroup, one item an invocation: its size is chosen, checked and dispatched.
// Chapter 02.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/one_workgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "02_first_dispatch/one_dispatch.hpp"
#include "scan/errors.hpp"
#include "shader/interface.hpp"

namespace scan::first_dispatch {

std::uint32_t one_element_each(std::uint32_t workgroup_size) {
  return workgroup_size;
}

std::uint32_t choose_workgroup_size(const Request& request, const WorkgroupNeeds& needs,
                                    const DeviceLimits& limits) {
  const std::uint32_t asked = request.configuration.workgroup_size.value_or(0);
  const std::uint32_t most_items = asked > 0 ? asked : std::bit_floor(limits.max_invocations);
  if (request.num_items > most_items) {
    throw Unavailable(
        fmt::format("{} items; one workgroup holds {} here, one an invocation: chapter 08 scans any number",
                    request.num_items, most_items));
  }
  const auto num_items = static_cast<std::uint32_t>(request.num_items);
  const std::uint32_t subgroup_size = needs.subgroups ? std::max(1u, limits.subgroup_size) : 1;
  const std::uint32_t size =
      asked > 0 ? asked : std::max(std::bit_ceil(std::max(num_items, 1u)), subgroup_size);
  check_workgroup(size, needs, bytes_of(request.type), limits);
  return size;
}

void check_workgroup(std::uint32_t workgroup_size, const WorkgroupNeeds& needs, std::size_t element_bytes,
                     const DeviceLimits& limits) {
  if (workgroup_size == 0 || workgroup_size > limits.max_invocations) {
    throw LimitError(fmt::format("a workgroup of {} invocations was asked for; the device allows 1 to {}",
                                 workgroup_size, limits.max_invocations));
  }
  if (needs.power_of_two && !std::has_single_bit(workgroup_size)) {
    throw LimitError(
        fmt::format("this scan works on a tree and needs a workgroup that is a power of two; {} is none",
                    workgroup_size));
  }
  if (needs.subgroups && limits.subgroup_size > 0 && workgroup_size % limits.subgroup_size != 0) {
    throw LimitError(
        fmt::format("subgroup scans need a workgroup that is a multiple of the subgroup size {}; {} is none",
                    limits.subgroup_size, workgroup_size));
  }
  const std::size_t shared_bytes =
      needs.shared_elements == nullptr ? 0 : needs.shared_elements(workgroup_size) * element_bytes;
  if (shared_bytes > limits.max_shared_bytes) {
    throw LimitError(
        fmt::format("a workgroup of {} invocations needs {} bytes of shared memory here; the device has {}",
                    workgroup_size, shared_bytes, limits.max_shared_bytes));
  }
}

harness::Stage one_workgroup_stage(std::string name, const std::string& key, const WorkgroupNeeds& needs) {
  return one_dispatch_stage(
      std::move(name), [key, needs](const Request& request, const DeviceLimits& limits) {
        const std::uint32_t workgroup_size = choose_workgroup_size(request, needs, limits);
        const std::uint32_t num_items = items_of_one_binding(request, limits);
        return Dispatch{
            .kernel = {.key = key,
                       .macros = shader::request_macros(request.type, request.op, request.in_place),
                       .constants = {{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", workgroup_size},
                                     {CONSTANT_EXCLUSIVE, "EXCLUSIVE", request.kind == Kind::exclusive}},
                       .uses_subgroups = needs.subgroups},
            .num_items = num_items,
            .num_tiles = num_items > 0 ? 1u : 0u,
            .grid = {.x = 1},
        };
      });
}

}  // namespace scan::first_dispatch
