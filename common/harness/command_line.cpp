// The options there are, the help for each, and the errors that need no knowledge of their meaning.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <span>

#include "harness/text.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

struct Entry {
  const char* option;
  const char* value;  // what the value is; null: a flag
  const char* help;
};

constexpr Entry kProblem[] = {
    {"--api", "NAME",
     "cpu, opengl, vulkan, or all of them (default); or simulator, which is not part of all"},
    {"--items", "N", "how many: 1000003, 2^20, 2^24+1, 64Mi"},
    {"--type", "NAME", "uint32 (default), int32, uint64 or float32"},
    {"--operator", "NAME", "sum (default), max or last"},
    {"--kind", "NAME", "inclusive, exclusive, or all (default)"},
    {"--in-place", nullptr, "the output takes the place of the input"},
    {"--pattern", "NAME", "random (default), ones, iota, max, alternating or sparse"},
    {"--seed", "S", "of the random pattern, and of the simulator's schedules (default 1)"},
    {"--input", "FILE", "items from a one-dimensional NumPy array"},
    {"--output", "FILE",
     "write the last ok scan as a NumPy array; the inclusive one unless --kind names one"},
};

constexpr Entry kMethod[] = {
    {"--stage", "NAME", "only the stage of that name, as the table has it"},
    {"--local", "NAME", "hillis-steele, blelloch, raking, subgroup, or all"},
    {"--reduce", "NAME", "tree, raking, subgroup, or all"},
    {"--workgroup", "W", "invocations of a workgroup"},
    {"--grain", "G", "items per invocation"},
    {"--block", "K", "one tile in K never publishes, to see what those do that wait for it"},
};

constexpr Entry kMachine[] = {
    {"--device", "NAME", "a part of a device's name, or its index"},
    {"--gl-memory", "NAME", "OpenGL's memory for the items: auto (default), ordinary or sparse"},
    {"--repeat", "R", "timed runs of a stage (default 5); fewer where one takes seconds"},
    {"--json", "FILE", "write the results as JSON; - is standard output"},
    {"--validation", nullptr, "debug messages of the driver fail a stage"},
    {"--limit-groups", "N", "at most N workgroups an axis of a dispatch"},
    {"--limit-range", "BYTES", "at most so many bytes of a binding"},
    {"--limit-shared", "BYTES", "at most so much shared memory of a workgroup"},
    {"--limit-invocations", "N", "at most N invocations of a workgroup"},
    {"--limit-memory", "BYTES", "at most so much device memory"},
};

constexpr Entry kSimulator[] = {
    {"--subgroup-width", "W", "lanes: a power of two from 1 to 128 (default 32), or all"},
    {"--schedule", "NAME", "ascending (default), descending, lockstep, random, search, or all"},
    {"--resident", "R", "workgroups on the machine at once (default 8); 0: all"},
    {"--start-order", "NAME", "of workgroups: ascending (default), descending or shuffled"},
    {"--starve", "K", "hold back one workgroup in K for as long as another can run (default 0: none)"},
    {"--budget", "N", "at most N instructions of a dispatch (default 4000000000)"},
    {"--flavour", "NAME", "the shaders as vulkan (default) or opengl has them"},
    {"--inspect", nullptr, "print what was counted"},
    {"--by-line", nullptr, "with --inspect: of each line of the shaders"},
    {"--trace", "FILE", "write what one run did as JSON; needs --stage and --kind where there are several"},
    {"--draw", "FILE", "draw it as an SVG picture"},
};

/// The help as CLI11 writes it, but with one empty line between its parts.
std::string help_of(const CLI::App& app) {
  std::string help = app.help();
  for (auto at = help.find("\n\n\n"); at != std::string::npos; at = help.find("\n\n\n")) help.erase(at, 1);
  return help;
}

/// "--items: 1 required TEXT missing" and its like, in our words.
UsageError readable(const CLI::ParseError& error) {
  const std::string message = error.what();
  const std::string option = message.substr(0, message.find(':'));
  if (message.find("missing") != std::string::npos) return UsageError(option + ": needs a value; see --help");
  if (message.find("At Most") != std::string::npos) return UsageError(option + ": may be given once only");
  return UsageError(message.substr(0, message.find('\n')));
}

UsageError unknown(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.size() > 1 && word[0] == '-')
      return UsageError(fmt::format("{}: unknown option; see --help", word));
  }
  return UsageError(fmt::format("\"{}\" belongs to no option; see --help", words.front()));
}

/// CLI11 takes --in-place=false for a flag that was given.
void refuse_values_of_flags(std::span<const char* const> arguments) {
  for (const auto& part : {std::span<const Entry>(kProblem), std::span<const Entry>(kMethod),
                           std::span<const Entry>(kMachine), std::span<const Entry>(kSimulator)}) {
    for (const Entry& entry : part) {
      if (entry.value) continue;
      const std::string with_value = std::string(entry.option) + "=";
      for (const std::string_view argument : arguments) {
        if (argument.starts_with(with_value))
          throw UsageError(fmt::format("{}: takes no value", entry.option));
      }
    }
  }
}

}  // namespace

bool means_something(const Chapter& chapter, std::string_view option) {
  if (option == "--local") return chapter.has_local;
  if (option == "--reduce") return chapter.has_reduction;
  if (option == "--workgroup") return chapter.has_workgroup;
  if (option == "--grain") return chapter.has_grain;
  if (option == "--block") return chapter.has_block;
  return chapter.uses_gpu || (!is_for_simulator(option) && option != "--device" && option != "--validation" &&
                              option != "--gl-memory" && !option.starts_with("--limit-"));
}

bool is_for_simulator(std::string_view option) {
  return std::any_of(std::begin(kSimulator), std::end(kSimulator),
                     [option](const Entry& entry) { return option == entry.option; });
}

std::optional<CommandLine> CommandLine::parse(const Chapter& chapter, int argc, const char* const* argv) {
  CLI::App app{fmt::format("Scan Ladder, chapter {}: {}", chapter.name, chapter.title), chapter.name};
  app.allow_extras();
  std::map<std::string, std::string> words;
  std::map<std::string, CLI::Option*> options;
  const auto add = [&](std::span<const Entry> entries, const std::string& group) {
    for (const Entry& entry : entries) {
      CLI::Option* option =
          entry.value ? app.add_option(entry.option, words[entry.option], entry.help)->type_name(entry.value)
                      : app.add_flag(entry.option, entry.help);
      option->group(means_something(chapter, entry.option) ? group
                                                           : "");  // without a group it is not in the help
      options[entry.option] = option;
    }
  };
  add(kProblem, "The problem");
  add(kMethod, "The method");
  add(kMachine, "The machine and the report");
  add(kSimulator, "The simulator (--api simulator)");

  refuse_values_of_flags(std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0));
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print_whole(stdout, [&] {
      fmt::print("{}Exit codes: 0 right, 1 wrong, 2 usage or an unusable file, 77 nothing could run.\n",
                 help_of(app));
    });
    return {};
  } catch (const CLI::ParseError& error) {
    throw readable(error);
  }

  CommandLine line;
  for (const auto& [name, option] : options) {
    if (option->count() == 0) continue;
    const std::string& word = words[name];
    if (word.starts_with("--"))
      throw UsageError(fmt::format("{}: needs a value, not the option {}", name, word));
    line.words_[name] = word;
  }
  if (const auto extras = app.remaining(); !extras.empty()) throw unknown(extras);
  return line;
}

std::optional<std::string> CommandLine::value(const std::string& option) const {
  const auto found = words_.find(option);
  if (found == words_.end()) return {};
  return found->second;
}

}  // namespace scan::harness
