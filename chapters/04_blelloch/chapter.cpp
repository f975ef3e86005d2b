// The stages of chapter 04: one workgroup, one item an invocation; chapter 02 has the host side.
// Chapter 04.
// SPDX-License-Identifier: MIT
#include "04_blelloch/chapter.hpp"

#include "02_first_dispatch/chapter.hpp"
#include "02_first_dispatch/one_workgroup.hpp"
#include "shader/interface.hpp"

namespace scan::blelloch {

std::uint32_t shared_elements(std::uint32_t workgroup_size) {
  return workgroup_size + workgroup_size / NUM_BANKS;
}

harness::Chapter chapter() {
  harness::Chapter chapter;
  chapter.name = "04_blelloch";
  chapter.title = "the work-efficient tree";
  chapter.default_items = 1000;
  chapter.types = {ElementType::uint32};
  chapter.stages = [](const harness::Selection&) {
    std::vector<harness::Stage> stages;
    stages.push_back(first_dispatch::one_workgroup_stage(
        "plain", "04_blelloch/plain",
        {.power_of_two = true, .shared_elements = first_dispatch::one_element_each}));
    stages.push_back(first_dispatch::one_workgroup_stage(
        "padded", "04_blelloch/padded", {.power_of_two = true, .shared_elements = shared_elements}));
    stages.push_back(first_dispatch::one_workgroup_stage(
        "unrolled", "04_blelloch/unrolled", {.power_of_two = true, .shared_elements = shared_elements}));
    return stages;
  };
  chapter.ruler = first_dispatch::copy_stage();
  return chapter;
}

}  // namespace scan::blelloch
