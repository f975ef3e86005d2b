// From words to the options of the comparison.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#include "benchmarks/compare_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <limits>

#include "harness/option_words.hpp"
#include "harness/text.hpp"
#include "harness/whole_file.hpp"
#include "scan/errors.hpp"

namespace scan::compare {

namespace {

constexpr std::uint64_t kMostItems = std::uint64_t{1} << 31;  // beyond it, chapter 10 and its harness

struct Words {
  std::vector<std::string> items, fields, memories;
  std::string type, device, rounds, repeats, cub, json;
  bool markdown = false;
};

std::vector<std::string> split(const std::vector<std::string>& words) {
  std::vector<std::string> parts;
  for (const std::string& word : words) {
    for (std::size_t begin = 0; begin <= word.size();) {
      const std::size_t end = std::min(word.find(',', begin), word.size());
      parts.push_back(word.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return parts;
}

/// "--items: 1 required TEXT missing" and its like, in our words.
UsageError readable(const CLI::ParseError& error) {
  const std::string message = error.what();
  if (message.find("missing") != std::string::npos)
    return UsageError(message.substr(0, message.find(':')) + ": needs a value; see --help");
  if (message.find("At Most") != std::string::npos)
    return UsageError(message.substr(0, message.find(':')) + ": may be given once only");
  return UsageError(message.substr(0, message.find('\n')));
}

void add_options(CLI::App& app, Words& words) {
  app.add_option("--items", words.items, "how many, one or several: 2^20,2^24,2^26,2^28 (default)")
      ->type_name("N,…")
      ->expected(1)
      ->take_all();
  app.add_option("--type", words.type, "uint32 (default), int32, uint64 or float32")->type_name("NAME");
  app.add_option("--api", words.fields, "vulkan, opengl, cuda, cpu, several of them, or all (default)")
      ->type_name("NAME,…")
      ->expected(1)
      ->take_all();
  app.add_option("--gl-memory", words.memories,
                 "OpenGL's memory for the items: auto (default), ordinary, sparse, or several, a row each")
      ->type_name("NAME,…")
      ->expected(1)
      ->take_all();
  app.add_option("--rounds", words.rounds, "how often the list is repeated (default 3)")->type_name("R");
  app.add_option("--repeat", words.repeats, "timed runs of a scan in a round (default 7); fewer of slow ones")
      ->type_name("R");
  app.add_option("--device", words.device, "a part of a device's name, or its index")->type_name("NAME");
  app.add_option("--cub", words.cub, "the library of CUB (default: libscan_peer_cub.so beside the program)")
      ->type_name("FILE");
  app.add_option("--json", words.json, "write the results as JSON; - is standard output")->type_name("FILE");
  app.add_flag("--markdown", words.markdown, "print the table for a README");
}

std::vector<std::uint64_t> sizes_of(const Words& words) {
  std::vector<std::uint64_t> sizes;
  for (const std::string& word : split(words.items)) {
    const std::uint64_t size = harness::count_between("--items", word, 1, kMostItems);
    if (std::find(sizes.begin(), sizes.end(), size) != sizes.end())
      throw UsageError(fmt::format("--items: {} is there twice", word));
    sizes.push_back(size);
  }
  return sizes;
}

std::vector<Field> fields_of(const Words& words) {
  std::vector<Field> asked;
  for (const std::string& word : split(words.fields)) {
    if (word == "all")
      asked.insert(asked.end(), std::begin(kFields), std::end(kFields));
    else
      asked.push_back(harness::choice("--api", word, kFields));
  }
  if (asked.empty()) asked.assign(std::begin(kFields), std::end(kFields));
  std::vector<Field> fields;
  for (const Field field : kFields) {
    if (std::find(asked.begin(), asked.end(), field) != asked.end()) fields.push_back(field);
  }
  return fields;
}

std::vector<harness::OpenGlMemory> memories_of(const Words& words) {
  if (words.memories.empty()) return {harness::OpenGlMemory::automatic};
  std::vector<harness::OpenGlMemory> memories;
  for (const std::string& word : split(words.memories)) {
    const auto memory = harness::choice("--gl-memory", word, harness::kOpenGlMemories);
    if (std::find(memories.begin(), memories.end(), memory) != memories.end())
      throw UsageError(fmt::format("--gl-memory: {} is there twice", word));
    memories.push_back(memory);
  }
  return memories;
}

Options options_of(const Words& words) {
  Options options;
  options.sizes = sizes_of(words);
  options.fields = fields_of(words);
  options.opengl_memories = memories_of(words);
  if (!words.type.empty()) options.type = harness::choice("--type", words.type, kElementTypes);
  if (!words.rounds.empty()) options.rounds = harness::count32("--rounds", words.rounds);
  if (!words.repeats.empty()) options.repeats = harness::count32("--repeat", words.repeats);
  options.device = words.device;
  options.cub_file = words.cub;
  options.json_file = words.json;
  options.markdown = words.markdown;
  if (!options.json_file.empty()) harness::require_writable(options.json_file);
  return options;
}

std::string power_or_count(std::uint64_t count) {
  return std::has_single_bit(count) && count >= 1024 ? fmt::format("2^{}", std::countr_zero(count))
                                                     : fmt::format("{}", count);
}

}  // namespace

std::string api_of(Field field, harness::OpenGlMemory asked) {
  if (field != Field::opengl || asked == harness::OpenGlMemory::automatic) return std::string(name_of(field));
  return fmt::format("{}, {} memory", name_of(field), name_of(asked));
}

std::optional<Options> parse_options(int argc, const char* const* argv) {
  CLI::App app{"The scans of this ladder beside those of others: one table, one device, one run",
               "./ladder bench --compare"};
  Words words;
  add_options(app, words);
  app.allow_extras();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    harness::print_whole(stdout, [&] { fmt::print("{}", app.help()); });
    return {};
  } catch (const CLI::ParseError& error) {
    throw readable(error);
  }
  if (const auto extras = app.remaining(); !extras.empty())
    throw UsageError(fmt::format("{}: unknown option; see --help", extras.front()));
  return options_of(words);
}

std::string command_of(const Options& options) {
  std::vector<std::string> sizes, fields, memories;
  for (const std::uint64_t size : options.sizes) sizes.push_back(power_or_count(size));
  for (const Field field : options.fields) fields.emplace_back(name_of(field));
  for (const harness::OpenGlMemory memory : options.opengl_memories) memories.emplace_back(name_of(memory));
  std::string command = "./ladder bench --compare";
  if (!sizes.empty()) command += fmt::format(" --items {}", fmt::join(sizes, ","));
  if (options.type != ElementType::uint32) command += fmt::format(" --type {}", scan::name_of(options.type));
  if (fields.size() < std::size(kFields)) command += fmt::format(" --api {}", fmt::join(fields, ","));
  if (memories != std::vector<std::string>{"auto"})
    command += fmt::format(" --gl-memory {}", fmt::join(memories, ","));
  command += fmt::format(" --rounds {} --repeat {}", options.rounds, options.repeats);
  if (!options.device.empty()) command += fmt::format(" --device \"{}\"", options.device);
  return command;
}

}  // namespace scan::compare
