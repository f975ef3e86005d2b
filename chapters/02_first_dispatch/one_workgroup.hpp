// Stages of one workgroup with one item an invocation: chapters 03 to 06 differ in their shaders alone.
// Chapter 02.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "harness/stage.hpp"

namespace scan::first_dispatch {

/// What the algorithm of a shader asks of its workgroup.
struct WorkgroupNeeds {
  bool subgroups = false;     // subgroup operations; the workgroup is then a multiple of the subgroup size
  bool power_of_two = false;  // invocations
  std::uint32_t (*shared_elements)(std::uint32_t workgroup_size) = nullptr;  // elements of shared memory
};

/// Elements of shared memory of an algorithm that keeps one for each invocation.
std::uint32_t one_element_each(std::uint32_t workgroup_size);

/// The smallest power of two that holds the items (and a subgroup), or what the user asked for. Throws
/// Unavailable for more items than the largest workgroup, LimitError for a workgroup that the device or the
/// algorithm does not allow.
std::uint32_t choose_workgroup_size(const Request& request, const WorkgroupNeeds& needs,
                                    const DeviceLimits& limits);

/// Throws LimitError with the asked and the allowed value for a workgroup that is larger than the device's,
/// is no power of two or no multiple of the subgroup size where that is needed, or wants more shared memory
/// than there is.
void check_workgroup(std::uint32_t workgroup_size, const WorkgroupNeeds& needs, std::size_t element_bytes,
                     const DeviceLimits& limits);

/// The stage of shaders/<key>.comp.
harness::Stage one_workgroup_stage(std::string name, const std::string& key, const WorkgroupNeeds& needs);

}  // namespace scan::first_dispatch
