// The stages of chapter 03: one workgroup, one item an invocation; chapter 02 has the host side.
// Chapter 03.
// SPDX-License-Identifier: MIT
#include "03_hillis_steele/chapter.hpp"

#include "02_first_dispatch/chapter.hpp"
#include "02_first_dispatch/one_workgroup.hpp"

namespace scan::hillis_steele {

std::uint32_t shared_elements(std::uint32_t workgroup_size) {
  return 2 * workgroup_size;
}

harness::Chapter chapter() {
  harness::Chapter chapter;
  chapter.name = "03_hillis_steele";
  chapter.title = "log N steps";
  chapter.default_items = 1000;
  chapter.types = {ElementType::uint32};
  chapter.stages = [](const harness::Selection&) {
    std::vector<harness::Stage> stages;
    stages.push_back(first_dispatch::one_workgroup_stage(
        "double-buffered", "03_hillis_steele/double_buffered", {.shared_elements = shared_elements}));
    stages.push_back(
        first_dispatch::one_workgroup_stage("two barriers", "03_hillis_steele/two_barriers",
                                            {.shared_elements = first_dispatch::one_element_each}));
    return stages;
  };
  chapter.ruler = first_dispatch::copy_stage();
  return chapter;
}

}  // namespace scan::hillis_steele
