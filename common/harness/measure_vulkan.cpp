// The machine that Vulkan makes: its buffers, its clock, its runs.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/bench.hpp"
#include "harness/lineup.hpp"
#include "vulkan/commands.hpp"
#include "vulkan/timer.hpp"

namespace scan::harness {

namespace {

class VulkanMachine {
 public:
  static constexpr Api kApi = Api::vulkan;
  static constexpr bool kIsTimed = true;
  static constexpr bool kSeesBounds = false;
  static constexpr bool kHasClockThatSinks = true;
  using Scan = VulkanScan;
  using Buffer = vulkan::Buffer;
  using ScanBuffers = vulkan::ScanBuffers;

  explicit VulkanMachine(const Options& options)
      : device_({.device = options.device,
                 .validation = options.validation,
                 .clamp = options.clamp,
                 .keeps_kernels = options.keeps_kernels}),
        commands_(device_),
        timer_(device_) {}

  static const auto& resident(const Stage& stage) { return stage.vulkan; }
  static const auto& streamed(const Stage& stage) { return stage.vulkan_streamed; }

  DeviceInfo device_info() const {
    return {Api::vulkan, device_.name(), device_.driver(), device_.is_software()};
  }
  const vulkan::Device& device() const { return device_; }
  const DeviceLimits& limits() const { return device_.limits(); }
  bool is_software() const { return device_.is_software(); }
  std::vector<std::string> messages() const { return device_.messages(); }

  Buffer make_buffer(std::uint64_t size_bytes) const { return Buffer(device_, size_bytes); }
  void upload(Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes) const {
    vulkan::upload(device_, to.range().from(offset, bytes.size()), bytes);
  }
  void download(const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes) const {
    if (!staging_) staging_.emplace(device_, kStagingBytes, vulkan::BufferUse::readback);
    vulkan::download(commands_, *staging_, from.range().from(offset, bytes.size()), bytes);
  }
  void fill(Buffer& buffer, std::uint64_t offset, std::uint64_t size, std::uint32_t word) const {
    vulkan::fill(device_, buffer.range().from(offset, size), word);
  }
  void copy(const Buffer& from, Buffer& to) const { vulkan::copy(device_, from.range(), to.range()); }
  void settle() const {}  // all of the above returns when it is done

  Elapsed run(const Scan& scan, const ScanBuffers& buffers, std::uint32_t calls) {
    const VkCommandBuffer recording = commands_.begin();
    timer_.begin(recording);
    for (std::uint32_t call = 0; call < calls; ++call) scan(recording, buffers);
    timer_.end(recording);
    const Stopwatch watch;
    commands_.submit_and_wait(timeout_seconds());
    return of_one_call({watch.milliseconds(), timer_.milliseconds()}, calls);
  }

 private:
  /// A program takes its time for what a GPU does at once.
  double timeout_seconds() const { return device_.is_software() ? 600 : 60; }

  static constexpr std::uint64_t kStagingBytes = std::uint64_t{16} << 20;

  vulkan::Device device_;
  mutable vulkan::Commands commands_;
  mutable std::optional<vulkan::Buffer> staging_;  // for what is read back, once something is
  vulkan::Timer timer_;
};

}  // namespace

void measure_vulkan(Session& session) {
  measure_on<VulkanMachine>(session);
}

std::unique_ptr<Lineup> open_vulkan(const Options& options) {
  return std::make_unique<LineupOf<VulkanMachine>>(options);
}

}  // namespace scan::harness
