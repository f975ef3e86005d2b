// Runs problems through the harness, in a session that goes from one to the next.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#include "tuning/trial.hpp"

#include <algorithm>
#include <utility>

#include "10_any_size/copy_windows.hpp"

namespace scan::tuning {

namespace {

harness::Options options_for(const TuneOptions& tune, harness::Api api) {
  harness::Options options;
  options.apis = {api};
  options.device = tune.device;
  options.opengl_memory = tune.opengl_memory;
  options.repeats = tune.repeats;
  options.validation = tune.validation;
  options.is_timed = !tune.is_check;
  options.keeps_kernels = true;
  return options;
}

/// The session and all that it refers to, set up for one problem after the other.
class Sequence {
 public:
  Sequence(const TuneOptions& tune, harness::Api api, const std::vector<Problem>& problems)
      : problems_(problems), options_(options_for(tune, api)) {
    chapter_.name = "tune";
    chapter_.ruler = any_size::copy_windows_stage();
    start(0);
  }
  Sequence(const Sequence&) = delete;
  Sequence& operator=(const Sequence&) = delete;

  harness::Session session() {
    return {
        .chapter = chapter_, .options = options_, .stages = stages_, .problem = problem_, .report = report_};
  }
  void fill_input() { fill_items(problem_.input, options_.pattern, options_.seed); }
  bool is_last() const { return number_ + 1 == problems_.size(); }
  void start_next() { start(number_ + 1); }

  /// The report's results so far, with the combination that each is of.
  std::vector<Trial> take_trials() {
    std::vector<Trial> trials;
    for (harness::Result& result : std::exchange(report_.results, {})) {
      const auto& combinations = problems_[number_].combinations;
      const auto combination =
          std::find_if(combinations.begin(), combinations.end(),
                       [&](const Combination& one) { return one.name() == result.stage; });
      trials.push_back({*combination, std::move(result)});
    }
    return trials;
  }
  const harness::Report& report() const { return report_; }

 private:
  void start(std::size_t number) {
    number_ = number;
    const Problem& problem = problems_[number];
    options_.kinds = problem.kinds;
    stages_.clear();
    for (const Combination& combination : problem.combinations) stages_.push_back(stage_of(combination));
    problem_ = {{.num_items = problem.num_items, .type = problem.type},
                Items(problem.type, problem.num_items)};
  }

  const std::vector<Problem>& problems_;
  std::size_t number_ = 0;
  harness::Chapter chapter_;
  harness::Options options_;
  std::vector<harness::Stage> stages_;
  scan::Problem problem_{{}, Items(ElementType::uint32, 0)};
  harness::Report report_;
};

}  // namespace

void run_problems(const TuneOptions& options, harness::Api api, const std::vector<Problem>& problems,
                  Trials& all, const std::function<void(std::span<const Trial>)>& finished) {
  if (problems.empty()) return;
  Sequence sequence(options, api, problems);
  harness::Session session = sequence.session();
  const auto finish = [&] {
    const std::vector<Trial> trials = sequence.take_trials();
    finished(trials);
    all.trials.insert(all.trials.end(), trials.begin(), trials.end());
  };
  const auto fill = [&] {
    sequence.fill_input();
  };
  session.fill_input = fill;
  session.next_problem = [&] {
    finish();
    if (sequence.is_last()) return false;
    sequence.start_next();
    session.fill_input = fill;
    return true;
  };
  harness::measure_apis(session);
  if (!sequence.report().results.empty())
    finish();  // it ended early: there is no such API, or the device is gone
  const harness::Report& report = sequence.report();
  all.devices.insert(all.devices.end(), report.devices.begin(), report.devices.end());
  all.notes.insert(all.notes.end(), report.notes.begin(), report.notes.end());
}

}  // namespace scan::tuning
