// The stages of one machine that stay built side by side, for whoever times them in turns with those of other machines.
// Room: common/harness. Programs of a chapter use run_chapter(), which takes one stage after the other.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <vector>

#include "harness/device_memory.hpp"
#include "harness/subject.hpp"

namespace scan::harness {

class Lineup {
 public:
  virtual ~Lineup() = default;
  virtual DeviceInfo device_info() const = 0;
  /// Drops all stages, and puts the session's items into the machine's memory. The session must outlive the next call.
  virtual void begin(Session& session) = 0;
  /// Builds the stage for the result's request. The subject is good until the next begin(). Each of its runs is so many calls,
  /// one after the other, and the time is that of one. Throws what building throws.
  virtual Subject add(const Stage& stage, std::uint32_t calls, Result& result) = 0;
  /// Memory as after begin(), for a stage that went wrong may have spoilt it.
  virtual void renew_memory() = 0;
  /// A copy that is large whatever the items are, by this stage; empty where no clock sinks. Good for as long as this lives.
  virtual TimedRun load(const Stage& copy) = 0;
};

/// Throw Unavailable where there is no such device. Only the device, validation and limits of the options count.
std::unique_ptr<Lineup> open_vulkan(const Options& options);
/// A lineup for each kind of memory. They share the one context of the process, which lives as long as any of them.
std::vector<std::unique_ptr<Lineup>> open_opengl(const Options& options,
                                                 const std::vector<OpenGlMemory>& memories);

/// What is asked of a Machine stands in bench.hpp; resident(stage) may as well be no reference.
template <class Machine>
class LineupOf final : public Lineup {
 public:
  /// The arguments are the machine's.
  template <class... Arguments>
  explicit LineupOf(const Arguments&... arguments) : machine_(arguments...) {}

  DeviceInfo device_info() const override { return machine_.device_info(); }

  void begin(Session& session) override {
    scans_.clear();
    memory_.reset();
    session_ = &session;
    const Request& request = session.problem.request;
    require_device_memory(guarded_bytes(request), session.options, machine_.limits(), machine_.is_software());
    session.require_input();
    renew_memory();
  }

  Subject add(const Stage& stage, std::uint32_t calls, Result& result) override {
    const Stopwatch build;
    scans_.push_back(
        std::make_unique<const Scan>(Machine::resident(stage)(machine_.device(), result.request)));
    result.build_milliseconds = build.milliseconds();
    result.memory = memory_->kind();
    return subject_of(*session_, machine_, *memory_, result.request, *scans_.back(), calls);
  }

  void renew_memory() override {
    memory_.emplace(machine_, session_->problem.request, std::as_const(session_->problem.input).bytes());
  }

  TimedRun load(const Stage& copy) override {
    if (!Machine::kHasClockThatSinks || machine_.is_software()) return {};
    const std::uint64_t bytes = std::min(kLoadBytes, std::bit_floor(machine_.limits().memory_bytes / 16));
    const Request request{.num_items = bytes / bytes_of(ElementType::uint32)};
    load_ = std::make_unique<Load>(Load{Machine::resident(copy)(machine_.device(), request),
                                        machine_.make_buffer(bytes), machine_.make_buffer(bytes)});
    machine_.fill(load_->from, 0, bytes, kSentinel);  // memory that was never written reads too fast
    machine_.fill(load_->to, 0, bytes, kSentinel);
    machine_.settle();
    return [this] {
      return machine_.run(load_->copy, {load_->from.range(), load_->to.range()}, 1);
    };
  }

 private:
  using Scan = typename Machine::Scan;
  struct Load {
    Scan copy;
    typename Machine::Buffer from, to;
  };
  /// Beyond any cache, and long beside its launch.
  static constexpr std::uint64_t kLoadBytes = std::uint64_t{1} << 29;

  Machine machine_;
  Session* session_ = nullptr;
  std::optional<GuardedMemory<Machine>> memory_;
  std::vector<std::unique_ptr<const Scan>> scans_;
  std::unique_ptr<Load> load_;
};

}  // namespace scan::harness
