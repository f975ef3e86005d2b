// The stages of the methods, with the workgroup and the grain of a combination.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#include "tuning/combination.hpp"

#include <fmt/format.h>

#include "07_thread_grain/chapter.hpp"
#include "08_scan_then_propagate/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "11_decoupled_look_back/chapter.hpp"
#include "11_decoupled_look_back/two_dispatches.hpp"

namespace scan::tuning {

namespace {

using decoupled_look_back::StateLayout;
using decoupled_look_back::StateWord;

harness::Stage stage_of(Method method, const std::string& name) {
  switch (method) {
    case Method::one_workgroup: return thread_grain::stage_by_device(name);
    case Method::scan_then_propagate: return scan_then_propagate::stage_by_device(name);
    case Method::reduce_then_scan: return reduce_then_scan::stage_by_device(name);
    case Method::two_dispatches: return decoupled_look_back::two_dispatches_stage(name);
    case Method::single_pass:
      return decoupled_look_back::single_pass_stage(name, {.word = StateWord::bits64, .clears_ahead = true});
    case Method::single_pass_32: break;
  }
  return decoupled_look_back::single_pass_stage(name, {.word = StateWord::bits32, .clears_ahead = true});
}

}  // namespace

std::string Combination::name() const {
  return fmt::format("{}, {} x {}", name_of(method), workgroup_size, vectors);
}

std::vector<Combination> combinations_of(const std::vector<Method>& methods,
                                         const std::vector<std::uint32_t>& workgroup_sizes,
                                         const std::vector<std::uint32_t>& vectors) {
  std::vector<Combination> combinations;
  for (const Method method : methods) {
    for (const std::uint32_t workgroup_size : workgroup_sizes) {
      for (const std::uint32_t accesses : vectors) combinations.push_back({method, workgroup_size, accesses});
    }
  }
  return combinations;
}

harness::Stage stage_of(const Combination& combination) {
  harness::Stage stage = stage_of(combination.method, combination.name());
  const auto with_shape = [combination](auto& build) {
    build = [combination, inner = build](const auto& device, Request request) {
      request.configuration.workgroup_size = combination.workgroup_size;
      request.configuration.grain = combination.grain(request.type);
      return inner(device, request);
    };
  };
  with_shape(stage.opengl);
  with_shape(stage.vulkan);
  with_shape(stage.simulator);
  return stage;
}

}  // namespace scan::tuning
