// The stages in OpenGL: memory, runs with their times, and the copy kernel beside them.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "harness/device_memory.hpp"
#include "harness/guards.hpp"
#include "harness/host_stage.hpp"
#include "harness/judge.hpp"
#include "opengl/timer.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

/// The input, which no stage may change, and the output beside it. In place the output starts as a copy of
/// the input.
class Memory {
 public:
  Memory(const Request& request, std::span<const std::byte> items)
      : items_bytes_(items.size()), source_(guarded_bytes(request)), destination_(guarded_bytes(request)) {
    fill_guards(source_);
    const Stopwatch watch;
    source_.upload(kGuardBytes, items);
    opengl::finish();
    upload_milliseconds_ = watch.milliseconds();
  }

  void clear_output() {
    fill_guards(destination_);
    if (items_bytes_ != 0) destination_.fill(kGuardBytes, items_bytes_, kSentinel);
  }

  /// What follows on the device sees the copy without a barrier: it is no shader that writes here.
  void copy_input_to_output() {
    GL_CHECK(glCopyNamedBufferSubData(source_.id(), destination_.id(), 0, 0,
                                      static_cast<GLsizeiptr>(source_.size_bytes())));
  }

  opengl::ScanBuffers buffers(bool in_place, std::uint64_t handed) const {
    const auto output = destination_.range().from(kGuardBytes, handed);
    return {in_place ? output : source_.range().from(kGuardBytes, handed), output};
  }

  const opengl::Buffer& source() const { return source_; }
  const opengl::Buffer& destination() const { return destination_; }
  double upload_milliseconds() const { return upload_milliseconds_; }

 private:
  void fill_guards(opengl::Buffer& buffer) const {
    buffer.fill(0, kGuardBytes, kGuardWord);
    buffer.fill(kGuardBytes + items_bytes_, kGuardBytes, kGuardWord);
  }

  std::uint64_t items_bytes_;
  opengl::Buffer source_, destination_;
  double upload_milliseconds_ = 0;
};

/// Everything of OpenGL that lives from stage to stage. After a loss of the device it is abandoned, for its
/// destructors might wait for an answer that never comes.
class OpenGlBench {
 public:
  explicit OpenGlBench(Session& session)
      : session_(session),
        context_({.device = session.options.device,
                  .validation = session.options.validation,
                  .clamp = session.options.clamp}),
        timer_(context_) {}

  DeviceInfo device_info() const {
    return {Api::opengl, context_.renderer(), context_.version() + ", " + context_.platform_name(),
            context_.is_software()};
  }

  void measure(const Stage& stage, Result& result) {
    if (std::exchange(may_be_spoilt_, true)) memory_.reset();
    try {
      stage.opengl ? measure_resident(stage, result) : measure_streamed(stage, result);
    } catch (...) {
      num_messages_seen_ = context_.messages().size();  // they belong to this stage and not to the next
      throw;
    }
    may_be_spoilt_ = result.finding.verdict != Verdict::ok;
    fail_on_messages(result, context_.messages(), num_messages_seen_);
  }

 private:
  void measure_streamed(const Stage& stage, Result& result) {
    memory_.reset();  // such a stage has the device's memory to itself
    const Stopwatch build;
    streamed_ = stage.opengl_streamed(context_, result.request);
    result.build_milliseconds = build.milliseconds();
    measure_host_scan(session_, streamed_, {}, result);
    streamed_ = {};
  }

  void measure_resident(const Stage& stage, Result& result) {
    scan_ = {};
    const Stopwatch build;
    scan_ = stage.opengl(context_, result.request);
    result.build_milliseconds = build.milliseconds();
    prepare_memory(result.request);
    prepare_ruler(result.request);
    result.upload_milliseconds = memory_->upload_milliseconds();
    judge(subject(result.request, scan_), session_.options.repeats, best_ruler_, result);
    scan_ = {};
  }

  void prepare_memory(const Request& request) {
    if (memory_) return;
    require_device_memory(guarded_bytes(request), session_.options, context_.limits(),
                          context_.is_software());
    session_.require_input();
    memory_.emplace(request, std::as_const(session_.problem.input).bytes());
  }

  /// The ruler serves every stage of the session, and is itself checked once: a copy that copies nothing is
  /// fast.
  void prepare_ruler(const Request& request) {
    if (ruler_was_prepared_ || !session_.chapter.ruler.opengl || request.num_items == 0) return;
    ruler_was_prepared_ = true;
    Result copy{.expectation = Expectation::copy, .request = request};
    copy.request.in_place = false;
    copy.request.configuration = {};
    try {
      ruler_ = session_.chapter.ruler.opengl(context_, copy.request);
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
    session_.report.notes.push_back(fmt::format("opengl has no share of copy, for the copy kernel {}: {}",
                                                name_of(copy.finding.verdict), copy.finding.reason));
  }

  Subject subject(const Request& request, const OpenGlScan& scan) {
    const std::uint64_t handed = handed_bytes(request, context_.limits());
    const auto run = [this, handed](const OpenGlScan& what, bool in_place) {
      const Stopwatch watch;
      timer_.begin();
      what(memory_->buffers(in_place, handed));
      timer_.end();
      opengl::finish(timeout_seconds());
      return Elapsed{watch.milliseconds(), timer_.milliseconds()};
    };
    Subject subject;
    subject.software = context_.is_software();
    subject.clear = [this, in_place = request.in_place] {
      in_place ? memory_->copy_input_to_output() : memory_->clear_output();
      opengl::finish(timeout_seconds());
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
          session_, result,
          [this](auto offset, auto bytes) { memory_->destination().download(offset, bytes); },
          [this](auto offset, auto bytes) { memory_->source().download(offset, bytes); });
    };
    return subject;
  }

  /// A program takes its time for what a GPU does at once.
  double timeout_seconds() const { return context_.is_software() ? 600 : 60; }

  Session& session_;
  opengl::Context context_;
  opengl::Timer timer_;
  std::optional<Memory> memory_;
  OpenGlScan scan_, ruler_;
  HostScan streamed_;
  bool may_be_spoilt_ = false;  // the input, by a stage that went wrong
  bool ruler_was_prepared_ = false;
  std::optional<double> best_ruler_;
  std::size_t num_messages_seen_ = 0;
};

}  // namespace

void measure_opengl(Session& session) {
  const auto has_stage = [](const Stage& stage) {
    return stage.opengl || stage.opengl_streamed;
  };
  std::unique_ptr<OpenGlBench> bench;
  try {
    bench = std::make_unique<OpenGlBench>(session);
  } catch (const UsageError&) {
    throw;
  } catch (const Error&) {
    report_absent(session, Api::opengl, has_stage, std::current_exception());
    return;
  }
  session.report.devices.push_back(bench->device_info());
  const bool lost = measure_stages(session, Api::opengl, has_stage, [&](const Stage& stage, Result& result) {
    bench->measure(stage, result);
  });
  if (lost) static_cast<void>(bench.release());
}

}  // namespace scan::harness
