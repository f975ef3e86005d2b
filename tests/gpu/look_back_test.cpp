// Chapter 11: scans in one pass, by every step of it; with tiles that say nothing, and on one thread.
// Room: tests/gpu.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "11_decoupled_look_back/chapter.hpp"
#include "gpu/helping_forms.hpp"
#include "gpu/small_tile.hpp"

namespace scan::test {
namespace {

using namespace scan::decoupled_look_back;

/// Every stage is ok, or skipped for what this machine lacks; some are ok.
void require_ok_or_lacking(const harness::Report& report) {
  std::size_t num_ok = 0;
  for (const harness::Result& result : report.results) {
    CAPTURE(result.stage, name_of(result.request.kind), result.request.num_items,
            name_of(result.request.type), name_of(result.request.op), result.request.in_place,
            result.finding.reason);
    if (result.finding.verdict == Verdict::skipped) {
      const std::string& reason = result.finding.reason;
      const bool has_too_many =
          result.stage == "two dispatches" && reason.find("at most") != std::string::npos;
      REQUIRE((is_refused_in_place(result) || has_too_many ||
               reason.find("atomicLoad") != std::string::npos ||
               reason.find("64-bit atomics") != std::string::npos ||
               reason.find("subgroup") != std::string::npos));
    } else {
      REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::ok));
      ++num_ok;
    }
  }
  REQUIRE(num_ok > 0);
}

void climb_all_kinds(const Small& small, std::uint64_t num_items, bool in_place) {
  harness::Options options = options_with(small, num_items);
  options.in_place = in_place;
  require_ok_or_lacking(climb(chapter(), options));
}

harness::Chapter chapter_of(std::vector<harness::Stage> stages) {
  return with_stages(chapter(), std::move(stages));
}

/// One of each kind of waiting and of words: the others take the same paths.
std::vector<harness::Stage> steps_that_differ() {
  std::vector<harness::Stage> stages{
      single_pass_stage("one word", {.access = WordAccess::load_store}),
      single_pass_stage("32-bit atomics", {.word = StateWord::bits32, .layout = StateLayout::padded}),
      single_pass_stage("no fill", {.word = StateWord::bits32, .clears_ahead = true})};
  for (const HelpingForm& helping : kHelpingForms) {
    stages.push_back(single_pass_stage(
        helping.stage,
        {.word = StateWord::bits32, .clears_ahead = true, .form = helping.form, .block_every = 5}));
  }
  return stages;
}

}  // namespace

TEST_CASE("a single pass matches the serial scan at every border", "[chapter11][one-thread]") {
  const Small small;
  const std::uint64_t tile = small.tile();
  const std::uint64_t window = tile * std::max(1u, limits_of_api().subgroup_size);
  // Nothing, one, two, three; around one tile; three tiles; around a window of as many tiles as a subgroup has lanes, and
  // more than two of those; a prime.
  for (const std::uint64_t num_items :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, tile - 1, tile, tile + 1,
        3 * tile, window, window + tile, window + tile + 1, 2 * window + 2 * tile - 1,
        std::uint64_t{10007}}) {
    require_ok_or_lacking(climb(chapter_of(steps_that_differ()), options_with(small, num_items)));
  }
  for (const std::uint64_t num_items : {tile - 1, window + tile + 1}) {
    climb_all_kinds(small, num_items, false);
    climb_all_kinds(small, num_items, true);
  }
}

TEST_CASE("a single pass is right for every element type and operator, the one that does not commute too",
          "[chapter11]") {
  const Small small;
  for (const ElementType type : kElementTypes) {
    if (type == ElementType::uint64 && !limits_of_api().int64) continue;
    for (const Operator op : kOperators) {
      harness::Options options =
          options_with(small, 40 * small.tile() + 3);  // a tile that is not full at the end
      options.type = type;
      options.op = op;
      if (op == Operator::last) options.pattern = Pattern::sparse;  // or each item would win at once
      require_ok_or_lacking(climb(chapter_of(steps_that_differ()), options));
    }
  }
}

TEST_CASE("a single pass is right with the tiles that it is fast with", "[chapter11]") {
  // The stages' own tiles, of 8,192 and 10,240 items and others: no multiple of any, nor of 128, nor of 4.
  for (const ElementType type : {ElementType::uint32, ElementType::float32}) {
    harness::Options options = options_of(200003);
    options.type = type;
    require_ok_or_lacking(climb(chapter(), options));
  }
}

TEST_CASE("grains that are and are not a multiple of a vector look back alike", "[chapter11]") {
  Small small;
  for (const std::uint32_t grain : {1, 3, 6, 64}) {
    small.grain = grain;
    require_ok_or_lacking(
        climb(chapter_of(steps_that_differ()),
              options_with(small, 11 * small.tile() + 1)));  // one item into the twelfth tile
  }
}

TEST_CASE("one invocation looks back where no subgroup scans", "[chapter11]") {
  const Small small;
  for (const LocalScan local : {LocalScan::hillis_steele, LocalScan::blelloch, LocalScan::raking}) {
    harness::Options options = options_with(small, 9 * small.tile() + 1);
    options.selection.locals = {local};
    options.pattern = Pattern::sparse;
    options.op = Operator::last;
    require_ok_or_lacking(climb(chapter(), options));
  }
}

