// The command line of the simulator: what steers it, and where that means nothing.
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "catch.hpp"
#include "harness/options.hpp"
#include "scan/errors.hpp"

using namespace scan;
using namespace scan::harness;
using scan::test::contains;

namespace {

Stage stage_named(const char* name, bool on_simulator = true) {
  Stage stage{.name = name};
  stage.vulkan = [](const vulkan::Device&, const Request&) {
    return VulkanScan();
  };
  if (!on_simulator) return stage;
  stage.simulator = [](const simulator::Device&, const Request&) {
    return SimulatorScan();
  };
  return stage;
}

Chapter chapter_of(std::vector<Stage> stages) {
  Chapter chapter{.name = "03_hillis_steele", .title = "log N steps"};
  chapter.stages = [stages = std::move(stages)](const Selection&) {
    return stages;
  };
  return chapter;
}

Options parse(const Chapter& chapter, std::vector<const char*> words) {
  words.insert(words.begin(), chapter.name.c_str());
  return std::get<Options>(parse_options(chapter, static_cast<int>(words.size()), words.data()));
}

/// On the simulator, unless told otherwise.
Options parse(std::vector<const char*> words) {
  words.insert(words.begin(), {"--api", "simulator"});
  return parse(chapter_of({stage_named("one")}), std::move(words));
}

/// What the error says; empty when there is none.
std::string error_of(auto&&... arguments) {
  try {
    parse(std::forward<decltype(arguments)>(arguments)...);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string simulator_error(std::vector<const char*> words) {
  return error_of(std::move(words));
}

std::string run_error(const Options& options, const std::vector<Stage>& stages) {
  try {
    require_one_run(options, stages);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the simulator is asked for by name and is not part of all") {
  const Chapter chapter = chapter_of({stage_named("one")});
  CHECK(parse(chapter, {}).apis == std::vector{Api::vulkan});
  CHECK(parse(chapter, {"--api", "all"}).apis == std::vector{Api::vulkan});
  CHECK(parse(chapter, {"--api", "simulator"}).apis == std::vector{Api::simulator});
  CHECK(error_of(chapter, std::vector<const char*>{"--api", "metal"}) ==
        "--api: \"metal\" is none of cpu, opengl, vulkan, simulator");
  CHECK(error_of(chapter, std::vector<const char*>{"--api", "opengl"}) ==
        "--api: chapter 03 has no stage for opengl; it runs on vulkan and simulator");
  CHECK(error_of(chapter_of({stage_named("one", false)}), std::vector<const char*>{"--api", "simulator"}) ==
        "--api: chapter 03 has no stage for simulator; it runs on vulkan");
}

TEST_CASE("what steers the simulator arrives, and what is not given has its default") {
  const SimulatorOptions none = parse({}).simulator;
  CHECK(none.subgroup_widths == std::vector<std::uint32_t>{32});
  CHECK(none.schedules == std::vector{simulator::Schedule::ascending});
  CHECK(none.settings.resident == 8);
  CHECK(none.settings.starve == 0);
  CHECK(none.settings.seed == 1);
  CHECK(none.flavour == simulator::Flavour::vulkan);
  CHECK_FALSE(none.traces());
  CHECK_FALSE(none.inspect);

  const SimulatorOptions all =
      parse({"--subgroup-width", "64",        "--schedule", "search", "--resident", "0",
             "--start-order",    "shuffled",  "--starve",   "512",    "--budget",   "2^20",
             "--flavour",        "opengl",    "--trace",    "a.json", "--draw",     "a.svg",
             "--inspect",        "--by-line", "--seed",     "7"})
          .simulator;
  CHECK(all.subgroup_widths == std::vector<std::uint32_t>{64});
  CHECK(all.schedules == std::vector{simulator::Schedule::search});
  CHECK(all.settings.resident == 0);
  CHECK(all.settings.start_order == simulator::StartOrder::shuffled);
  CHECK(all.settings.starve == 512);
  CHECK(all.settings.budget == std::uint64_t{1} << 20);
  CHECK(all.settings.seed == 7);
  CHECK(all.flavour == simulator::Flavour::opengl);
  CHECK(all.trace_file == "a.json");
  CHECK(all.draw_file == "a.svg");
  CHECK(all.inspect);
  CHECK(all.by_line);
}

TEST_CASE("all widths are the powers of two up to 128, and all schedules are the five") {
  const SimulatorOptions options = parse({"--subgroup-width", "all", "--schedule", "all"}).simulator;
  CHECK(options.subgroup_widths == std::vector<std::uint32_t>{1, 2, 4, 8, 16, 32, 64, 128});
  CHECK(options.schedules.size() == std::size(simulator::kSchedules));
}

TEST_CASE("a value that the simulator cannot take is refused in one line that says what it can") {
  CHECK(simulator_error({"--subgroup-width", "24"}) ==
        "--subgroup-width: 24 is no power of two; the widths are 1, 2, 4 and so on to 128, or all");
  CHECK_THAT(simulator_error({"--subgroup-width", "256"}), contains("256 is too large; the most is 128"));
  CHECK_THAT(simulator_error({"--subgroup-width", "0"}), contains("0 is too small; the least is 1"));
  CHECK_THAT(simulator_error({"--subgroup-width", "every"}), contains("--subgroup-width: \"every\""));
  CHECK(simulator_error({"--schedule", "fair"}) ==
        "--schedule: \"fair\" is none of ascending, descending, lockstep, random, search");
  CHECK(simulator_error({"--start-order", "all"}) ==
        "--start-order: \"all\" is none of ascending, descending, shuffled");
  CHECK(simulator_error({"--flavour", "metal"}) == "--flavour: \"metal\" is none of vulkan, opengl");
  CHECK_THAT(simulator_error({"--budget", "0"}), contains("--budget: 0 is too small; the least is 1"));
  CHECK_THAT(simulator_error({"--resident", "-1"}), contains("--resident: \"-1\" is not a count"));
  CHECK_THAT(simulator_error({"--starve", "2^32"}), contains("--starve: 4294967296 is too large"));
  CHECK(simulator_error({"--trace", "-"}) == "--trace: - is no file; only --json can be the standard output");
  CHECK(simulator_error({"--draw", ""}) == "--draw: needs the name of a file");
  CHECK(simulator_error({"--by-line"}) == "--by-line: says how --inspect counts; add --inspect");
}

TEST_CASE("an option of the simulator is refused where it does not run") {
  const Chapter chapter = chapter_of({stage_named("one")});
  const Chapter cpu{.name = "01_serial", .title = "what a scan is", .uses_gpu = false};
  for (const char* option : {"--subgroup-width", "--schedule", "--resident", "--start-order", "--starve",
                             "--budget", "--flavour", "--trace", "--draw"}) {
    CAPTURE(option);
    const std::vector<const char*> words{option, "1"};
    CHECK(error_of(chapter, words) == std::string(option) + ": is for the simulator; add --api simulator");
    CHECK(error_of(cpu, words) == std::string(option) + ": means nothing in chapter 01");
  }
  for (const char* flag : {"--inspect", "--by-line"})
    CHECK_THAT(error_of(chapter, std::vector<const char*>{flag}), contains("add --api simulator"));
}

TEST_CASE("an option of a real machine is refused on the simulator") {
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{"--device", "0"}, {"--repeat", "3"}, {"--validation"}})
    CHECK(simulator_error(words) ==
          std::string(words.front()) +
              ": means nothing on the simulator, which has one device, no times and "
              "no driver");
}

TEST_CASE("a seed is of the schedules too, so an input file does not exclude it on the simulator") {
  CHECK(parse({"--input", "a.npy", "--seed", "3"}).simulator.settings.seed == 3);
}

TEST_CASE("a trace and a picture are no file that is written or read already") {
  CHECK(simulator_error({"--trace", "a", "--draw", "./a"}) ==
        "--trace: ./a is the file of --draw as well; give two files");
  CHECK_THAT(simulator_error({"--trace", "a", "--json", "a"}), contains("--json: a is the file of --trace"));
  CHECK_THAT(simulator_error({"--draw", "a", "--input", "a"}), contains("--draw: a is the file of --input"));
  CHECK_THAT(simulator_error({"--draw", "a", "--output", "a"}),
             contains("--draw: a is the file of --output"));
}

TEST_CASE("a trace is of one run: one stage, one kind, one width, one schedule") {
  const std::vector<Stage> one{stage_named("one")}, two{stage_named("one"), stage_named("two")};
  Stage copy = stage_named("copy");
  copy.expectation = Expectation::copy;
  CHECK(run_error(parse({"--trace", "a"}), two) ==
        "--trace: is of one run, and there are 2 stages; name one with --stage");
  CHECK(run_error(parse({"--draw", "a"}), one) ==
        "--draw: is of one run, and there are 2 kinds; name one with --kind");
  CHECK_THAT(run_error(parse({"--draw", "a", "--kind", "inclusive", "--schedule", "all"}), one),
             contains("5 schedules; name one with --schedule"));
  CHECK_THAT(run_error(parse({"--draw", "a", "--kind", "inclusive", "--subgroup-width", "all"}), one),
             contains("8 subgroup widths; name one with --subgroup-width"));
  CHECK(run_error(parse({"--trace", "a", "--kind", "inclusive"}), one).empty());
  CHECK(run_error(parse({"--trace", "a"}), {copy}).empty());  // a copy has no kind
  CHECK(
      run_error(parse({"--trace", "a", "--kind", "inclusive"}), {one[0], stage_named("two", false)}).empty());
  CHECK(run_error(parse({}), two).empty());
}
