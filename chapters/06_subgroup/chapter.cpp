// The stages of chapter 06: one workgroup, one item an invocation; chapter 02 has the host side.
// Chapter 06.
// SPDX-License-Identifier: MIT
#include "06_subgroup/chapter.hpp"

#include "02_first_dispatch/chapter.hpp"
#include "02_first_dispatch/one_workgroup.hpp"

namespace scan::subgroup {

std::uint32_t shared_elements(std::uint32_t workgroup_size) {
  return workgroup_size;
}

harness::Chapter chapter() {
  harness::Chapter chapter;
  chapter.name = "06_subgroup";
  chapter.title = "the hardware's own scan";
  chapter.default_items = 1000;
  chapter.types = {ElementType::uint32};
  chapter.stages = [](const harness::Selection&) {
    std::vector<harness::Stage> stages;
    stages.push_back(first_dispatch::one_workgroup_stage(
        "cooperative", "06_subgroup/cooperative", {.subgroups = true, .shared_elements = shared_elements}));
    stages.push_back(
        first_dispatch::one_workgroup_stage("every subgroup", "06_subgroup/every_subgroup",
                                            {.subgroups = true, .shared_elements = shared_elements}));
    return stages;
  };
  chapter.ruler = first_dispatch::copy_stage();
  return chapter;
}

}  // namespace scan::subgroup
