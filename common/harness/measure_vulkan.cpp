// The stages in Vulkan: memory, runs with their times, and the copy kernel beside them.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "harness/device_memory.hpp"
#include "harness/guards.hpp"
#include "harness/host_stage.hpp"
#include "harness/judge.hpp"
#include "scan/errors.hpp"
#include "vulkan/commands.hpp"
#include "vulkan/timer.hpp"

namespace scan::harness {

namespace {

/// The input, which no stage may change, and the output beside it. In place the output starts as a copy of
/// the input.
class Memory {
 public:
  Memory(const vulkan::Device& device, const Request& request, std::span<const std::byte> items)
      : device_(device),
        items_bytes_(items.size()),
        source_(device, guarded_bytes(request)),
        destination_(device, guarded_bytes(request)) {
    fill_guards(source_);
    const Stopwatch watch;
    if (!items.empty()) vulkan::upload(device_, items_of(source_, items_bytes_), items);
    upload_milliseconds_ = watch.milliseconds();
  }

  void clear_output() const {
    fill_guards(destination_);
    if (items_bytes_ != 0) vulkan::fill(device_, items_of(destination_, items_bytes_), kSentinel);
  }

  void copy_input_to_output() const { vulkan::copy(device_, source_.range(), destination_.range()); }

  vulkan::ScanBuffers buffers(bool in_place, std::uint64_t handed) const {
    const auto output = items_of(destination_, handed);
    return {in_place ? output : items_of(source_, handed), output};
  }

  void read_input(std::uint64_t offset, std::span<std::byte> bytes) const { read(source_, offset, bytes); }
  void read_output(std::uint64_t offset, std::span<std::byte> bytes) const {
    read(destination_, offset, bytes);
  }
  double upload_milliseconds() const { return upload_milliseconds_; }

 private:
  static vulkan::BufferRange items_of(const vulkan::Buffer& buffer, std::uint64_t bytes) {
    return buffer.range().from(kGuardBytes, bytes);
  }

  void read(const vulkan::Buffer& buffer, std::uint64_t offset, std::span<std::byte> bytes) const {
    vulkan::download(device_, buffer.range().from(offset, bytes.size()), bytes);
  }

  void fill_guards(const vulkan::Buffer& buffer) const {
    vulkan::fill(device_, buffer.range().from(0, kGuardBytes), kGuardWord);
    vulkan::fill(device_, buffer.range().from(kGuardBytes + items_bytes_, kGuardBytes), kGuardWord);
  }

  const vulkan::Device& device_;
  std::uint64_t items_bytes_;
  vulkan::Buffer source_, destination_;
  double upload_milliseconds_ = 0;
};

/// Everything of Vulkan that lives from stage to stage. After a loss of the device it is abandoned, for its
/// destructors might wait for an answer that never comes.
class VulkanBench {
 public:
  explicit VulkanBench(Session& session)
      : session_(session),
        device_({.device = session.options.device,
                 .validation = session.options.validation,
                 .clamp = session.options.clamp}),
        commands_(device_),
        timer_(device_) {}

  DeviceInfo device_info() const {
    return {Api::vulkan, device_.name(), device_.driver(), device_.is_software()};
  }

  void measure(const Stage& stage, Result& result) {
    if (std::exchange(may_be_spoilt_, true)) memory_.reset();
    try {
      stage.vulkan ? measure_resident(stage, result) : measure_streamed(stage, result);
    } catch (...) {
      num_messages_seen_ = device_.messages().size();  // they belong to this stage and not to the next
      throw;
    }
    may_be_spoilt_ = result.finding.verdict != Verdict::ok;
    fail_on_messages(result, device_.messages(), num_messages_seen_);
  }

 private:
  void measure_streamed(const Stage& stage, Result& result) {
    memory_.reset();  // such a stage has the device's memory to itself
    const Stopwatch build;
    streamed_ = stage.vulkan_streamed(device_, result.request);
    result.build_milliseconds = build.milliseconds();
    measure_host_scan(session_, streamed_, {}, result);
    streamed_ = {};
  }

