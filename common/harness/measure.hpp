// What the measuring of every API has in common: the session, and one loop over the stages.
// Room: common/harness. Programs use run_chapter(); tests and benchmarks run sessions of their own.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <optional>

#include "harness/options.hpp"
#include "harness/report.hpp"
#include "harness/stage.hpp"

namespace scan::harness {

struct Session {
  const Chapter& chapter;
  const Options& options;
  const std::vector<Stage>& stages;
  Problem& problem;  // its request is set before each run
  Report& report;
  std::optional<Items> output = {};  // of the last scan that was ok, where --output asks for one
  bool device_lost = false;  // an API's objects were abandoned: the process must not wait for them at its end
  /// Fills the problem's input; empty when that has been done. Large inputs take a minute, which is for nothing
  /// where no stage comes so far as to need them.
  std::function<void()> fill_input = {};
  /// Called when the stages are through: sets the next problem and its stages, to be run on the same device, and
  /// returns true; false when there is none. Empty: there is one problem.
  std::function<bool()> next_problem = {};

  /// Has the input filled.
  void require_input();
  /// Whether the output of this result is what --output may write.
  bool wants_output(const Result& result) const;
};

/// Runs the session's stages on one API and adds a result each, or `skipped` with the reason where there is
/// no such API.
void measure_cpu(Session& session);
void measure_opengl(Session& session);
void measure_vulkan(Session& session);
/// A result for each subgroup width and schedule asked for as well.
void measure_simulator(Session& session);

/// The four of them, as far as the options ask for them, in that order.
void measure_apis(Session& session);

/// Every result of an API that could not be opened: `reason` is what opening it threw.
void report_absent(Session& session, Api api, const std::function<bool(const Stage&)>& has_stage,
                   const std::exception_ptr& reason);

/// With --validation: a message beyond those seen before fails the result, with the first as reason, in one
/// line.
void fail_on_messages(Result& result, const std::vector<std::string>& messages, std::size_t& num_seen);

/// Milliseconds since construction, by the host's clock.
class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The runs of a stage: one of each kind asked for. A copy has no kind, and in place it would be a copy onto itself.
std::vector<Request> requests_of(const Session& session, const Stage& stage);

/// Calls `measure`, which fills in the result, and adds that to the report; what it throws becomes the verdict:
/// Unavailable skipped, all others failed. Returns whether the device was lost.
bool measure_result(Session& session, Result result, const std::function<void(Result&)>& measure);

/// Does so for each stage that `has_stage` and each kind. After a DeviceLost the rest fails without a try; returns
/// true then.
bool measure_stages(Session& session, Api api, const std::function<bool(const Stage&)>& has_stage,
                    const std::function<void(const Stage&, Result&)>& measure);

}  // namespace scan::harness
