// Numbers the steps of a barrier interval, so that what happens at once in lockstep has one number.
// Room: common/simulator/record, for trace_recorder.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace scan::simulator {

/// One event of an interval, in the order of its invocation. Events of one instruction and instance share a step.
struct StepMark {
  std::uint32_t invocation = 0;
  std::uint32_t instruction = 0;
  std::uint64_t instance = 0;
};

/// The step of each event, from 0 without gaps. No invocation goes back: its later events have later steps. Where that
/// leaves a choice, the event with more steps still to come goes first, so that those who skip a branch or a round of a
/// loop wait for those who do not.
std::vector<std::uint32_t> steps_of(std::span<const StepMark> events);

}  // namespace scan::simulator
