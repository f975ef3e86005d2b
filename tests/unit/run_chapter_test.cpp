// A chapter's run from end to end on stages that do wrong: each gets its verdict, and the exit code tells.
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "harness/npy.hpp"
#include "harness/stage.hpp"
#include "scan/errors.hpp"
#include "scan/serial.hpp"

using namespace scan;
using namespace scan::harness;
using nlohmann::json;
using scan::test::contains;
namespace fs = std::filesystem;

namespace {

void scan_rightly(const Request& request, std::span<const std::byte> input, std::span<std::byte> output) {
  with_type(request.type, [&]<class T>() {
    const std::span in(reinterpret_cast<const T*>(input.data()), request.num_items);
    const std::span out(reinterpret_cast<T*>(output.data()), request.num_items);
    serial_scan<T>(in, out, request.op, request.kind);
  });
}

/// What a stage does after it has scanned rightly.
using Mischief = std::function<void(std::span<std::byte> output)>;

Stage stage_with(const std::string& name, Mischief mischief) {
  Stage stage{.name = name};
  stage.cpu = [mischief](const Request& request) {
    return [mischief, request](std::span<const std::byte> input, std::span<std::byte> output) {
      scan_rightly(request, input, output);
      mischief(output);
    };
  };
  stage.bytes_moved = [](const Request& request) {
    return pass_bytes(request, 2);
  };
  return stage;
}

Stage right_stage() {
  return stage_with("right", [](auto) {});
}

Stage throwing_stage(const std::string& name, std::function<void()> thrower) {
  Stage stage{.name = name};
  stage.cpu = [thrower](const Request&) {
    thrower();
    return HostScan();
  };
  return stage;
}

struct Outcome {
  int code = -1;
  json report;
  const json& only_result() const { return report.at("results").at(0); }
};

/// In a process of its own, for a lost device ends the process.
Outcome run(std::vector<Stage> stages, std::vector<std::string> words) {
  const std::string file =
      (fs::temp_directory_path() / ("scan-run-" + std::to_string(::getpid()) + ".json")).string();
  words.insert(words.begin(), "chapter");
  words.insert(words.end(), {"--json", file});
  Chapter chapter{.name = "01_test", .title = "a test", .uses_gpu = false};
  auto shared = std::make_shared<std::vector<Stage>>(std::move(stages));
  chapter.stages = [shared](const Selection&) {
    return *shared;
  };
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::freopen("/dev/null", "w", stdout);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    std::_Exit(run_chapter(chapter, static_cast<int>(arguments.size()), arguments.data()));
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  Outcome outcome{.code = WEXITSTATUS(status)};
  std::ifstream stream(file);
  if (stream) outcome.report = json::parse(stream);
  fs::remove(file);
  return outcome;
}

const std::vector<std::string> kSmall{"--items", "1000", "--kind", "inclusive", "--repeat", "2"};

}  // namespace

TEST_CASE("a right stage is ok, and only then has a time") {
  const Outcome outcome = run({right_stage()}, kSmall);
  CHECK(outcome.code == 0);
  CHECK(outcome.only_result().at("verdict") == "ok");
  CHECK(outcome.only_result().at("milliseconds").at("repeats") == 2);
}

TEST_CASE("C05: no items at all are ok and take no time") {
  const Outcome outcome = run({right_stage()}, {"--items", "0"});
  CHECK(outcome.code == 0);
  CHECK(outcome.only_result().at("verdict") == "ok");
  CHECK(outcome.only_result().at("milliseconds").is_null());
}

TEST_CASE("a wrong item is found, with its index and both values, and exits 1") {
  const Outcome outcome =
      run({stage_with("wrong", [](auto output) { output[4 * 7] ^= std::byte{1}; })}, kSmall);
  CHECK(outcome.code == 1);
  CHECK(outcome.only_result().at("verdict") == "wrong");
  CHECK(outcome.only_result().at("first_mismatch").at("index") == 7);
  CHECK(outcome.only_result().at("milliseconds").is_null());
}

