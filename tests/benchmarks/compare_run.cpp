// Builds and checks, times in turns, checks again.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#include "benchmarks/compare_run.hpp"

#include <functional>
#include <new>
#include <utility>

#include "10_any_size/copy_windows.hpp"
#include "benchmarks/compare_cub.hpp"
#include "benchmarks/compare_host.hpp"
#include "harness/host.hpp"
#include "scan/errors.hpp"
#include "scan/pattern.hpp"

namespace scan::compare {

namespace {

constexpr std::uint64_t kSeed = 1;

// A scan of few items takes about as long as the timestamps around it, and each API has its own: so it is called several times
// between them.
constexpr std::uint64_t kBytesOfShortScan = std::uint64_t{256} << 20;
constexpr std::uint32_t kCallsOfShortScan = 16;

std::uint32_t calls_of(const Request& request, const Team& team) {
  const bool is_short = !team.software && request.num_items * bytes_of(request.type) <= kBytesOfShortScan;
  return is_short ? kCallsOfShortScan : 1;
}

/// One that takes part at one size, from its building to its last check.
struct Candidate {
  Row row;
  Team* team = nullptr;
  harness::Subject subject;
  harness::TurnSamples samples;

  bool is_ok() const { return row.result.finding.verdict == Verdict::ok && !team->lost; }
};

/// Calls `action`; what it throws becomes the verdict.
void guarded(Candidate& candidate, const std::function<void()>& action) {
  harness::Result& result = candidate.row.result;
  const auto end_with = [&](Verdict verdict, const char* reason) {
    result.finding = {.verdict = verdict, .reason = reason};
  };
  try {
    if (candidate.team->lost) throw Error("not run: the device was lost earlier");
    action();
  } catch (const Unavailable& error) {
    end_with(Verdict::skipped, error.what());
  } catch (const DeviceLost& error) {
    candidate.team->lost = true;
    end_with(Verdict::failed, error.what());
  } catch (const std::bad_alloc&) {
    end_with(Verdict::skipped, "the host has no memory for it");
  } catch (const std::exception& error) {
    end_with(Verdict::failed, error.what());
  }
}

void build_and_check(Candidate& candidate, const Entry& entry) {
  guarded(candidate, [&] {
    if (!candidate.team->lineup) std::rethrow_exception(candidate.team->absence);
    candidate.subject = candidate.team->lineup->add(entry.stage, candidate.row.calls, candidate.row.result);
    harness::judge_once(candidate.subject, candidate.row.result);
    if (!candidate.is_ok()) candidate.team->lineup->renew_memory();
  });
}

/// The ruler of its team at this size, where that is right.
harness::TimedRun ruler_of(const Candidate& candidate, const std::vector<Candidate>& all) {
  for (const Candidate& other : all) {
    if (other.team == candidate.team && other.row.result.expectation == Expectation::copy && other.is_ok())
      return other.subject.run;
  }
  return {};
}

void time_in_turns(std::vector<Candidate>& candidates, const Options& options,
                   const std::function<bool(Field)>& takes_part) {
  for (std::uint32_t round = 0; round < options.rounds; ++round) {
    for (Candidate& candidate : candidates) {
      if (!candidate.is_ok() || !takes_part(candidate.row.field)) continue;
      guarded(candidate, [&] {
        take_turn({candidate.subject.run, ruler_of(candidate, candidates), candidate.team->load},
                  options.repeats, candidate.team->best_load, candidate.samples);
      });
    }
  }
}

void check_again(Candidate& candidate) {
  guarded(candidate, [&] {
    harness::judge_once(candidate.subject, candidate.row.result);
    if (!candidate.is_ok()) return candidate.team->lineup->renew_memory();
    candidate.row.timing = timing_of(candidate.samples);
    candidate.row.was_warm = candidate.samples.was_warm;
  });
}

/// Puts the items into the memory of each team; a team that has no room for them is absent at this size.
void begin(harness::Session& session, std::vector<Candidate>& candidates, std::vector<Team>& teams) {
  for (Team& team : teams) {
    if (!team.lineup || team.lost) continue;
    Candidate any{.row = {}, .team = &team, .subject = {}, .samples = {}};
    guarded(any, [&] { team.lineup->begin(session); });
    if (any.row.result.finding.verdict == Verdict::ok) continue;
    for (Candidate& candidate : candidates) {
      if (candidate.team == &team) candidate.row.result.finding = any.row.result.finding;
    }
  }
}

/// One, or of OpenGL as many as there are kinds of memory.
std::vector<std::unique_ptr<harness::Lineup>> open_lineups(Field field, const Options& options,
                                                           const std::string& vulkan_name) {
  harness::Options machine;
  machine.device = options.device;
  if (field == Field::opengl) return harness::open_opengl(machine, options.opengl_memories);
  std::vector<std::unique_ptr<harness::Lineup>> one;
  one.push_back(field == Field::vulkan ? harness::open_vulkan(machine)
                : field == Field::cuda ? open_cub(options.cub_file, vulkan_name)
                                       : open_host());
  return one;
}

/// The teams of one field. Those that cannot be opened are absent.
std::vector<Team> open_field(Field field, const Options& options, const std::string& vulkan_name) {
  std::vector<std::unique_ptr<harness::Lineup>> lineups;
  const auto open = [&](Team& team, std::size_t number) {
    if (lineups.empty()) lineups = open_lineups(field, options, vulkan_name);
    team.lineup = std::move(lineups[number]);
    team.software = team.lineup->device_info().software;
    team.load = team.lineup->load(team.entries.front().stage);
  };
  std::vector<Team> teams;
  const std::size_t num_teams = field == Field::opengl ? options.opengl_memories.size() : 1;
  for (std::size_t i = 0; i < num_teams; ++i) {
    Team team{.field = field, .entries = entries_of(field)};
    if (field == Field::opengl) team.opengl_memory = options.opengl_memories[i];
    try {
      open(team, i);
    } catch (const UsageError&) {
      throw;
    } catch (const Error&) {
      team.lineup.reset();
      team.absence = std::current_exception();
    }
    teams.push_back(std::move(team));
  }
  return teams;
}

}  // namespace

std::vector<Team> open_teams(const Options& options) {
  std::vector<Team> teams;
  std::string vulkan_name;  // CUDA is to take the device that Vulkan took
  for (const Field field : options.fields) {
    for (Team& team : open_field(field, options, vulkan_name)) {
      if (field == Field::vulkan && team.lineup && !team.software)
        vulkan_name = team.lineup->device_info().name;
      teams.push_back(std::move(team));
    }
  }
  return teams;
}

void compare_at(std::uint64_t num_items, const Options& options, std::vector<Team>& teams,
                std::vector<Row>& rows) {
  harness::require_free_memory(num_items * bytes_of(options.type), "the items");
  const Request request{.num_items = num_items, .type = options.type, .kind = Kind::inclusive};
  Problem problem{request, make_items(options.type, Pattern::random, num_items, kSeed)};
  const harness::Chapter chapter;
  const harness::Options plain;
  const std::vector<harness::Stage> stages;
  harness::Report report;
  harness::Session session{chapter, plain, stages, problem, report};

  std::vector<Candidate> candidates;
  std::vector<const Entry*> entries;
  for (Team& team : teams) {
    for (const Entry& entry : team.entries) {
      harness::Result result{
          .stage = entry.stage.name, .expectation = entry.stage.expectation, .request = request};
      result.bytes_moved = entry.stage.bytes_moved(request);
      candidates.push_back({{entry.chapter, team.field, team.opengl_memory, team.software, std::move(result),
                             calls_of(request, team)},
                            &team,
                            {},
                            {}});
      entries.push_back(&entry);
    }
  }
  begin(session, candidates, teams);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].is_ok() || candidates[i].team->lost) build_and_check(candidates[i], *entries[i]);
  }
  // The GPU's turns by themselves: while the CPU scans, its clock would sink.
  time_in_turns(candidates, options, [](Field field) { return field != Field::cpu; });
  time_in_turns(candidates, options, [](Field field) { return field == Field::cpu; });
  for (Candidate& candidate : candidates) {
    if (candidate.is_ok()) check_again(candidate);
    rows.push_back(std::move(candidate.row));
  }
  for (Team& team : teams) {
    if (team.lost) static_cast<void>(team.lineup.release());  // its destructors might wait for ever
  }
}

}  // namespace scan::compare
