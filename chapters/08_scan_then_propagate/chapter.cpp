// The stages of chapter 08: scan-then-propagate, with each of the local scans.
// Chapter 08.
// SPDX-License-Identifier: MIT
#include "08_scan_then_propagate/chapter.hpp"

#include <optional>
#include <string>
#include <utility>

#include "02_first_dispatch/chapter.hpp"
#include "08_scan_then_propagate/scan_then_propagate.hpp"

namespace scan::scan_then_propagate {

std::uint64_t bytes_moved(const Request& request) {
  // Level 0: read and write to scan, read and write to add. The levels above hold less than a hundredth of
  // that.
  return harness::pass_bytes(request, 4);
}

namespace {

/// An empty local scan: the one that suits the device.
harness::Stage stage_with(std::string name, std::optional<LocalScan> local) {
  const auto chosen = [local](Request request) {
    request.configuration.local = local;
    return request;
  };
  harness::Stage stage;
  stage.name = std::move(name);
  stage.opengl = [chosen](const opengl::Context& context, const Request& request) {
    return OpenGlScan(context, chosen(request));
  };
  stage.vulkan = [chosen](const vulkan::Device& device, const Request& request) {
    return VulkanScan(device, chosen(request));
  };
  stage.simulator = [chosen](const simulator::Device& device, const Request& request) {
    return SimulatorScan(device, chosen(request));
  };
  stage.bytes_moved = bytes_moved;
  return stage;
}

}  // namespace

harness::Stage stage_by_device(std::string name) {
  return stage_with(std::move(name), {});
}

harness::Chapter chapter() {
  harness::Chapter chapter;
  chapter.name = "08_scan_then_propagate";
  chapter.title = "any N, 4N traffic";
  chapter.has_local = true;
  chapter.has_grain = true;
  chapter.stages = [](const harness::Selection& selection) {
    std::vector<LocalScan> locals = selection.locals;
    if (locals.empty()) locals.assign(std::begin(kLocalScans), std::end(kLocalScans));
    std::vector<harness::Stage> stages;
    for (const LocalScan local : locals) stages.push_back(stage_with(std::string(name_of(local)), local));
    return stages;
  };
  chapter.ruler = first_dispatch::copy_stage();
  return chapter;
}

}  // namespace scan::scan_then_propagate
