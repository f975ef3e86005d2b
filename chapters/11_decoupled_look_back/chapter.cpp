// The stages of chapter 11: a ladder of its own, from a chained scan to one that waits for nobody.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/chapter.hpp"

#include <fmt/format.h>

#include <utility>

#include "02_first_dispatch/chapter.hpp"
#include "10_any_size/copy_windows.hpp"
#include "11_decoupled_look_back/auto.hpp"
#include "11_decoupled_look_back/single_pass.hpp"
#include "11_decoupled_look_back/two_dispatches.hpp"

namespace scan::decoupled_look_back {

namespace {

struct Step {
  const char* name;
  Variant variant;
};

// Each step changes one thing, and the next keeps it unless it says otherwise.
constexpr Step kSteps[] = {
    {"chained", {.word = StateWord::bits64, .access = WordAccess::load_store, .chained = true}},
    {"textbook", {.word = StateWord::bits64, .access = WordAccess::load_store}},
    {"padded", {.word = StateWord::bits64, .access = WordAccess::load_store, .layout = StateLayout::padded}},
    {"read-modify-write", {.word = StateWord::bits64, .access = WordAccess::read_modify_write}},
    {"load polling", {.word = StateWord::bits64, .access = WordAccess::load_max}},
    {"tuned tile", {.word = StateWord::bits64, .vectors = 0}},
    {"no fill", {.word = StateWord::bits64, .vectors = 0, .clears_ahead = true}},
    {"32-bit atomics", {.word = StateWord::bits32, .vectors = 0, .clears_ahead = true}},
    {"fallback", {.vectors = 0, .clears_ahead = true, .form = SinglePassForm::fallback}},
    {"no ticket", {.vectors = 0, .clears_ahead = true, .form = SinglePassForm::no_ticket}},
    {"turn first", {.vectors = 0, .clears_ahead = true, .form = SinglePassForm::turn_first}},
};

/// The stage with a local scan of the user's choice.
harness::Stage with_local(harness::Stage stage, LocalScan local) {
  const auto wrap = [local](auto& build) {
    build = [local, inner = build](const auto& device, Request request) {
      request.configuration.local = local;
      return inner(device, request);
    };
  };
  wrap(stage.opengl);
  wrap(stage.vulkan);
  wrap(stage.simulator);
  return stage;
}

}  // namespace

harness::Stage single_pass_stage(std::string name, const Variant& variant) {
  harness::Stage stage;
  stage.name = std::move(name);
  stage.opengl = [variant](const opengl::Context& context, const Request& request) {
    return OpenGlScan(context, request, variant);
  };
  stage.vulkan = [variant](const vulkan::Device& device, const Request& request) {
    return VulkanScan(device, request, variant);
  };
  stage.simulator = [variant](const simulator::Device& device, const Request& request) {
    return SimulatorScan(device, request, variant);
  };
  stage.bytes_moved = [](const Request& request) {
    return harness::pass_bytes(request, 2);
  };
  return stage;
}

harness::Chapter chapter() {
  harness::Chapter chapter;
  chapter.name = "11_decoupled_look_back";
  chapter.title = "one pass, 2N traffic";
  chapter.has_local = true;
  chapter.has_grain = true;
  chapter.has_block = true;
  chapter.stages = [](const harness::Selection& selection) {
    std::vector<harness::Stage> stages;
    const auto add = [&](const harness::Stage& stage) {
      if (selection.locals.empty()) stages.push_back(stage);
      for (const LocalScan local : selection.locals) {
        stages.push_back(with_local(stage, local));
        if (selection.locals.size() > 1) stages.back().name += fmt::format(", {}", name_of(local));
      }
    };
    for (Step step : kSteps) {
      step.variant.block_every = selection.block_every;
      add(single_pass_stage(step.name, step.variant));
    }
    if (selection.block_every > 0) return stages;  // these have no tiles that wait
    add(two_dispatches_stage("two dispatches"));
    add(auto_stage("auto"));
    return stages;
  };
  chapter.ruler = any_size::copy_windows_stage();
  return chapter;
}

}  // namespace scan::decoupled_look_back