  void measure_resident(const Stage& stage, Result& result) {
    scan_ = {};
    const Stopwatch build;
    scan_ = stage.vulkan(device_, result.request);
    result.build_milliseconds = build.milliseconds();
    prepare_memory(result.request);
    prepare_ruler(result.request);
    result.upload_milliseconds = memory_->upload_milliseconds();
    judge(subject(result.request, scan_), session_.options.repeats, best_ruler_, result);
    scan_ = {};
  }

  void prepare_memory(const Request& request) {
    if (memory_) return;
    require_device_memory(guarded_bytes(request), session_.options, device_.limits(), device_.is_software());
    session_.require_input();
    memory_.emplace(device_, request, std::as_const(session_.problem.input).bytes());
  }

  /// The ruler serves every stage of the session, and is itself checked once: a copy that copies nothing is
  /// fast.
  void prepare_ruler(const Request& request) {
    if (ruler_was_prepared_ || !session_.chapter.ruler.vulkan || request.num_items == 0) return;
    ruler_was_prepared_ = true;
    Result copy{.expectation = Expectation::copy, .request = request};
    copy.request.in_place = false;
    copy.request.configuration = {};
    try {
      ruler_ = session_.chapter.ruler.vulkan(device_, copy.request);
      const Subject ruler = subject(copy.request, ruler_);
      ruler.clear();
      ruler.run();
      copy.finding = ruler.check(copy);
    } catch (const DeviceLost&) {
      throw;
    } catch (const Error& error) {
      copy.finding = {.verdict = Verdict::failed, .reason = error.what()};
    }
    if (copy.finding.verdict == Verdict::ok) return;
    ruler_ = {};
    memory_.reset();
    prepare_memory(request);
    session_.report.notes.push_back(fmt::format("vulkan has no share of copy, for the copy kernel {}: {}",
                                                name_of(copy.finding.verdict), copy.finding.reason));
  }

  Subject subject(const Request& request, const VulkanScan& scan) {
    const std::uint64_t handed = handed_bytes(request, device_.limits());
    const auto run = [this, handed](const VulkanScan& what, bool in_place) {
      const VkCommandBuffer recording = commands_.begin();
      timer_.begin(recording);
      what(recording, memory_->buffers(in_place, handed));
      timer_.end(recording);
      const Stopwatch watch;
      commands_.submit_and_wait(timeout_seconds());
      return Elapsed{watch.milliseconds(), timer_.milliseconds()};
    };
    Subject subject;
    subject.software = device_.is_software();
    subject.clear = [this, in_place = request.in_place] {
      in_place ? memory_->copy_input_to_output() : memory_->clear_output();
    };
    if (request.in_place) subject.restore = subject.clear;
    subject.run = [run, &scan, in_place = request.in_place] {
      return run(scan, in_place);
    };
    if (ruler_)
      subject.ruler = [run, this] {
        return run(ruler_, false);
      };
    subject.check = [this](Result& result) {
      return check_output(
          session_, result, [this](auto offset, auto bytes) { memory_->read_output(offset, bytes); },
          [this](auto offset, auto bytes) { memory_->read_input(offset, bytes); });
    };
    return subject;
  }

  /// A program takes its time for what a GPU does at once.
  double timeout_seconds() const { return device_.is_software() ? 600 : 60; }

  Session& session_;
  vulkan::Device device_;
  vulkan::Commands commands_;
  vulkan::Timer timer_;
  std::optional<Memory> memory_;
  VulkanScan scan_, ruler_;
  HostScan streamed_;
  bool may_be_spoilt_ = false;  // the input, by a stage that went wrong
  bool ruler_was_prepared_ = false;
  std::optional<double> best_ruler_;
  std::size_t num_messages_seen_ = 0;
};

}  // namespace

void measure_vulkan(Session& session) {
  const auto has_stage = [](const Stage& stage) {
    return stage.vulkan || stage.vulkan_streamed;
  };
  std::unique_ptr<VulkanBench> bench;
  try {
    bench = std::make_unique<VulkanBench>(session);
  } catch (const UsageError&) {
    throw;
  } catch (const Error&) {
    report_absent(session, Api::vulkan, has_stage, std::current_exception());
    return;
  }
  session.report.devices.push_back(bench->device_info());
  const bool lost = measure_stages(session, Api::vulkan, has_stage, [&](const Stage& stage, Result& result) {
    bench->measure(stage, result);
  });
  if (lost) static_cast<void>(bench.release());
}

}  // namespace scan::harness
