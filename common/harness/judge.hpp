// Run and check, time, run and check again: only what is right both times has a time.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "harness/measure.hpp"
#include "harness/timing.hpp"

namespace scan::harness {

/// A stage that was built, with its memory. The API is behind the functions.
struct Subject {
  std::function<void()> clear;    // sentinels into the output, or in place the input; guards around it
  std::function<void()> restore;  // in place: the input again; else empty
  TimedRun run;                   // one scan
  TimedRun ruler;                 // one copy of the same size; may be empty
  std::function<Finding(Result&)> check;  // reads the output back and compares; adds its download time
  std::function<std::string()>
      explain_stall;  // why a scan that went wrong gave up, "" if it did not; may be empty
  bool software = false;
};

/// Fills in the result's finding and, if it is ok, its time and share of copy.
void judge(const Subject& subject, std::uint32_t repeats, std::optional<double>& best_ruler, Result& result);

/// The same for what has no times, or is timed elsewhere: one run. Returns how long it took by the wall clock.
double judge_once(const Subject& subject, Result& result);

/// Reads bytes [offset, offset + size) of a guarded buffer.
using ReadBytes = std::function<void(std::uint64_t offset, std::span<std::byte> bytes)>;

/// Checks the items and the guards of an output in pieces, and keeps the output when it is ok and --output
/// wants it. `input` may be empty: else the guards around the input are checked as well.
Finding check_output(Session& session, Result& result, const ReadBytes& output, const ReadBytes& input);

}  // namespace scan::harness
