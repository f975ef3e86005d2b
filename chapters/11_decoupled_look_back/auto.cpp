// Chooses a method, and hands over to its stage.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/auto.hpp"

#include <utility>

#include "07_thread_grain/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "11_decoupled_look_back/chapter.hpp"
#include "11_decoupled_look_back/two_dispatches.hpp"
#include "scan/errors.hpp"

namespace scan::decoupled_look_back {

namespace {

Variant variant_of(SinglePassForm form) {
  return {.vectors = 0, .clears_ahead = true, .form = form};
}

/// The fallback where nobody promises that workgroups go on running; else the fastest that the request allows.
SinglePassForm form_of(const Request& request, const Tuning& tuning) {
  if (!tuning.runs_on) return SinglePassForm::fallback;
  return request.in_place ? SinglePassForm::plain : tuning.fastest_form;
}

/// What this asks of the machine beyond its limits, every machine has.
bool can_run_single_pass(const Request& request, const DeviceLimits& limits, SinglePassForm form) {
  try {
    plan_single_pass(request, {.limits = limits, .has_atomic_load = false}, variant_of(form));
    return true;
  } catch (const Unavailable&) {
    return false;
  } catch (const LimitError&) {
    return false;
  }
}

harness::Stage stage_of(const Choice& choice) {
  const std::string name(name_of(choice.method));
  switch (choice.method) {
    case Method::one_workgroup: return thread_grain::stage_by_device(name);
    case Method::two_dispatches: return two_dispatches_stage(name);
    case Method::single_pass: return single_pass_stage(name, variant_of(choice.form));
    default: return reduce_then_scan::stage_by_device(name);
  }
}

}  // namespace

Choice choose_method(const Request& request, const DeviceLimits& limits) {
  const Tuning& tuning = tuning_of(limits.device_class);
  const std::uint64_t num_bytes = request.num_items * bytes_of(request.type);
  if (num_bytes <= tuning.most_bytes_of_one_workgroup &&
      request.num_items <= thread_grain::most_items(request, limits))
    return {.method = Method::one_workgroup};
  if (num_bytes <= tuning.most_bytes_of_two_dispatches &&
      request.num_items <= most_items_of_two_dispatches(request, limits))
    return {.method = Method::two_dispatches};
  const SinglePassForm form = form_of(request, tuning);
  if (can_run_single_pass(request, limits, form)) return {.method = Method::single_pass, .form = form};
  return {.method = Method::reduce_then_scan};
}

harness::Stage auto_stage(std::string name) {
  harness::Stage stage;
  stage.name = std::move(name);
  stage.opengl = [](const opengl::Context& context, const Request& request) {
    return stage_of(choose_method(request, context.limits())).opengl(context, request);
  };
  stage.vulkan = [](const vulkan::Device& device, const Request& request) {
    return stage_of(choose_method(request, device.limits())).vulkan(device, request);
  };
  stage.simulator = [](const simulator::Device& device, const Request& request) {
    return stage_of(choose_method(request, device.limits())).simulator(device, request);
  };
  // Of the single pass. Two dispatches read the items twice, but those are few enough for a cache.
  stage.bytes_moved = [](const Request& request) {
    return harness::pass_bytes(request, 2);
  };
  return stage;
}

}  // namespace scan::decoupled_look_back
