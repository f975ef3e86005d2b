// What a sweep tries: a method with a workgroup and a number of accesses, as a stage of the harness.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "07_thread_grain/tile_shape.hpp"
#include "harness/stage.hpp"
#include "scan/tuning.hpp"

namespace scan::tuning {

struct Combination {
  Method method = Method::single_pass;
  SinglePassForm form = SinglePassForm::plain;  // of a single pass
  std::uint32_t workgroup_size = 256;
  std::uint32_t vectors = 8;  // accesses of 16 bytes by each invocation

  std::uint32_t grain(ElementType type) const { return thread_grain::items_of_vectors(vectors, type); }
  std::uint64_t tile_items(ElementType type) const { return std::uint64_t{workgroup_size} * grain(type); }
  /// "single-pass", or with a form that is not plain "single-pass fallback".
  std::string method_name() const;
  /// "single-pass, 256 x 12": among the stages of a sweep no other has it.
  std::string name() const;
};

/// The forms count for the single passes alone.
std::vector<Combination> combinations_of(const std::vector<Method>& methods,
                                         const std::vector<SinglePassForm>& forms,
                                         const std::vector<std::uint32_t>& workgroup_sizes,
                                         const std::vector<std::uint32_t>& vectors);

/// The method's stage with that workgroup and grain.
harness::Stage stage_of(const Combination& combination);

}  // namespace scan::tuning
