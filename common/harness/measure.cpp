// The loop over stages and kinds, and how an exception becomes a verdict.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/measure.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "harness/progress.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

Finding without_result(Verdict verdict, std::string reason) {
  Finding finding;
  finding.verdict = verdict;
  finding.reason = std::move(reason);
  return finding;
}

}  // namespace

void Session::require_input() {
  if (fill_input) std::exchange(fill_input, {})();
}

bool Session::wants_output(const Result& result) const {
  return !options.output_file.empty() && result.expectation == Expectation::scan &&
         result.request.kind == options.kinds.front();
}

std::vector<Request> requests_of(const Session& session, const Stage& stage) {
  std::vector<Request> requests;
  for (const Kind kind : session.options.kinds) {
    if (stage.expectation == Expectation::copy && !requests.empty()) break;
    Request request = session.problem.request;
    request.kind = kind;
    request.in_place = session.options.in_place && stage.expectation == Expectation::scan;
    requests.push_back(request);
  }
  return requests;
}

bool measure_result(Session& session, Result result, const std::function<void(Result&)>& measure) {
  bool lost = false;
  session.problem.request = result.request;
  try {
    measure(result);
  } catch (const Unavailable& error) {
    result.finding = without_result(Verdict::skipped, error.what());
  } catch (const DeviceLost& error) {
    lost = session.device_lost = true;
    result.finding = without_result(Verdict::failed, error.what());
  } catch (const std::bad_alloc&) {
    result.finding = without_result(Verdict::skipped, "the host has no memory for it");
  } catch (const std::exception& error) {
    result.finding = without_result(Verdict::failed, error.what());
  }
  if (result.finding.verdict != Verdict::ok) {
    result.device_time.reset();
    result.share_of_copy.reset();
  }
  session.report.results.push_back(std::move(result));
  return lost;
}

bool measure_stages(Session& session, Api api, const std::function<bool(const Stage&)>& has_stage,
                    const std::function<void(const Stage&, Result&)>& measure) {
  bool lost = false;
  Progress progress;
  for (const Stage& stage : session.stages) {
    if (!has_stage(stage)) continue;
    for (const Request& request : requests_of(session, stage)) {
      Result result{.stage = stage.name, .api = api, .expectation = stage.expectation, .request = request};
      if (stage.bytes_moved) result.bytes_moved = stage.bytes_moved(request);
      progress.show(name_of(api), stage.name, request);
      lost |= measure_result(session, std::move(result), [&](Result& to) {
        if (lost) throw Error("not run: the device was lost earlier");
        measure(stage, to);
      });
    }
  }
  return lost;
}

void report_absent(Session& session, Api api, const std::function<bool(const Stage&)>& has_stage,
                   const std::exception_ptr& reason) {
  measure_stages(session, api, has_stage, [&](const Stage&, Result&) { std::rethrow_exception(reason); });
}

void fail_on_messages(Result& result, const std::vector<std::string>& messages, std::size_t& num_seen) {
  if (messages.size() > num_seen && result.finding.verdict == Verdict::ok) {
    std::string line = messages[num_seen];
    std::replace(line.begin(), line.end(), '\n', ' ');
    result.finding = without_result(Verdict::failed, "validation: " + line);
  }
  num_seen = messages.size();
}

}  // namespace scan::harness
