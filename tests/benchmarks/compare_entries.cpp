// The list of those that take part.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#include "benchmarks/compare_entries.hpp"

#include <fmt/format.h>

#include <utility>

#include "01_serial/chapter.hpp"
#include "08_scan_then_propagate/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "10_any_size/copy_windows.hpp"
#include "11_decoupled_look_back/chapter.hpp"
#include "benchmarks/compare_cub.hpp"
#include "benchmarks/compare_host.hpp"
#include "scan/errors.hpp"

namespace scan::compare {

namespace {

/// The chapter's stage with subgroups, or where the device has none, with the local scan that needs none.
harness::Stage with_default_local(const char* name, const harness::Chapter& chapter) {
  const auto with = [&](LocalScan local, Reduction reduction) {
    return chapter.stages({.locals = {local}, .reductions = {reduction}}).front();
  };
  harness::Stage stage = with(LocalScan::subgroup, Reduction::subgroup);
  const harness::Stage fallback = with(LocalScan::raking, Reduction::tree);
  stage.name = name;
  const auto choose = [](auto first, auto second) {
    return [first, second](const auto& device, const Request& request) {
      return device.limits().subgroup_arithmetic ? first(device, request) : second(device, request);
    };
  };
  stage.vulkan = choose(stage.vulkan, fallback.vulkan);
  stage.opengl = choose(stage.opengl, fallback.opengl);
  return stage;
}

std::vector<Entry> gpu_entries() {
  std::vector<Entry> entries{
      {"02", any_size::copy_windows_stage()},
      {"08", with_default_local("scan-then-propagate", scan_then_propagate::chapter())},
      {"09", with_default_local("reduce-then-scan", reduce_then_scan::chapter())}};
  for (harness::Stage& stage : decoupled_look_back::chapter().stages({}))
    entries.push_back({"11", std::move(stage)});
  return entries;
}

std::vector<Entry> host_entries() {
  std::vector<Entry> entries;
  for (harness::Stage& stage : serial::chapter().stages({})) entries.push_back({"01", std::move(stage)});
  if (entries.front().stage.expectation != Expectation::copy)
    throw Error("chapter 01 has no copy as its first stage, and the comparison needs one");
  entries.push_back({"", tbb_stage()});
  return entries;
}

}  // namespace

std::vector<Entry> entries_of(Field field) {
  switch (field) {
    case Field::vulkan:
    case Field::opengl: return gpu_entries();
    case Field::cuda: return {{"", cub_copy_stage()}, {"", cub_stage()}};
    case Field::cpu: break;
  }
  return host_entries();
}

}  // namespace scan::compare
