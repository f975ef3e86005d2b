// The stages of chapter 10: windows over items in the device's memory, and windows streamed through it.
// Chapter 10.
// SPDX-License-Identifier: MIT
#include "10_any_size/chapter.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "10_any_size/any_size.hpp"
#include "10_any_size/copy_windows.hpp"

namespace scan::any_size {

namespace {

/// The stage with a local scan and a reduction of the user's choice; what is left open suits the device.
harness::Stage configured(harness::Stage stage, std::optional<Reduction> reduction,
                          std::optional<LocalScan> local) {
  const auto chosen = [reduction, local](Request request) {
    if (reduction) request.configuration.reduction = reduction;
    if (local) request.configuration.local = local;
    return request;
  };
  const auto wrap = [&chosen](auto& build) {
    if (build)
      build = [chosen, inner = build](const auto& device, const Request& request) {
        return inner(device, chosen(request));
      };
  };
  wrap(stage.opengl);
  wrap(stage.vulkan);
  wrap(stage.simulator);
  wrap(stage.opengl_streamed);
  wrap(stage.vulkan_streamed);
  return stage;
}

/// Each choice that was asked for; or once none.
template <class Choice>
std::vector<std::optional<Choice>> each_of(const std::vector<Choice>& asked) {
  if (asked.empty()) return {std::nullopt};
  return std::vector<std::optional<Choice>>(asked.begin(), asked.end());
}

/// The stage with every pair of choices. Names say which, as far as there is more than one.
void add_configured(std::vector<harness::Stage>& stages, const harness::Stage& stage,
                    const harness::Selection& selection) {
  for (const std::optional<Reduction> reduction : each_of(selection.reductions)) {
    for (const std::optional<LocalScan> local : each_of(selection.locals)) {
      harness::Stage one = configured(stage, reduction, local);
      if (reduction && selection.reductions.size() > 1) one.name += fmt::format(", {}", name_of(*reduction));
      if (local && selection.locals.size() > 1) one.name += fmt::format(", {}", name_of(*local));
      stages.push_back(std::move(one));
    }
  }
}

harness::Stage resident_stage() {
  harness::Stage stage;
  stage.name = "windows";
  stage.opengl = opengl_resident;
  stage.vulkan = vulkan_resident;
  stage.simulator = simulator_resident;
  stage.bytes_moved = reduce_then_scan::bytes_moved;
  return stage;
}

harness::Stage streamed_stage() {
  harness::Stage stage;
  stage.name = "streamed";
  stage.opengl_streamed = opengl_streamed;
  stage.vulkan_streamed = vulkan_streamed;
  // Over the bus in and out, and in the device's memory: written, 3N, read.
  stage.bytes_moved = [](const Request& request) {
    return harness::pass_bytes(request, 7);
  };
  return stage;
}

}  // namespace

harness::Chapter chapter() {
  harness::Chapter chapter;
  chapter.name = "10_any_size";
  chapter.title = "the device's limits";
  chapter.default_items =
      std::uint64_t{1} << 25 | 1;  // one item more than the 128 MiB that every binding may hold
  chapter.has_local = true;
  chapter.has_reduction = true;
  chapter.has_grain = true;
  chapter.stages = [](const harness::Selection& selection) {
    std::vector<harness::Stage> stages;
    add_configured(stages, resident_stage(), selection);
    add_configured(stages, streamed_stage(), selection);
    return stages;
  };
  chapter.ruler = copy_windows_stage();
  return chapter;
}

}  // namespace scan::any_size
