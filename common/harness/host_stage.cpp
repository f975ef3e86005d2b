// Host memory to host memory, by the wall clock.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/host_stage.hpp"

#include <algorithm>
#include <cstring>

#include "harness/guards.hpp"
#include "harness/host.hpp"

namespace scan::harness {

namespace {

void fill_words(std::span<std::byte> bytes, std::uint32_t word) {
  for (std::size_t i = 0; i < bytes.size(); i += sizeof word)
    std::memcpy(bytes.data() + i, &word, sizeof word);
}

}  // namespace

void measure_host_scan(Session& session, const HostScan& scan, const HostScan& ruler, Result& result) {
  require_free_memory(guarded_bytes(result.request), "the output and its guards");
  Items memory(ElementType::uint32, guarded_bytes(result.request) / sizeof(std::uint32_t));
  const auto guarded = memory.bytes();
  const auto output = guarded.subspan(kGuardBytes, item_bytes(result.request));
  session.require_input();
  const auto pristine = std::as_const(session.problem.input).bytes();
  const auto restore = [&] {
    std::copy(pristine.begin(), pristine.end(), output.begin());
  };

  Subject subject;
  subject.software = true;
  subject.clear = [&] {
    fill_words(guarded.first(kGuardBytes), kGuardWord);
    fill_words(guarded.last(kGuardBytes), kGuardWord);
    result.request.in_place ? restore() : fill_words(output, kSentinel);
  };
  if (result.request.in_place) subject.restore = restore;
  subject.run = [&] {
    const Stopwatch watch;
    scan(result.request.in_place ? std::span<const std::byte>(output) : pristine, output);
    return Elapsed{watch.milliseconds(), {}};
  };
  if (ruler) {
    subject.ruler = [&] {
      const Stopwatch watch;
      ruler(pristine, output);
      return Elapsed{watch.milliseconds(), {}};
    };
  }
  subject.check = [&](Result& to) {
    return check_output(session, to,
                        [&](std::uint64_t offset, std::span<std::byte> bytes) {
                          std::memcpy(bytes.data(), guarded.data() + offset, bytes.size());
                        },
                        {});
  };
  std::optional<double> best_ruler;  // only GPUs are warmed up with it
  judge(subject, session.options.repeats, best_ruler, result);
}

}  // namespace scan::harness
