// The stages of chapter 05: one workgroup, one item an invocation; chapter 02 has the host side.
// Chapter 05.
// SPDX-License-Identifier: MIT
#include "05_raking/chapter.hpp"

#include "02_first_dispatch/chapter.hpp"
#include "02_first_dispatch/one_workgroup.hpp"
#include "shader/interface.hpp"

namespace scan::raking {

std::uint32_t shared_elements(std::uint32_t workgroup_size) {
  const std::uint32_t run_items = (workgroup_size + NUM_RAKERS - 1) / NUM_RAKERS;
  return NUM_RAKERS * (run_items | 1) + NUM_RAKERS;
}

harness::Chapter chapter() {
  harness::Chapter chapter;
  chapter.name = "05_raking";
  chapter.title = "few invocations, long runs";
  chapter.default_items = 1000;
  chapter.types = {ElementType::uint32};
  chapter.stages = [](const harness::Selection&) {
    std::vector<harness::Stage> stages;
    stages.push_back(first_dispatch::one_workgroup_stage("serial spine", "05_raking/serial_spine",
                                                         {.shared_elements = shared_elements}));
    stages.push_back(first_dispatch::one_workgroup_stage(
        "subgroup spine", "05_raking/subgroup_spine",
        {.subgroups = true, .shared_elements = first_dispatch::one_element_each}));
    return stages;
  };
  chapter.ruler = first_dispatch::copy_stage();
  return chapter;
}

}  // namespace scan::raking
