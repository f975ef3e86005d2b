// The table of tuned parameters. `./ladder tune` prints entries in this form.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#include "scan/tuning.hpp"

namespace scan {

namespace {

constexpr std::uint64_t kItemBytes = 4;  // the borders were looked for with uint32

// First values, of a trial on one H200: ./ladder tune --api vulkan --items 2^28 --method single-pass,single-pass-32 tries
// the tiles again; ./ladder tune --api vulkan --method one-workgroup,two-dispatches,single-pass
// --items 2^12,2^13,2^14,2^20,2^21,2^22 the borders. The tiles of the other methods are not tuned.
constexpr Tuning kNvidiaVulkan{.one_workgroup = {.workgroup_size = 256, .vectors = 2},
                               .scan_then_propagate = {.workgroup_size = 256, .vectors = 4},
                               .reduce_then_scan = {.workgroup_size = 256, .vectors = 4},
                               .two_dispatches = {.workgroup_size = 256, .vectors = 8},
                               .single_pass = {.workgroup_size = 256, .vectors = 10},
                               .single_pass_32 = {.workgroup_size = 512, .vectors = 10},
                               .most_bytes_of_small_tiles = kItemBytes << 21,
                               .most_bytes_of_one_workgroup = kItemBytes << 13,
                               .most_bytes_of_two_dispatches = kItemBytes << 13,
                               .runs_on = true};

// Likewise, with --api opengl; the borders are those of Vulkan.
constexpr Tuning kNvidiaOpenGl{.one_workgroup = {.workgroup_size = 256, .vectors = 2},
                               .scan_then_propagate = {.workgroup_size = 256, .vectors = 4},
                               .reduce_then_scan = {.workgroup_size = 256, .vectors = 4},
                               .two_dispatches = {.workgroup_size = 256, .vectors = 8},
                               .single_pass = {.workgroup_size = 256, .vectors = 8},
                               .single_pass_32 = {.workgroup_size = 512, .vectors = 8},
                               .most_bytes_of_small_tiles = kItemBytes << 21,
                               .most_bytes_of_one_workgroup = kItemBytes << 13,
                               .most_bytes_of_two_dispatches = kItemBytes << 21,
                               .runs_on = true};

// Not tuned: nobody has swept such a device. Nothing is known of its progress, so auto's single pass has the fallback.
constexpr Tuning kOtherGpu{.one_workgroup = {.workgroup_size = 256, .vectors = 2},
                           .scan_then_propagate = {.workgroup_size = 256, .vectors = 4},
                           .reduce_then_scan = {.workgroup_size = 256, .vectors = 4},
                           .two_dispatches = {.workgroup_size = 256, .vectors = 8},
                           .single_pass = {.workgroup_size = 256, .vectors = 8},
                           .single_pass_32 = {.workgroup_size = 256, .vectors = 8},
                           .most_bytes_of_one_workgroup = kItemBytes << 13,
                           .most_bytes_of_two_dispatches = kItemBytes << 21};

// Not tuned either. The host may suspend a workgroup for as long as it likes.
constexpr Tuning kSoftwareDriver = kOtherGpu;

// It has no times to tune for: as on a GPU, so that it sees the tiles that a GPU runs. Its schedules may be unfair.
constexpr Tuning kSimulator = kOtherGpu;

}  // namespace

const TunedTile& Tuning::tile_of(Method method) const {
  switch (method) {
    case Method::one_workgroup: return one_workgroup;
    case Method::scan_then_propagate: return scan_then_propagate;
    case Method::reduce_then_scan: return reduce_then_scan;
    case Method::two_dispatches: return two_dispatches;
    case Method::single_pass: return single_pass;
    case Method::single_pass_32: break;
  }
  return single_pass_32;
}

const Tuning& tuning_of(DeviceClass device_class) {
  switch (device_class) {
    case DeviceClass::nvidia_vulkan: return kNvidiaVulkan;
    case DeviceClass::nvidia_opengl: return kNvidiaOpenGl;
    case DeviceClass::other_gpu: return kOtherGpu;
    case DeviceClass::software_driver: return kSoftwareDriver;
    case DeviceClass::simulator: break;
  }
  return kSimulator;
}

}  // namespace scan
