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

using decoupled_look_back::StateWord;

bool is_single_pass(Method method) {
  return method == Method::single_pass || method == Method::single_pass_32;
}

harness::Stage single_pass_stage(const std::string& name, StateWord word, SinglePassForm form) {
  return decoupled_look_back::single_pass_stage(name, {.word = word, .clears_ahead = true, .form = form});
}

/// With the device's own workgroup and grain.
harness::Stage stage_of_method(const Combination& combination) {
  const std::string name = combination.name();
  switch (combination.method) {
    case Method::one_workgroup: return thread_grain::stage_by_device(name);
    case Method::scan_then_propagate: return scan_then_propagate::stage_by_device(name);
    case Method::reduce_then_scan: return reduce_then_scan::stage_by_device(name);
    case Method::two_dispatches: return decoupled_look_back::two_dispatches_stage(name);
    case Method::single_pass: return single_pass_stage(name, StateWord::bits64, combination.form);
    case Method::single_pass_32: break;
  }
  return single_pass_stage(name, StateWord::bits32, combination.form);
}

}  // namespace

std::string Combination::method_name() const {
  if (form == SinglePassForm::plain) return std::string(name_of(method));
  return fmt::format("{} {}", name_of(method), name_of(form));
}

std::string Combination::name() const {
  return fmt::format("{}, {} x {}", method_name(), workgroup_size, vectors);
}

std::vector<Combination> combinations_of(const std::vector<Method>& methods,
                                         const std::vector<SinglePassForm>& forms,
                                         const std::vector<std::uint32_t>& workgroup_sizes,
                                         const std::vector<std::uint32_t>& vectors) {
  std::vector<Combination> combinations;
  for (const Method method : methods) {
    const std::vector<SinglePassForm> one{SinglePassForm::plain};
    for (const SinglePassForm form : is_single_pass(method) ? forms : one) {
      for (const std::uint32_t workgroup_size : workgroup_sizes) {
        for (const std::uint32_t accesses : vectors)
          combinations.push_back({method, form, workgroup_size, accesses});
      }
    }
  }
  return combinations;
}

harness::Stage stage_of(const Combination& combination) {
  harness::Stage stage = stage_of_method(combination);
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