TEST_CASE("every way to keep and to ask for states is right with every other choice", "[chapter11]") {
  const Small small;
  std::vector<harness::Stage> stages;
  for (const StateWord word : {StateWord::bits64, StateWord::bits32}) {
    for (const StateLayout layout : {StateLayout::packed, StateLayout::padded}) {
      for (const bool chained : {false, true}) {
        const Variant variant{.word = word, .layout = layout, .chained = chained};
        stages.push_back(single_pass_stage("waits", variant));
      }
      for (const WordAccess access :
           {WordAccess::load_store, WordAccess::read_modify_write, WordAccess::load_max})
        stages.push_back(single_pass_stage("asks", {.word = word, .access = access, .layout = layout}));
      for (const HelpingForm& helping : kHelpingForms) {
        for (const bool clears_ahead : {false, true}) {
          stages.push_back(single_pass_stage(helping.stage, {.word = word,
                                                             .layout = layout,
                                                             .clears_ahead = clears_ahead,
                                                             .form = helping.form,
                                                             .block_every = 3}));
        }
      }
    }
  }
  for (const ElementType type : {ElementType::int32, ElementType::uint64}) {
    if (type == ElementType::uint64 && !limits_of_api().int64) continue;
    harness::Options options = options_with(small, 30 * small.tile() + 1);
    options.type = type;
    options.kinds = {Kind::inclusive};
    require_ok_or_lacking(climb(chapter_of(stages), options));
  }
}

TEST_CASE("windows of items hand nothing on but the states of their tiles", "[chapter11][C24]") {
  const Small small;
  harness::Options options = options_with(small, 0);
  options.clamp.binding_bytes = 16384;  // 4,096 items of 4 bytes a window, and states of up to 127 tiles
  for (const std::uint64_t num_items : {4095, 4096, 4097, 8193, 3 * 4096 + 5}) {
    options.num_items = num_items;
    require_ok_or_lacking(climb(chapter(), options));
  }
  options.type = ElementType::uint64;
  options.num_items = 5000;
  if (limits_of_api().int64) require_ok_or_lacking(climb(chapter(), options));
}

TEST_CASE("spare groups of a grid draw no ticket", "[chapter11][C04]") {
  const Small small;
  harness::Options options = options_with(small, 5 * small.tile() + 1);  // 6 tiles
  options.clamp.groups = 2;                                              // in a grid of 2 x 2 x 2
  require_ok_or_lacking(climb(chapter(), options));
}

TEST_CASE("a plan that is used again sees no state of the scan before", "[chapter11]") {
  const Small small;
  harness::Options options = options_with(small, 20 * small.tile());
  options.repeats = 20;
  require_ok_or_lacking(climb(chapter(), options));
}

TEST_CASE("with tiles that say nothing the fallback is right", "[chapter11][one-thread]") {
  const Small small;
  for (const std::uint32_t block_every : {1, 2, 3, 64, 512}) {
    harness::Options options = options_with(small, 600 * small.tile() + 1);
    options.op = Operator::last;
    options.pattern = Pattern::sparse;
    std::vector<harness::Stage> stages;
    for (const HelpingForm& helping : kHelpingForms) {
      for (const StateWord word : {StateWord::bits64, StateWord::bits32}) {
        stages.push_back(single_pass_stage(helping.stage,
                                           {.word = word, .form = helping.form, .block_every = block_every}));
      }
    }
    require_ok_or_lacking(climb(chapter_of(stages), options));
  }
}

TEST_CASE("with tiles that say nothing the others give up, and the next scan is right",
          "[chapter11][one-thread]") {
  const Small small;
  const Variant waits{.word = StateWord::bits32, .max_rounds = 200};
  Variant blocked = waits;
  blocked.block_every = 2;
  const harness::Report report =
      climb(chapter_of({single_pass_stage("blocked", blocked),
                        single_pass_stage("not blocked", {.word = StateWord::bits32})}),
            options_with(small, 100 * small.tile()));
  REQUIRE(report.results.size() == 4);
  for (const harness::Result& result : report.results) {
    CAPTURE(result.stage, result.finding.reason);
    if (result.stage == "blocked") {
      REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::stalled));
      REQUIRE_THAT(result.finding.reason, contains("gave up"));
      REQUIRE_FALSE(result.device_time);
    } else {
      REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::ok));
    }
  }
}

TEST_CASE("whoever helps refuses to work in place, and says why", "[chapter11]") {
  harness::Options options = options_with({}, 1000);
  options.in_place = true;
  std::vector<harness::Stage> stages;
  for (const HelpingForm& helping : kHelpingForms)
    stages.push_back(single_pass_stage(helping.stage, {.form = helping.form}));
  const harness::Report report = climb(chapter_of(stages), options);
  REQUIRE(report.results.size() == 2 * std::size(kHelpingForms));  // both kinds of scan
  for (const harness::Result& result : report.results) {
    CAPTURE(result.stage);
    REQUIRE(name_of(result.finding.verdict) == name_of(Verdict::skipped));
    REQUIRE_THAT(result.finding.reason, contains("reads the items of other tiles"));
  }
}

}  // namespace scan::test
