// Chapter 11 on the simulator: each step is ok at every width under every schedule; where workgroups are held back the
// fallback still is, and the others give up.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/chapter.hpp"
#include "gpu/helping_forms.hpp"
#include "simulator/sweep.hpp"

namespace scan::test {
namespace {

using namespace scan::decoupled_look_back;

/// Small tiles of whole subgroups, so that few items make many tiles.
void configure(harness::Options& options, std::uint32_t width) {
  options.configuration.workgroup_size = std::max(8u, width);
  options.configuration.grain = 2;
}

std::uint64_t tile_of(const harness::Options& options) {
  return std::uint64_t{*options.configuration.workgroup_size} * *options.configuration.grain;
}

/// Every stage is ok, or skipped for what OpenGL's GLSL lacks, because the fallback does not work in place, or because
/// there are more tiles than two dispatches can have.
void require_ok_or_lacking(const harness::Report& report) {
  std::size_t num_ok = 0;
  for (const harness::Result& result : report.results) {
    CAPTURE(result.stage, name_of(result.request.kind), result.request.num_items,
            result.simulation->subgroup_width, simulator::name_of(result.simulation->schedule),
            result.finding.reason);
    if (result.finding.verdict == Verdict::skipped) {
      const bool lacks_atomic_load = result.finding.reason.find("atomicLoad") != std::string::npos;
      const bool has_too_many =
          result.stage == "two dispatches" && result.finding.reason.find("at most") != std::string::npos;
      REQUIRE((lacks_atomic_load || has_too_many || is_refused_in_place(result)));
    } else {
      REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::ok));
      ++num_ok;
    }
  }
  REQUIRE(num_ok > 0);
}

void sweep(std::span<const std::uint32_t> widths) {
  const harness::Chapter chapter = decoupled_look_back::chapter();
  Turns turns;
  for (const std::uint32_t width : widths) {
    const std::uint64_t tile = 2 * std::max(8u, width);
    for (const std::uint64_t num_items :
         borders({width, tile}, {3 * tile, 9 * tile + 1, 233}, std::max<std::uint64_t>(600, 3 * tile))) {
      for (harness::Options options : turns.options_of(num_items, width, chapter.types)) {
        configure(options, width);
        require_ok_or_lacking(climb(chapter, options));
      }
    }
  }
}

/// Ways to start and to hold back workgroups, under which nobody who waits may count on the others.
std::vector<simulator::Settings> unfair_settings() {
  std::vector<simulator::Settings> all;
  for (const std::uint32_t resident : {1, 2, 3, 8}) {
    for (const auto order : {simulator::StartOrder::descending, simulator::StartOrder::shuffled}) {
      for (const std::uint32_t starve : {2, 3}) {
        simulator::Settings settings;
        settings.resident = resident;
        settings.start_order = order;
        settings.starve = starve;
        all.push_back(settings);
      }
    }
  }
  return all;
}

harness::Chapter chapter_of(const harness::Stage& stage) {
  return with_stages(chapter(), {stage});
}

harness::Options unfair_options(const simulator::Settings& settings) {
  harness::Options options = options_of(0);
  options.simulator.settings = settings;
  options.simulator.subgroup_widths = {8};
  options.simulator.schedules.assign(std::begin(simulator::kSchedules), std::end(simulator::kSchedules));
  options.kinds = {Kind::exclusive};
  configure(options, 8);
  options.num_items = 11 * tile_of(options) + 5;
  return options;
}

std::vector<harness::Stage> helping_stages(const harness::Selection& selection) {
  std::vector<harness::Stage> stages;
  for (const harness::Stage& stage : chapter().stages(selection)) {
    if (helps(stage.name)) stages.push_back(stage);
  }
  REQUIRE(stages.size() == std::size(kHelpingForms));
  return stages;
}

/// With words of both widths, side by side and padded, filled and cleared ahead: all of them right.
void require_helpers_ok(const simulator::Settings& settings) {
  harness::Options options = unfair_options(settings);
  options.op = Operator::last;
  options.pattern = Pattern::sparse;
  for (const HelpingForm& helping : kHelpingForms) {
    for (const Variant& variant :
         {Variant{.word = StateWord::bits64}, Variant{.word = StateWord::bits32},
          Variant{.word = StateWord::bits32, .layout = StateLayout::padded, .clears_ahead = true}}) {
      Variant helps = variant;
      helps.form = helping.form;
      CAPTURE(settings.resident, static_cast<int>(settings.start_order), settings.starve,
              static_cast<int>(helps.word), helps.clears_ahead);
      require_ok(climb(chapter_of(single_pass_stage(helping.stage, helps)), options), true);
    }
  }
}

}  // namespace

TEST_CASE("a single pass is ok under every schedule with narrow subgroups") {
  sweep(kNarrow);
}
TEST_CASE("a single pass is ok under every schedule with wide subgroups") {
  sweep(kWide);
}

TEST_CASE("a ticket makes any order in which workgroups start as good as any other") {
  for (simulator::Settings settings : unfair_settings()) {
    settings.starve = 0;
    CAPTURE(settings.resident, static_cast<int>(settings.start_order));
    require_ok_or_lacking(climb(decoupled_look_back::chapter(), unfair_options(settings)));
  }
}

TEST_CASE(
    "the scan of the tile orders the turn, whatever its algorithm, and in a workgroup of one subgroup") {
  for (const std::uint32_t width : {4, 8}) {  // of 8 invocations
    for (const LocalScan local : kLocalScans) {
      harness::Options options = unfair_options({});
      options.simulator.subgroup_widths = {width};
      options.selection.locals = {local};
      CAPTURE(width, name_of(local));
      require_ok_or_lacking(climb(chapter(), options));
      options.selection.block_every = 1;  // so many are helped that the tickets are marked, by the turn
      require_ok(climb(with_stages(chapter(), helping_stages(options.selection)), options), true);
    }
  }
}

TEST_CASE("the fallback is right where workgroups are held back, with a ticket and without") {
  for (const simulator::Settings& settings : unfair_settings()) require_helpers_ok(settings);
}

TEST_CASE("without a ticket the fallback is right whatever the order in which workgroups start") {
  for (const std::uint32_t resident : {1, 2, 8}) {
    for (const auto order : {simulator::StartOrder::ascending, simulator::StartOrder::descending,
                             simulator::StartOrder::shuffled}) {
      // With one resident workgroup, the last tile first: it reduces every tile before its own.
      require_helpers_ok({.start_order = order, .resident = resident});
    }
  }
}

TEST_CASE("without the fallback a scan whose workgroups are held back is stalled") {
  const Variant waits{.word = StateWord::bits32, .max_rounds = 300};
  simulator::Settings settings;
  settings.starve = 3;
  const harness::Report report =
      climb(chapter_of(single_pass_stage("waits", waits)), unfair_options(settings));
  REQUIRE(report.results.size() == std::size(simulator::kSchedules));
  for (const harness::Result& result : report.results) {
    CAPTURE(simulator::name_of(result.simulation->schedule), result.finding.reason);
    REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::stalled));
    REQUIRE_THAT(result.finding.reason, contains("gave up"));
  }
}

}  // namespace scan::test
