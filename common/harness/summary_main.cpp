// summary, the end of a climb: counts the verdicts of the chapters, groups the reasons, merges the files.
// Room: common/harness. Exit code 0 when at least one stage is ok and none is anything but ok or skipped.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/report.hpp"
#include "harness/run_program.hpp"
#include "harness/text.hpp"
#include "harness/whole_file.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

using Json = nlohmann::ordered_json;

struct Count {
  std::size_t ok = 0, wrong = 0, failed = 0, skipped = 0;
  void add(const std::string& verdict) {
    ++(verdict == "ok" ? ok : verdict == "skipped" ? skipped : verdict == "failed" ? failed : wrong);
  }
};

/// A reason why stages are not ok, and where.
struct Group {
  std::string verdict, reason;
  std::size_t stages = 0;
  std::vector<std::string> chapters;
};

struct Climb {
  std::vector<std::pair<std::string, Count>> chapters;
  Count all;
  std::vector<Group> groups;
  Json merged = Json::array();
  std::vector<std::string> unreadable;  // a line each
  bool is_right() const { return all.ok > 0 && all.wrong == 0 && all.failed == 0 && unreadable.empty(); }
};

void add_reason(Climb& climb, const std::string& chapter, const std::string& verdict,
                const std::string& reason) {
  auto group = std::find_if(climb.groups.begin(), climb.groups.end(),
                            [&](const Group& one) { return one.verdict == verdict && one.reason == reason; });
  if (group == climb.groups.end()) group = climb.groups.insert(group, {verdict, reason});
  ++group->stages;
  if (group->chapters.empty() || group->chapters.back() != chapter) group->chapters.push_back(chapter);
}

void add_chapter(Climb& climb, const Json& json) {
  const std::string chapter = json.at("chapter");
  Count count;
  for (const Json& result : json.at("results")) {
    const std::string verdict = result.at("verdict");
    count.add(verdict);
    climb.all.add(verdict);
    if (verdict == "ok") continue;
    const Json& reason = result.at("reason");
    const std::string text = reason.is_string() ? reason.get<std::string>() : "no reason was given";
    // What was skipped is told by its reason; what went wrong, by its stage as well.
    const std::string where =
        fmt::format("{} on {}: ", result.at("stage").get<std::string>(), result.at("api").get<std::string>());
    add_reason(climb, chapter, verdict, verdict == "skipped" ? text : where + text);
  }
  climb.chapters.emplace_back(chapter, count);
  climb.merged.push_back(json);
}

Climb read(const std::vector<std::string>& files) {
  Climb climb;
  for (const std::string& file : files) {
    std::ifstream stream(file);
    if (!stream) throw UsageError(fmt::format("{}: cannot be opened: {}", file, std::strerror(errno)));
    try {
      add_chapter(climb, Json::parse(stream));
    } catch (const std::exception&) {  // what the parser says is not for a reader of the summary
      climb.unreadable.push_back(fmt::format("{}: holds no report; did the chapter end early?", file));
    }
  }
  return climb;
}

std::string in_words(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  return fmt::format("{} min {} s", whole / 60, whole % 60);
}

void print_counts(const Climb& climb, const Painter& painter) {
  const auto line = [&](const std::string& name, const Count& count) {
    const auto cell = [&](std::size_t number, Colour colour) {
      return painter.paint(number == 0 ? Colour::plain : colour, fmt::format("{:>9}", number));
    };
    fmt::print("  {:<36}{}{}{}{}\n", name, cell(count.ok, Colour::green), cell(count.wrong, Colour::red),
               cell(count.failed, Colour::red), cell(count.skipped, Colour::yellow));
  };
  fmt::print("\nThe ladder\n  {:<36}{:>9}{:>9}{:>9}{:>9}\n", "stages", "ok", "wrong", "failed", "skipped");
  fmt::print("  {}\n", std::string(72, '-'));
  for (const auto& [chapter, count] : climb.chapters) line(chapter, count);
  if (climb.chapters.size() > 1) line("all", climb.all);
}

void print_groups(const Climb& climb) {
  for (const Group& group : climb.groups) {
    std::string chapters;
    for (const std::string& chapter : group.chapters) {
      chapters += fmt::format("{}{}", chapters.empty() ? "" : ", ", chapter.substr(0, chapter.find('_')));
    }
    const std::string line = fmt::format("{} {} (chapter{} {}): {}", group.stages, group.verdict,
                                         group.chapters.size() == 1 ? "" : "s", chapters, group.reason);
    fmt::print("  {}\n", wrapped(line, 2));
  }
  for (const std::string& line : climb.unreadable) fmt::print("  {}\n", wrapped(line, 2));
}

std::string merged_text(const Climb& climb) {
  return Json{{"chapters", climb.merged}}.dump(2) + "\n";
}

int summarise(int argc, char** argv) {
  CLI::App app{"Counts the verdicts of chapters' JSON files and merges them", "summary"};
  std::string json_file;
  std::optional<double> seconds;
  std::vector<std::string> files;
  app.add_option("--json", json_file, "write {\"chapters\":[...]} there; - is standard output")
      ->type_name("FILE");
  app.add_option("--seconds", seconds, "how long the climb took")->type_name("S");
  app.add_option("files", files, "a chapter's JSON each")->required()->type_name("FILE");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print_whole(stdout, [&] { fmt::print("{}", app.help()); });
    return 0;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  if (seconds && !(std::isfinite(*seconds) && *seconds >= 0))
    throw UsageError(fmt::format("--seconds: {} is no time; give 0 or more seconds", *seconds));
  if (json_file != "-") {
    for (const std::string& file : files) {
      if (is_same_file(json_file, file))
        throw UsageError(fmt::format("--json: {} is one of the files to be read; give another", file));
    }
  }
  const Climb climb = read(files);
  if (json_file == "-") {
    write_file(json_file, merged_text(climb));
    return climb.is_right() ? 0 : 1;
  }
  print_whole(stdout, [&] {
    print_counts(climb, Painter(stdout));
    if (!climb.groups.empty() || !climb.unreadable.empty()) fmt::print("\n");
    print_groups(climb);
    fmt::print("\n{}{}\n",
               climb.is_right()    ? "Every stage that ran is right."
               : climb.all.ok == 0 ? "Nothing was found to be right."
                                   : "Something is wrong.",
               seconds ? fmt::format(" It took {}.", in_words(*seconds)) : "");
  });
  if (!json_file.empty()) write_file(json_file, merged_text(climb));
  return climb.is_right() ? 0 : 1;
}

}  // namespace

}  // namespace scan::harness

int main(int argc, char** argv) {
  return scan::harness::run_program([&] { return scan::harness::summarise(argc, argv); });
}
