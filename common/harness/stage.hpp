// A stage, the unit that is checked and timed, and a chapter, a list of stages: what a chapter gives to the
// harness.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "harness/unique_function.hpp"
#include "opengl/buffer.hpp"
#include "opengl/context.hpp"
#include "scan/checker.hpp"
#include "scan/request.hpp"
#include "simulator/device.hpp"
#include "vulkan/buffer.hpp"
#include "vulkan/device.hpp"

namespace scan::harness {

/// Scans host memory to host memory (in place both spans are the same bytes); timed by wall clock.
using HostScan = UniqueFunction<void(std::span<const std::byte> input, std::span<std::byte> output)>;
/// Issues the GL commands of one scan. What it wrote is ready for glGetNamedBufferSubData when it returns.
using OpenGlScan = UniqueFunction<void(const opengl::ScanBuffers&)>;
/// Records the commands of one scan. It ends with a barrier that makes its output available to transfers.
using VulkanScan = UniqueFunction<void(VkCommandBuffer, const vulkan::ScanBuffers&)>;
/// Has the simulator run one scan: dispatches, and a barrier wherever the one before is read from or overwritten.
using SimulatorScan = UniqueFunction<void(simulator::Commands&, const simulator::ScanBuffers&)>;

/// Each function builds (compiles, allocates) for one request; what it returns runs any number of times. Left
/// empty: that API has no such stage. Building throws LimitError (failed), Unavailable (skipped) or Error
/// (failed).
struct Stage {
  std::string name;
  Expectation expectation = Expectation::scan;
  std::function<HostScan(const Request&)> cpu;
  std::function<OpenGlScan(const opengl::Context&, const Request&)> opengl;
  std::function<VulkanScan(const vulkan::Device&, const Request&)> vulkan;
  std::function<SimulatorScan(const simulator::Device&, const Request&)> simulator;
  /// As opengl and vulkan, for data that stays on the host: the stage moves it itself.
  std::function<HostScan(const opengl::Context&, const Request&)> opengl_streamed;
  std::function<HostScan(const vulkan::Device&, const Request&)> vulkan_streamed;
  /// Bytes that the algorithm must move through memory: 2N, 3N or 4N elements and its scratch.
  std::function<std::uint64_t(const Request&)> bytes_moved;
};

/// The bytes of `passes` reads or writes of every item, for Stage::bytes_moved.
inline std::uint64_t pass_bytes(const Request& request, std::uint64_t passes) {
  return passes * request.num_items * bytes_of(request.type);
}

/// The choices on the command line that a chapter makes its stages from: one, or with `all` every one.
struct Selection {
  std::vector<LocalScan> locals;      // empty: not asked for, the chapter's default list
  std::vector<Reduction> reductions;  // likewise
  std::uint32_t block_every = 0;      // one tile in so many never publishes; 0: none
};

struct Chapter {
  std::string name;   // "03_hillis_steele", the name of its folder
  std::string title;  // "log N steps"
  std::uint64_t default_items = 1000003;
  bool uses_gpu = true;                           // false: chapter 01
  bool has_local = false, has_reduction = false;  // whether --local, --reduce mean anything here
  bool has_workgroup = true, has_grain = false;   // likewise --workgroup, --grain
  bool has_block = false;                         // likewise --block
  std::vector<ElementType> types{std::begin(kElementTypes), std::end(kElementTypes)};
  std::function<std::vector<Stage>(const Selection&)> stages;
  /// The copy kernel, timed beside every stage: the ruler. Empty for chapter 01, whose own memcpy stage is
  /// named "memcpy".
  Stage ruler;
};

/// main() of every chapter: options, problem, each stage on each API, check, report. Returns the exit code: 0
/// right, 1 wrong, 2 usage or an unusable input file, 77 nothing could run.
int run_chapter(const Chapter& chapter, int argc, char** argv);

}  // namespace scan::harness
