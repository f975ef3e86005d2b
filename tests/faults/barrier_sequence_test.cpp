// Chapters 02 to 11 in OpenGL: between every two dispatches, and before whoever reads the result, stands a
// barrier that names it. Room: tests/faults. OpenGL has no synchronization validation: the sequence of the
// commands is the evidence. SPDX-License-Identifier: MIT
#include <algorithm>

#include "02_first_dispatch/chapter.hpp"
#include "03_hillis_steele/chapter.hpp"
#include "04_blelloch/chapter.hpp"
#include "05_raking/chapter.hpp"
#include "06_subgroup/chapter.hpp"
#include "07_thread_grain/chapter.hpp"
#include "08_scan_then_propagate/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "10_any_size/chapter.hpp"
#include "11_decoupled_look_back/chapter.hpp"
#include "11_decoupled_look_back/two_dispatches.hpp"
#include "faults/watched_commands.hpp"
#include "gpu/climb.hpp"
#include "scan/errors.hpp"

namespace scan::test {
namespace {

constexpr std::uint32_t kWorkgroupSize = 64;  // a whole number of subgroups, of whatever width
constexpr std::uint64_t kTileItems = kWorkgroupSize;
constexpr std::uint64_t kItemsOfThreeLevels = kTileItems * kTileItems + 1;

Request request_of(std::uint64_t num_items) {
  return {.num_items = num_items, .configuration = {.workgroup_size = kWorkgroupSize, .grain = 1}};
}

/// A stage's scan on buffers of its own.
class Scan {
 public:
  Scan(const opengl::Context& context, const harness::Stage& stage, const Request& request)
      : input_(make_items(request.type, Pattern::random, request.num_items, 1)),
        output_(request.type, request.num_items),
        items_in_(input_.num_bytes()),
        items_out_(input_.num_bytes()) {
    if (stage.opengl) {
      items_in_.upload(0, std::as_const(input_).bytes());
      resident_ = stage.opengl(context, request);
    } else {
      streamed_ = stage.opengl_streamed(context, request);
    }
  }

  void run() {
    if (resident_) {
      resident_({.items_in = items_in_.range(), .items_out = items_out_.range()});
    } else {
      streamed_(std::as_const(input_).bytes(), output_.bytes());
    }
  }

 private:
  Items input_, output_;
  opengl::Buffer items_in_, items_out_;
  harness::OpenGlScan resident_;
  harness::HostScan streamed_;
};

struct Issued {
  std::vector<Command> commands;
  std::size_t num_barriers = 0;  // of one scan
};

/// Two scans, the second of which finds what the first left behind; `left_out` is missing from each.
Issued issue_twice(Scan& scan, std::optional<std::size_t> left_out = {}) {
  Issued issued;
  for (int time = 0; time < 2; ++time) {
    const WatchedCommands watched(left_out);
    scan.run();
    issued.commands.insert(issued.commands.end(), watched.seen().begin(), watched.seen().end());
    issued.num_barriers = watched.num_barriers();
  }
  return issued;
}

/// With all barriers nothing is amiss; with any one of them left out something is.
void require_every_barrier(const harness::Stage& stage, const Request& request,
                           const LimitClamp& clamp = {}) {
  const opengl::Context context({.validation = true, .clamp = clamp});
  CAPTURE(stage.name);
  std::optional<Scan> scan;
  try {
    scan.emplace(context, stage, request);
  } catch (const Unavailable& reason) {
    REQUIRE_THAT(reason.what(), contains("subgroup"));
    return;
  }
  const Issued issued = issue_twice(*scan);
  REQUIRE(missing_barrier(issued.commands) == "");
  REQUIRE(issued.num_barriers >= 1);
  for (std::size_t left_out = 0; left_out < issued.num_barriers; ++left_out) {
    CAPTURE(left_out, issued.num_barriers);
    REQUIRE(missing_barrier(issue_twice(*scan, left_out).commands) != "");
  }
  REQUIRE(context.messages() == std::vector<std::string>{});
}

void require_every_barrier(const harness::Chapter& chapter) {
  for (const harness::Stage& stage : chapter.stages({})) require_every_barrier(stage, request_of(61));
}

const harness::Selection kSharedMemory{.locals = {LocalScan::raking}, .reductions = {Reduction::tree}};

}  // namespace

TEST_CASE("C14: chapters 02 to 04 end with the barriers that their readers need", "[C14]") {
  require_every_barrier(first_dispatch::chapter());
  require_every_barrier(hillis_steele::chapter());
  require_every_barrier(blelloch::chapter());
}

TEST_CASE("C14: chapters 05 to 07 end with the barriers that their readers need", "[C14]") {
  require_every_barrier(raking::chapter());
  require_every_barrier(subgroup::chapter());
  require_every_barrier(thread_grain::chapter());
}

TEST_CASE("C14: a barrier stands between every two dispatches of scan-then-propagate",
          "[C14][chapter08][asan]") {
  require_every_barrier(scan_then_propagate::chapter().stages(kSharedMemory).front(),
                        request_of(kItemsOfThreeLevels));
}

TEST_CASE("C14: a barrier stands between every two dispatches of reduce-then-scan", "[C14][chapter09]") {
  require_every_barrier(reduce_then_scan::chapter().stages(kSharedMemory).front(),
                        request_of(kItemsOfThreeLevels));
}

TEST_CASE("C14: a barrier stands between every two dispatches of all windows", "[C14][chapter10][asan]") {
  const std::uint64_t window_items = kItemsOfThreeLevels - 1 + kTileItems;
  const LimitClamp clamp{.binding_bytes = window_items * 4};
  for (const harness::Stage& stage : any_size::chapter().stages(kSharedMemory)) {
    require_every_barrier(stage, request_of(3 * window_items - 5), clamp);
  }
}

TEST_CASE("C14: a barrier stands between the windows of a single pass, and before the next fill",
          "[C14][chapter11]") {
  const LimitClamp clamp{.binding_bytes = 16384};
  require_every_barrier(decoupled_look_back::single_pass_stage(
                            "32-bit atomics", {.word = decoupled_look_back::StateWord::bits32}),
                        request_of(3 * 4096 - 5), clamp);
}

TEST_CASE("C14: barriers stand between the two dispatches of a scan, and behind them", "[C14][chapter11]") {
  require_every_barrier(decoupled_look_back::two_dispatches_stage("two dispatches"), request_of(1001));
}

TEST_CASE("C14: two dispatches with nothing between them, or with the wrong reader named, are seen",
          "[C14][asan]") {
  const Command dispatch{Command::Kind::dispatch}, copy{Command::Kind::copy}, fence{Command::Kind::fence};
  const Command storage{Command::Kind::barrier, GL_SHADER_STORAGE_BARRIER_BIT};
  const Command update{Command::Kind::barrier, GL_BUFFER_UPDATE_BARRIER_BIT};
  REQUIRE(missing_barrier({dispatch, storage, dispatch, update}) == "");
  REQUIRE_THAT(missing_barrier({dispatch, dispatch, update}), contains("command 1, a dispatch"));
  REQUIRE_THAT(missing_barrier({dispatch, update, dispatch, update}), contains("command 2, a dispatch"));
  REQUIRE_THAT(missing_barrier({dispatch, storage}), contains("without GL_BUFFER_UPDATE_BARRIER_BIT"));
  REQUIRE_THAT(missing_barrier({dispatch, storage, copy, update}), contains("command 2, an update"));
  REQUIRE_THAT(missing_barrier({dispatch, update, copy}), contains("without a fence"));
  REQUIRE(missing_barrier({dispatch, update, copy, fence}) == "");
}

}  // namespace scan::test
