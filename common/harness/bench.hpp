// The stages on a device, the same for every API: memory, runs with their times, and the copy kernel beside them.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "harness/device_memory.hpp"
#include "harness/host_stage.hpp"
#include "harness/subject.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

/// Everything of an API that lives from stage to stage. A Machine is the API in its own words; it has
/// - kApi; kIsTimed, false for one whose times mean nothing; kSeesBounds, true for one that reports what goes beyond
///   a binding: it is handed the items without the guards; Scan, Buffer and ScanBuffers, its types;
/// - device(), what a stage is built on, limits(), is_software(), messages(), the debug messages so far;
/// - resident(stage) and streamed(stage), the stage's functions for this API;
/// - make_buffer(size), upload(buffer, offset, bytes), download(buffer, offset, bytes), fill(buffer, offset, size,
///   word), copy(buffer, buffer), each of which has ended, or is ordered before all that follows, when it returns;
/// - settle(), which returns when everything issued has ended; run(scan, buffers, calls), which returns the time of one of so
///   many calls that wait for each other.
template <class Machine>
class Bench {
 public:
  using Scan = typename Machine::Scan;

  /// The arguments are the machine's.
  template <class... Arguments>
  explicit Bench(Session& session, const Arguments&... arguments)
      : session_(session), machine_(arguments...) {}
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  Machine& machine() { return machine_; }

  /// What is kept from stage to stage belongs to one problem.
  void start_problem() {
    memory_.reset();
    ruler_ = {};
    ruler_was_prepared_ = may_be_spoilt_ = false;
    best_ruler_.reset();
  }

  void measure(const Stage& stage, Result& result) {
    if (std::exchange(may_be_spoilt_, false)) memory_.reset();
    try {
      Machine::resident(stage) ? measure_resident(stage, result) : measure_streamed(stage, result);
    } catch (...) {
      num_messages_seen_ = machine_.messages().size();  // they belong to this stage and not to the next
      throw;
    }
    if (result.finding.verdict == Verdict::ok) may_be_spoilt_ = false;
    fail_on_messages(result, machine_.messages(), num_messages_seen_);
  }

 private:
  void measure_streamed(const Stage& stage, Result& result) {
    memory_.reset();  // such a stage has the device's memory to itself
    const Stopwatch build;
    streamed_ = Machine::streamed(stage)(machine_.device(), result.request);
    result.build_milliseconds = build.milliseconds();
    measure_host_scan(session_, streamed_, {}, result);
    streamed_ = {};
  }

  void measure_resident(const Stage& stage, Result& result) {
    scan_ = {};
    const Stopwatch build;
    scan_ = Machine::resident(stage)(machine_.device(), result.request);
    result.build_milliseconds = build.milliseconds();
    prepare_memory(result.request);
    if (is_timed()) prepare_ruler(result.request);
    result.upload_milliseconds = memory_->upload_milliseconds();
    result.memory = memory_->kind();
    may_be_spoilt_ = true;  // unless it comes out right
    if (is_timed())
      judge(subject(result.request, scan_), session_.options.repeats, best_ruler_, result);
    else
      check_repeatedly(subject(result.request, scan_), result);
    scan_ = {};
  }

  void check_repeatedly(const Subject& subject, Result& result) {
    const std::uint32_t repeats = session_.options.is_timed ? 1 : session_.options.repeats;
    for (std::uint32_t run = 0; run < repeats; ++run) {
      judge_once(subject, result);
      if (result.finding.verdict != Verdict::ok) return;
    }
  }

  bool is_timed() const { return Machine::kIsTimed && session_.options.is_timed; }

  void prepare_memory(const Request& request) {
    if (memory_) return;
    require_device_memory(guarded_bytes(request), session_.options, machine_.limits(),
                          machine_.is_software());
    session_.require_input();
    memory_.emplace(machine_, request, std::as_const(session_.problem.input).bytes());
  }

  /// The ruler serves every stage of the session, and is itself checked once: a copy that copies nothing is
  /// fast.
  void prepare_ruler(const Request& request) {
    const auto& build_ruler = Machine::resident(session_.chapter.ruler);
    if (ruler_was_prepared_ || !build_ruler || request.num_items == 0) return;
    ruler_was_prepared_ = true;
    Result copy{.expectation = Expectation::copy, .request = request};
    copy.request.in_place = false;
    copy.request.configuration = {};
    try {
      ruler_ = build_ruler(machine_.device(), copy.request);
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
    session_.report.notes.push_back(fmt::format("{} has no share of copy, for the copy kernel {}: {}",
                                                name_of(Machine::kApi), name_of(copy.finding.verdict),
                                                copy.finding.reason));
  }

  Subject subject(const Request& request, const Scan& scan) {
    Subject subject = subject_of(session_, machine_, *memory_, request, scan);
    if (ruler_)
      subject.ruler = [this, handed = handed_on(machine_, request)] {
        return machine_.run(ruler_, memory_->buffers(false, handed), 1);
      };
    return subject;
  }

  Session& session_;
  Machine machine_;
  std::optional<GuardedMemory<Machine>> memory_;
  Scan scan_, ruler_;
  HostScan streamed_;
  bool may_be_spoilt_ = false;  // the input, by a stage that went wrong
  bool ruler_was_prepared_ = false;
  std::optional<double> best_ruler_;
  std::size_t num_messages_seen_ = 0;
};

template <class Machine>
bool has_stage(const Stage& stage) {
  return Machine::resident(stage) || Machine::streamed(stage);
}

/// Runs the session's stages on one bench, whose machine is made from the session's options; where it cannot be
/// made, reports why. After a loss of the device the bench is abandoned, for its destructors might wait for an answer
/// that never comes.
template <class Machine>
void measure_on(Session& session) {
  std::unique_ptr<Bench<Machine>> bench;
  try {
    bench = std::make_unique<Bench<Machine>>(session, session.options);
  } catch (const UsageError&) {
    throw;
  } catch (const Error&) {
    report_absent(session, Machine::kApi, has_stage<Machine>, std::current_exception());
    return;
  }
  session.report.devices.push_back(bench->machine().device_info());
  bool lost = false;
  do {
    bench->start_problem();
    lost = measure_stages(session, Machine::kApi, has_stage<Machine>,
                          [&](const Stage& stage, Result& result) { bench->measure(stage, result); });
  } while (!lost && session.next_problem && session.next_problem());
  if (lost) static_cast<void>(bench.release());
}

}  // namespace scan::harness
