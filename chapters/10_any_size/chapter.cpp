// The stages of chapter 10: windows over items in the device's memory, and windows streamed through it.
// Chapter 10.
// SPDX-License-Identifier: MIT
#include "10_any_size/chapter.hpp"

#include "10_any_size/any_size.hpp"
#include "10_any_size/copy_windows.hpp"

namespace scan::any_size {

namespace {

/// The stage for a local scan and a reduction of the user's choice; what is left open suits the device.
harness::Stage configured(harness::Stage stage, const harness::Selection& selection) {
  const auto chosen = [selection](Request request) {
    if (!selection.locals.empty()) request.configuration.local = selection.locals.front();
    if (!selection.reductions.empty()) request.configuration.reduction = selection.reductions.front();
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
  wrap(stage.opengl_streamed);
  wrap(stage.vulkan_streamed);
  return stage;
}

harness::Stage resident_stage() {
  harness::Stage stage;
  stage.name = "windows";
  stage.opengl = opengl_resident;
  stage.vulkan = vulkan_resident;
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
    return std::vector{configured(resident_stage(), selection), configured(streamed_stage(), selection)};
  };
  chapter.ruler = copy_windows_stage();
  return chapter;
}

}  // namespace scan::any_size
