// Numbers the steps of a barrier interval: a topological order of what each invocation did.
// Room: common/simulator/record, for trace_recorder.cpp.
// SPDX-License-Identifier: MIT
#include "simulator/record/trace_steps.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace scan::simulator {
namespace {

struct Step {
  std::uint32_t instruction = 0;
  std::set<std::uint32_t> next;   // steps that some invocation took right after this one
  std::uint32_t num_to_come = 0;  // the longest chain of steps after this one
};

struct Steps {
  std::vector<Step> steps;
  std::vector<std::uint32_t> of_event;
};

Steps distinct_steps(std::span<const StepMark> events) {
  Steps found;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> numbers;
  std::unordered_map<std::uint32_t, std::uint32_t> last_of_invocation;
  for (const StepMark& event : events) {
    const auto number = static_cast<std::uint32_t>(found.steps.size());
    const auto [known, is_new] = numbers.try_emplace({event.instruction, event.instance}, number);
    if (is_new) found.steps.push_back({.instruction = event.instruction});
    const std::uint32_t step = known->second;
    found.of_event.push_back(step);
    const auto [last, is_first] = last_of_invocation.try_emplace(event.invocation, step);
    if (!is_first && last->second != step) found.steps[last->second].next.insert(step);
    last->second = step;
  }
  return found;
}

/// The steps, each after those that lead to it. Invocations that disagree about the order (they can where two steps were
/// taken for one) are overruled: the step that was met first goes first.
std::vector<std::uint32_t> in_order(const std::vector<Step>& steps) {
  const auto urgency = [&](std::uint32_t step) {
    return std::tuple(~steps[step].num_to_come, steps[step].instruction, step);
  };
  std::vector<std::uint32_t> num_before(steps.size());
  for (const Step& step : steps) {
    for (const std::uint32_t next : step.next) ++num_before[next];
  }
  using Urgency = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  std::set<Urgency> ready;
  std::set<std::uint32_t> waiting;
  for (std::uint32_t step = 0; step < steps.size(); ++step) {
    waiting.insert(step);
    if (num_before[step] == 0) ready.insert(urgency(step));
  }
  std::vector<std::uint32_t> order;
  while (!waiting.empty()) {
    const std::uint32_t step = ready.empty() ? *waiting.begin() : std::get<2>(*ready.begin());
    ready.erase(urgency(step));
    waiting.erase(step);
    order.push_back(step);
    for (const std::uint32_t next : steps[step].next) {
      if (--num_before[next] == 0 && waiting.contains(next)) ready.insert(urgency(next));
    }
  }
  return order;
}

}  // namespace

std::vector<std::uint32_t> steps_of(std::span<const StepMark> events) {
  Steps found = distinct_steps(events);
  const std::vector<std::uint32_t> any_order = in_order(found.steps);
  for (auto step = any_order.rbegin(); step != any_order.rend(); ++step) {
    for (const std::uint32_t next : found.steps[*step].next) {
      const std::uint32_t num_to_come = found.steps[next].num_to_come + 1;
      found.steps[*step].num_to_come = std::max(found.steps[*step].num_to_come, num_to_come);
    }
  }

  const std::vector<std::uint32_t> order = in_order(found.steps);
  std::vector<std::uint32_t> number(found.steps.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  std::vector<std::uint32_t> result;
  for (const std::uint32_t step : found.of_event) result.push_back(number[step]);
  return result;
}

}  // namespace scan::simulator
