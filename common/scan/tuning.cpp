// The table of tuned parameters. `./ladder tune` prints entries in this form.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#include "scan/tuning.hpp"

namespace scan {

namespace {

constexpr std::uint64_t kItemBytes = 4;  // the borders were looked for with uint32

// Of an H200 with driver 580.159, 2026-11-30. The single pass was chosen by its time at 2^28 items, the borders and the forms by
// ./ladder bench --compare --api vulkan with powers of two and each type: docs/measurements has the numbers. Two dispatches
// were the fastest at 2^10 items alone, which are one tile and so one dispatch.
// The tiles of scan-then-propagate and reduce-then-scan were found by ./ladder tune --api vulkan,opengl
// --method scan-then-propagate,reduce-then-scan --type uint32,uint64 --items 2^28 --workgroup 128,256,512
// --vectors 2,4,6,8,12,16: most are within 3 % of the best. Those of one workgroup and of two dispatches are what the chapters
// began with; the sizes that suit them best differ from one number of items to the next.
constexpr Tuning kNvidiaVulkan{.one_workgroup = {.workgroup_size = 256, .vectors = 2},
                               .scan_then_propagate = {.workgroup_size = 256, .vectors = 2},
                               .reduce_then_scan = {.workgroup_size = 512, .vectors = 8},
                               .two_dispatches = {.workgroup_size = 256, .vectors = 8},
                               .single_pass = {.workgroup_size = 256, .vectors = 10},
                               .single_pass_helping = {.workgroup_size = 256, .vectors = 10},
                               .single_pass_32 = {.workgroup_size = 256, .vectors = 10},
                               .most_bytes_of_small_tiles = kItemBytes << 22,
                               .most_bytes_of_one_workgroup = kItemBytes << 13,
                               .most_bytes_of_two_dispatches = kItemBytes << 13,
                               .fastest_form = SinglePassForm::no_ticket,
                               .runs_on = true};

// Likewise. By ./ladder tune --api opengl --method single-pass --form fallback,turn-first --workgroup 256,512,1024
// --vectors 4,6,7,8 --items 2^26,2^28; and, for the tiles that wait, --method single-pass,single-pass-32 --form plain
// --vectors 4,5,6,8. With 32-bit atomics 1024 x 4 and 1024 x 8 are level, and the smaller tile is faster with few items.
// 256 x 8 is the best of turn first, and by the comparison of 2026-12-01 no ticket is as fast in it, from 2^24 items on by up
// to 1.5 % faster, and has been slower with other code; fallback is 1 % faster with 512 x 6, and with 2^20 items,
// where the tiles shrink, 512 invocations were up to 6 % faster than 256. Reduce-then-scan in large tiles is slow here, by up
// to a fifth: 256 x 4 is within 0.5 % of the best.
constexpr Tuning kNvidiaOpenGl{.one_workgroup = {.workgroup_size = 256, .vectors = 2},
                               .scan_then_propagate = {.workgroup_size = 256, .vectors = 2},
                               .reduce_then_scan = {.workgroup_size = 256, .vectors = 4},
                               .two_dispatches = {.workgroup_size = 256, .vectors = 8},
                               .single_pass = {.workgroup_size = 256, .vectors = 6},
                               .single_pass_helping = {.workgroup_size = 256, .vectors = 8},
                               .single_pass_32 = {.workgroup_size = 1024, .vectors = 4},
                               .most_bytes_of_small_tiles = kItemBytes << 21,
                               .most_bytes_of_one_workgroup = kItemBytes << 13,
                               .most_bytes_of_two_dispatches = kItemBytes << 13,
                               .fastest_form = SinglePassForm::turn_first,
                               .runs_on = true};

// Not tuned: nobody has swept such a device. Nothing is known of its progress, so auto's single pass has the fallback.
constexpr Tuning kOtherGpu{.one_workgroup = {.workgroup_size = 256, .vectors = 2},
                           .scan_then_propagate = {.workgroup_size = 256, .vectors = 4},
                           .reduce_then_scan = {.workgroup_size = 256, .vectors = 4},
                           .two_dispatches = {.workgroup_size = 256, .vectors = 8},
                           .single_pass = {.workgroup_size = 256, .vectors = 8},
                           .single_pass_helping = {.workgroup_size = 256, .vectors = 8},
                           .single_pass_32 = {.workgroup_size = 256, .vectors = 8},
                           .most_bytes_of_one_workgroup = kItemBytes << 13,
                           .most_bytes_of_two_dispatches = kItemBytes << 21};

// Of Mesa 22.3's llvmpipe and lavapipe on 2 cores, 2026-11-30, by ./ladder tune --api all --workgroup 128,256,512
// --vectors 2,4,8,16 with powers of four from 2^10 to 2^22 items. A workgroup costs them much, so large tiles are fast: 8
// accesses take half the time of 2. 16 would gain up to a third more, and lavapipe compiles such a kernel for a second.
// At the borders the methods take about the same time. The single pass has the fallback, for the host may suspend a
// workgroup for as long as it likes; so two dispatches go as far as they can.
constexpr Tuning kSoftwareDriver{.one_workgroup = {.workgroup_size = 256, .vectors = 2},
                                 .scan_then_propagate = {.workgroup_size = 256, .vectors = 8},
                                 .reduce_then_scan = {.workgroup_size = 256, .vectors = 8},
                                 .two_dispatches = {.workgroup_size = 256, .vectors = 8},
                                 .single_pass = {.workgroup_size = 256, .vectors = 8},
                                 .single_pass_helping = {.workgroup_size = 256, .vectors = 8},
                                 .single_pass_32 = {.workgroup_size = 256, .vectors = 8},
                                 .blocked_vectors = 8,
                                 .most_bytes_of_one_workgroup = kItemBytes << 13,
                                 .most_bytes_of_two_dispatches = kItemBytes << 21};

// It has no times to tune for: as on a GPU, so that it sees the tiles that a GPU runs. Its schedules may be unfair.
constexpr Tuning kSimulator = kOtherGpu;

}  // namespace

const TunedTile& Tuning::tile_of(Method method, SinglePassForm form) const {
  switch (method) {
    case Method::one_workgroup: return one_workgroup;
    case Method::scan_then_propagate: return scan_then_propagate;
    case Method::reduce_then_scan: return reduce_then_scan;
    case Method::two_dispatches: return two_dispatches;
    case Method::single_pass: return form == SinglePassForm::plain ? single_pass : single_pass_helping;
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
