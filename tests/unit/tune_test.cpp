// The sweep over workgroups and grains: its sizes, its choice of the best, its command line.
// Room: tests/unit, for tests/tuning.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "catch.hpp"
#include "scan/errors.hpp"
#include "tuning/awkward_sizes.hpp"
#include "tuning/best.hpp"
#include "tuning/outcome.hpp"

namespace scan::tuning {
namespace {

using test::contains;

Trial trial_of(Method method, std::uint32_t vectors, double milliseconds, std::uint64_t num_items = 1000) {
  Trial trial{.combination = {.method = method, .vectors = vectors}};
  trial.result.request.num_items = num_items;
  if (milliseconds > 0) trial.result.device_time = {milliseconds, milliseconds, milliseconds, 1};
  return trial;
}

std::optional<TuneOptions> parse(std::vector<const char*> words) {
  words.insert(words.begin(), "tune");
  return parse_tune_options(static_cast<int>(words.size()), words.data());
}

}  // namespace

TEST_CASE("every combination has twenty awkward sizes, all different and none beyond its method") {
  for (const Method method : kMethods) {
    for (const std::uint32_t workgroup_size : {128, 1024}) {
      for (const std::uint32_t vectors : {1, 6, 16}) {
        const Combination combination{.method = method, .workgroup_size = workgroup_size, .vectors = vectors};
        for (const ElementType type : {ElementType::uint32, ElementType::uint64}) {
          CAPTURE(combination.name(), name_of(type));
          const std::vector<std::uint64_t> sizes = awkward_sizes(combination, type);
          CHECK(std::set(sizes.begin(), sizes.end()).size() == kNumAwkwardSizes);
          CHECK(*std::max_element(sizes.begin(), sizes.end()) <= most_items(combination, type));
          const std::uint64_t tile = combination.tile_items(type);
          for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, tile - 1, tile})
            CHECK(std::count(sizes.begin(), sizes.end(), size) == 1);
          const auto is_awkward = [tile](std::uint64_t size) {
            return size % 4 != 0 && size % 128 != 0 && size % tile != 0;
          };
          CHECK(std::count_if(sizes.begin(), sizes.end(), is_awkward) >= 10);
        }
      }
    }
  }
}

TEST_CASE("a check has every combination with each of its sizes and types once, in both kinds") {
  const auto combinations =
      combinations_of({Method::single_pass, Method::one_workgroup},
                      {SinglePassForm::plain, SinglePassForm::no_ticket}, {128, 256}, {4});
  std::set<std::tuple<std::string, ElementType, std::uint64_t>> seen;
  std::size_t num_exclusive = 0, num_all = 0;
  for (const Problem& problem : check_problems(combinations, {ElementType::uint32, ElementType::uint64})) {
    REQUIRE(problem.kinds.size() == 1);
    for (const Combination& combination : problem.combinations) {
      seen.insert({combination.name(), problem.type, problem.num_items});
      num_exclusive += problem.kinds[0] == Kind::exclusive;
      ++num_all;
    }
  }
  CHECK(num_all == 6 * 2 * kNumAwkwardSizes);  // one workgroup has no forms
  CHECK(seen.size() == num_all);
  CHECK(num_exclusive == num_all / 2);
}

TEST_CASE("the best of a method is its fastest right trial, problem by problem") {
  const std::vector<Best> bests = best_of(
      std::vector{trial_of(Method::single_pass, 4, 3), trial_of(Method::single_pass, 8, 2),
                  trial_of(Method::single_pass, 12, 0),  // not right: it has no time
                  trial_of(Method::two_dispatches, 4, 1), trial_of(Method::single_pass, 16, 5, 2000)});
  REQUIRE(bests.size() == 3);
  CHECK(bests[0].trial.combination.vectors == 8);
  CHECK_FALSE(bests[0].is_fastest_of_all);
  CHECK(bests[1].trial.combination.method == Method::two_dispatches);
  CHECK(bests[1].is_fastest_of_all);
  CHECK(bests[2].trial.combination.vectors == 16);
  CHECK(bests[2].is_fastest_of_all);
}

TEST_CASE("each form of a single pass has a best of its own, and one of them is the fastest of all") {
  Trial helps = trial_of(Method::single_pass, 4, 1);
  helps.combination.form = SinglePassForm::no_ticket;
  const std::vector<Best> bests =
      best_of(std::vector{trial_of(Method::single_pass, 8, 2), trial_of(Method::single_pass, 4, 3), helps});
  REQUIRE(bests.size() == 2);
  CHECK(bests[0].trial.combination.name() == "single-pass, 256 x 8");
  CHECK_FALSE(bests[0].is_fastest_of_all);
  CHECK(bests[1].trial.combination.name() == "single-pass no-ticket, 256 x 4");
  CHECK(bests[1].is_fastest_of_all);
}

TEST_CASE("a sweep with a wrong trial ends with 1, and one in which nothing ran with 77") {
  Trials all;
  CHECK(exit_code(all) == 77);
  all.trials.push_back(trial_of(Method::single_pass, 4, 1));
  CHECK(exit_code(all) == 0);
  all.trials.back().result.finding.verdict = Verdict::skipped;
  CHECK(exit_code(all) == 77);
  all.trials.back().result.finding.verdict = Verdict::wrong;
  CHECK(exit_code(all) == 1);
}

TEST_CASE("the lists of tune's command line are read, or refused with the option and the word") {
  const auto options = parse({"--api", "vulkan", "--method", "single-pass,two-dispatches", "--workgroup",
                              "64,2^7", "--vectors", "4", "--items", "2^20,1000", "--type", "all"});
  REQUIRE(options);
  CHECK(options->apis == std::vector{harness::Api::vulkan});
  CHECK(options->methods == std::vector{Method::single_pass, Method::two_dispatches});
  CHECK(options->workgroup_sizes == std::vector<std::uint32_t>{64, 128});
  CHECK(options->sizes == std::vector<std::uint64_t>{1 << 20, 1000});
  CHECK(options->types.size() == 4);
  CHECK(parse({"--check"})->types.size() == 3);
  CHECK_THROWS_WITH(parse({"--method", "single-pass,foo"}), contains("--method") && contains("foo"));
  CHECK_THROWS_WITH(parse({"--workgroup", "64,"}), contains("--workgroup"));
  CHECK_THROWS_WITH(parse({"--workgroup", "64,64"}), contains("twice"));
  CHECK(parse({})->forms.size() == std::size(kSinglePassForms));
  CHECK(parse({"--form", "no-ticket,plain"})->forms ==
        std::vector{SinglePassForm::no_ticket, SinglePassForm::plain});
  CHECK_THROWS_WITH(parse({"--form", "ticket"}), contains("--form") && contains("no-ticket"));
  CHECK(parse({"--gl-memory", "ordinary"})->opengl_memory == harness::OpenGlMemory::ordinary);
  CHECK_THROWS_WITH(parse({"--gl-memory", "slow"}), contains("--gl-memory"));
  CHECK_THROWS_WITH(parse({"--vectors", "17"}), contains("--vectors") && contains("16"));
  CHECK(parse({"--check"})->sizes.empty());
  CHECK(parse({"--check"})->repeats == 1);
  CHECK(parse({"--check", "--items", "3", "--repeat", "2000"})->repeats == 2000);
  CHECK(parse({})->sizes == std::vector<std::uint64_t>{1 << 24});
  CHECK_THROWS_AS(parse({"--api", "simulator"}), UsageError);
}

}  // namespace scan::tuning
