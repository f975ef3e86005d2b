// Vulkan's rules for what stands around a scan: scratch that is used again, results for the host, offsets of
// bindings. Room: tests/faults. SPDX-License-Identifier: MIT
#include "02_first_dispatch/chapter.hpp"
#include "08_scan_then_propagate/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "10_any_size/chapter.hpp"
#include "faults/recording.hpp"
#include "gpu/climb.hpp"

namespace scan::test {
namespace {

void require_right(Recording& recording) {
  const Finding finding = recording.run();
  INFO(finding.reason);
  REQUIRE(name_of(finding.verdict) == name_of(Verdict::ok));
  REQUIRE(recording.messages() == std::vector<std::string>{});
}

std::vector<harness::Stage> pipelines() {
  const harness::Selection selection{.locals = {LocalScan::raking}, .reductions = {Reduction::tree}};
  return {scan_then_propagate::chapter().stages(selection).front(),
          reduce_then_scan::chapter().stages(selection).front(),
          any_size::chapter().stages(selection).front()};
}

}  // namespace

TEST_CASE("C15: two scans in one command buffer use the same scratch, one after the other", "[C15]") {
  const vulkan::Device device({.validation = true});
  for (const harness::Stage& stage : pipelines()) {
    CAPTURE(stage.name);
    Recording recording(device, stage, {.num_items = 1000000}, Pattern::ones);
    recording.record(2);
    require_right(recording);
  }
}

TEST_CASE("C16: the host reads whole results, of less than an atom and of many", "[C16][asan]") {
  const vulkan::Device device({.validation = true});
  // 60 bytes, where nonCoherentAtomSize is 64 on many devices; and 4,000,000.
  for (const std::uint64_t num_items : {15, 1000000}) {
    CAPTURE(num_items);
    Recording recording(device, reduce_then_scan::chapter().stages({}).front(), {.num_items = num_items});
    recording.record(1);
    require_right(recording);
  }
}

TEST_CASE("C27: scratch behind 1,001 aggregates starts at a multiple of the offset alignment",
          "[C27][asan]") {
  const vulkan::Device device({.validation = true});
  const std::uint32_t workgroup_size = std::max(16u, device.limits().subgroup_size);
  // The first level has 1,001 tiles, and so 4,004 bytes of aggregates: a multiple of 4 and of nothing larger.
  const Request request{.num_items = 1001u * workgroup_size,
                        .configuration = {.workgroup_size = workgroup_size, .grain = 1}};
  for (const harness::Stage& stage : pipelines()) {
    CAPTURE(stage.name);
    Recording recording(device, stage, request);
    recording.record(1);
    require_right(recording);
  }
}

TEST_CASE("C27: a scan of a part of a buffer starts at any multiple of the offset alignment", "[C27]") {
  const vulkan::Device device({.validation = true});
  for (const harness::Stage& stage : pipelines()) {
    CAPTURE(stage.name);
    Recording recording(device, stage, {.num_items = 1001}, Pattern::random,
                        3 * device.limits().offset_alignment);
    recording.record(1);
    require_right(recording);
  }
}

TEST_CASE("C27: a scan of a part that starts between them is seen by validation", "[C27]") {
  const vulkan::Device device({.validation = true});
  constexpr std::uint64_t kFifthItem = 20;  // bytes
  if (kFifthItem % device.limits().offset_alignment == 0) {
    SUCCEED("this device aligns offsets to " << device.limits().offset_alignment << " bytes");
    return;
  }
  Recording recording(device, first_dispatch::copy_stage(), {.num_items = 1001}, Pattern::random, kFifthItem);
  recording.record(1);
  REQUIRE_FALSE(recording.messages().empty());
  REQUIRE_THAT(recording.messages().front(), contains("VUID-VkWriteDescriptorSet-descriptorType-00328"));
}

}  // namespace scan::test