TEST_CASE("an item that is not written is found by its sentinel") {
  const auto mischief = [](std::span<std::byte> output) {
    std::memcpy(output.data() + 4 * 999, &kSentinel, 4);
  };
  CHECK(run({stage_with("unwritten", mischief)}, kSmall).only_result().at("verdict") == "unwritten");
}

TEST_CASE("a write past either end is an overrun") {
  const auto past = [](std::span<std::byte> output) {
    output.data()[output.size()] = std::byte{0};
  };
  const auto before = [](std::span<std::byte> output) {
    *(output.data() - 1) = std::byte{0};
  };
  CHECK(run({stage_with("past", past)}, kSmall).only_result().at("verdict") == "overrun");
  CHECK(run({stage_with("before", before)}, kSmall).only_result().at("verdict") == "overrun");
}

TEST_CASE("a stage that is right only the first time is wrong") {
  const auto mischief = [calls = 0](std::span<std::byte> output) mutable {
    if (++calls > 1) output[0] ^= std::byte{1};
  };
  const Outcome outcome = run({stage_with("fades", mischief)}, kSmall);
  CHECK(outcome.only_result().at("verdict") == "wrong");
  CHECK(outcome.only_result().at("milliseconds").is_null());
}

TEST_CASE("in place, every run starts from the input again") {
  auto words = kSmall;
  words.push_back("--in-place");
  const Outcome outcome = run({right_stage()}, words);
  CHECK(outcome.only_result().at("verdict") == "ok");
  CHECK(outcome.only_result().at("in_place") == true);
}

TEST_CASE("what the machine lacks is skipped, what is beyond a limit failed, each with its reason") {
  const Outcome outcome =
      run({right_stage(), throwing_stage("absent", [] { throw Unavailable("needs a unicorn"); }),
           throwing_stage("limit", [] { throw LimitError("5 items, at most 4"); })},
          kSmall);
  CHECK(outcome.code == 1);
  const json& results = outcome.report.at("results");
  CHECK(results.at(1).at("verdict") == "skipped");
  CHECK(results.at(1).at("reason") == "needs a unicorn");
  CHECK(results.at(2).at("verdict") == "failed");
  CHECK(results.at(2).at("reason") == "5 items, at most 4");
}

TEST_CASE("where every stage is skipped the exit code is 77") {
  CHECK(run({throwing_stage("absent", [] { throw Unavailable("needs a unicorn"); })}, kSmall).code == 77);
  CHECK(run({}, kSmall).code == 77);
}

TEST_CASE("C39: after the device is lost the other stages are not run, and the loss is told once") {
  const Outcome outcome = run(
      {throwing_stage("loses", [] { throw DeviceLost("no answer within 60 s"); }), right_stage()}, kSmall);
  CHECK(outcome.code == 1);
  CHECK(outcome.report.at("results").at(0).at("reason") == "no answer within 60 s");
  CHECK(outcome.report.at("results").at(1).at("verdict") == "failed");
  CHECK_THAT(outcome.report.at("results").at(1).at("reason").get<std::string>(),
             contains("the device was lost earlier"));
}

TEST_CASE(
    "the option --output writes the last ok scan, inclusive unless a kind is named, and nothing when none is "
    "ok") {
  const std::string file =
      (fs::temp_directory_path() / ("scan-out-" + std::to_string(::getpid()) + ".npy")).string();
  const std::vector<std::string> words{"--items", "5", "--pattern", "ones", "--output", file};
  const Stage wrong = stage_with("wrong", [](auto output) { output[0] ^= std::byte{1}; });
  CHECK(run({wrong}, words).code == 1);
  CHECK_FALSE(fs::exists(file));
  CHECK(run({right_stage(), wrong}, words).code == 1);
  CHECK(read_npy(file).as<std::uint32_t>()[4] == 5);
  auto exclusive = words;
  exclusive.insert(exclusive.end(), {"--kind", "exclusive"});
  CHECK(run({right_stage()}, exclusive).code == 0);
  CHECK(read_npy(file).as<std::uint32_t>()[4] == 4);
  fs::remove(file);
}
