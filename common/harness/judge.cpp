// Checking and timing of one stage.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/judge.hpp"

#include <algorithm>
#include <cstring>
#include <future>
#include <utility>
#include <vector>

#include "harness/guards.hpp"

namespace scan::harness {

namespace {

constexpr std::uint64_t kPieceBytes = std::uint64_t{64} << 20;

}  // namespace

double judge_once(const Subject& subject, Result& result) {
  subject.clear();
  const Elapsed elapsed = subject.run();
  result.finding = subject.check(result);
  if (result.finding.verdict == Verdict::ok) return elapsed.wall_milliseconds;
  if (const std::string reason = subject.explain_stall ? subject.explain_stall() : ""; !reason.empty())
    result.finding = {.verdict = Verdict::stalled, .reason = reason};
  return elapsed.wall_milliseconds;
}

void judge(const Subject& subject, std::uint32_t repeats, std::optional<double>& best_ruler, Result& result) {
  const double first_milliseconds = judge_once(subject, result);
  if (result.finding.verdict != Verdict::ok || result.request.num_items == 0)
    return;  // nothing takes no time

  const TimedRun run = [&] {
    if (subject.restore) subject.restore();
    return subject.run();
  };
  const TimingPlan plan{repeats, subject.software, first_milliseconds};
  const Timing timing = time_beside_ruler(run, subject.ruler, plan, best_ruler);

  judge_once(subject, result);
  if (result.finding.verdict != Verdict::ok) return;
  result.device_time = timing.time;
  result.wall_clock = timing.wall_clock;
  result.share_of_copy = timing.share_of_copy;
}

Finding check_output(Session& session, Result& result, const ReadBytes& output, const ReadBytes& input) {
  const std::uint64_t num_bytes = item_bytes(result.request);
  std::optional<Items> kept;
  if (session.wants_output(result)) kept.emplace(result.request.type, result.request.num_items);
  // While one piece is judged the next is read back, from this thread alone: a context belongs to one.
  std::vector<std::byte> pieces[2];
  Checker checker(session.problem, result.expectation);
  std::future<void> judged;
  double download_milliseconds = 0;
  for (std::uint64_t done = 0, turn = 0; done < num_bytes; ++turn) {
    std::vector<std::byte>& piece = pieces[turn % 2];
    piece.resize(std::min(kPieceBytes, num_bytes));
    const auto bytes = std::span(piece).first(std::min(kPieceBytes, num_bytes - done));
    const Stopwatch watch;
    output(kGuardBytes + done, bytes);
    download_milliseconds += watch.milliseconds();
    if (kept) std::memcpy(kept->bytes().data() + done, bytes.data(), bytes.size());
    if (judged.valid()) judged.get();
    const bool is_only_one = bytes.size() == num_bytes;  // not worth a thread
    judged = std::async(is_only_one ? std::launch::deferred : std::launch::async,
                        [&checker, bytes] { checker.feed(bytes); });
    done += bytes.size();
  }
  if (judged.valid()) judged.get();
  result.download_milliseconds = download_milliseconds;

  std::vector<std::byte> guards((input ? 4 : 2) * kGuardBytes);
  const auto guard = [&](std::size_t number) {
    return std::span(guards).subspan(number * kGuardBytes, kGuardBytes);
  };
  output(0, guard(0));
  output(kGuardBytes + num_bytes, guard(1));
  if (input) {
    input(0, guard(2));
    input(kGuardBytes + num_bytes, guard(3));
  }
  Finding finding = checker.finish(guards);
  if (kept && finding.verdict == Verdict::ok) session.output = std::move(kept);
  return finding;
}

}  // namespace scan::harness
