// From the command line's words to Options: what a word means, and which words mean nothing for a chapter.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/command_line.hpp"
#include "harness/option_words.hpp"
#include "harness/whole_file.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

constexpr Api kApis[] = {Api::cpu, Api::opengl, Api::vulkan, Api::simulator};

std::string short_name(const Chapter& chapter) {
  return chapter.name.substr(0, chapter.name.find('_'));
}

bool has_api(const std::vector<Stage>& stages, Api api) {
  return std::any_of(stages.begin(), stages.end(), [api](const Stage& stage) {
    switch (api) {
      case Api::cpu: return bool(stage.cpu);
      case Api::opengl: return stage.opengl || stage.opengl_streamed;
      case Api::vulkan: return stage.vulkan || stage.vulkan_streamed;
      case Api::simulator: return bool(stage.simulator);
    }
    return false;
  });
}

std::vector<Api> apis_of(const Chapter& chapter) {
  if (!chapter.uses_gpu) return {Api::cpu};
  const auto stages = chapter.stages ? chapter.stages({}) : std::vector<Stage>{};
  std::vector<Api> apis;
  for (const Api api : kApis) {
    if (has_api(stages, api)) apis.push_back(api);
  }
  return apis;
}

std::vector<Api> asked_apis(const Chapter& chapter, std::string_view text) {
  auto apis = apis_of(chapter);
  if (text == "all") {
    std::erase(apis, Api::simulator);  // it is slow, and judges rather than times: it is asked for by name
    return apis;
  }
  const Api api = choice("--api", text, kApis);
  if (std::find(apis.begin(), apis.end(), api) == apis.end()) {
    std::string names;
    for (const Api one : apis) {
      names += names.empty() ? "" : one == apis.back() ? " and " : ", ";
      names += name_of(one);
    }
    throw UsageError(fmt::format("--api: chapter {} has no stage for {}; it runs on {}", short_name(chapter),
                                 text, names));
  }
  return {api};
}

void refuse_what_means_nothing(const Chapter& chapter, const CommandLine& line) {
  for (const auto& [option, word] : line.words()) {
    if (!means_something(chapter, option))
      throw UsageError(fmt::format("{}: means nothing in chapter {}", option, short_name(chapter)));
  }
  if (!line.has("--input")) return;
  for (const std::string option : {"--items", "--pattern", "--seed", "--type"}) {
    const bool seeds_schedules = option == "--seed" && line.value("--api") == name_of(Api::simulator);
    if (line.has(option) && !seeds_schedules)
      throw UsageError(
          fmt::format("{}: the items come from the file of --input; give one of the two", option));
  }
}

void read_problem(const Chapter& chapter, const CommandLine& line, Options& options) {
  if (const auto text = line.value("--items")) options.num_items = parse_count("--items", *text);
  if (const auto text = line.value("--type")) options.type = choice("--type", *text, kElementTypes);
  if (!line.has("--input")) require_type(chapter, "--type", options.type);
  if (const auto text = line.value("--operator")) options.op = choice("--operator", *text, kOperators);
  if (const auto text = line.value("--kind"); text && *text != "all")
    options.kinds = {choice("--kind", *text, kKinds)};
  if (const auto text = line.value("--pattern")) options.pattern = choice("--pattern", *text, kPatterns);
  if (const auto text = line.value("--seed")) options.seed = parse_count("--seed", *text);
  options.in_place = line.has("--in-place");
  for (const auto& [option, file] : {std::pair{"--input", &options.input_file},
                                     {"--output", &options.output_file},
                                     {"--json", &options.json_file}}) {
    const auto text = line.value(option);
    if (text && text->empty()) throw UsageError(fmt::format("{}: needs the name of a file", option));
    if (text) *file = *text;
  }
  if (options.output_file == "-")
    throw UsageError("--output: - is no file; of the two only --json can be the standard output");
}

/// What is written last would replace what was written first. A scan may replace its input.
void refuse_one_file_twice(const Options& options) {
  const std::pair<const char*, const std::string&> files[] = {{"--json", options.json_file},
                                                              {"--trace", options.simulator.trace_file},
                                                              {"--draw", options.simulator.draw_file},
                                                              {"--output", options.output_file},
                                                              {"--input", options.input_file}};
  for (std::size_t i = 0; i < std::size(files); ++i) {
    for (std::size_t j = i + 1; j < std::size(files); ++j) {
      const auto& [option, file] = files[i];
      const auto& [other_option, other] = files[j];
      if (&file == &options.output_file || file == "-" || !is_same_file(file, other)) continue;
      throw UsageError(
          fmt::format("{}: {} is the file of {} as well; give two files", option, other, other_option));
    }
  }
}

void read_method(const CommandLine& line, Options& options) {
  if (const auto text = line.value("--stage")) options.stage = *text;
  if (const auto text = line.value("--local")) {
    if (*text == "all")
      options.selection.locals.assign(std::begin(kLocalScans), std::end(kLocalScans));
    else
      options.selection.locals = {choice("--local", *text, kLocalScans)};
  }
  if (const auto text = line.value("--reduce")) {
    if (*text == "all")
      options.selection.reductions.assign(std::begin(kReductions), std::end(kReductions));
    else
      options.selection.reductions = {choice("--reduce", *text, kReductions)};
  }
  if (const auto text = line.value("--workgroup"))
    options.configuration.workgroup_size = count32("--workgroup", *text);
  if (const auto text = line.value("--grain")) options.configuration.grain = count32("--grain", *text);
  if (const auto text = line.value("--block")) options.selection.block_every = count32("--block", *text);
}

void read_machine(const CommandLine& line, Options& options) {
  if (const auto text = line.value("--device")) options.device = *text;
  if (const auto text = line.value("--gl-memory"))
    options.opengl_memory = choice("--gl-memory", *text, kOpenGlMemories);
  if (const auto text = line.value("--repeat")) options.repeats = count32("--repeat", *text);
  options.validation = line.has("--validation");
  const auto limit = [&](const char* option, auto& value) {
    using Value = typename std::remove_reference_t<decltype(value)>::value_type;
    if (const auto text = line.value(option)) {
      value = static_cast<Value>(count_between(option, *text, 1, std::numeric_limits<Value>::max()));
    }
  };
  limit("--limit-groups", options.clamp.groups);
  limit("--limit-invocations", options.clamp.invocations);
  limit("--limit-shared", options.clamp.shared_bytes);
  limit("--limit-range", options.clamp.binding_bytes);
  limit("--limit-memory", options.clamp.memory_bytes);
}

}  // namespace

std::uint64_t count_between(std::string_view option, std::string_view text, std::uint64_t least,
                            std::uint64_t most) {
  const std::uint64_t count = parse_count(option, text);
  if (count < least)
    throw UsageError(fmt::format("{}: {} is too small; the least is {}", option, count, least));
  if (count > most) throw UsageError(fmt::format("{}: {} is too large; the most is {}", option, count, most));
  return count;
}

std::uint32_t count32(std::string_view option, std::string_view text) {
  return static_cast<std::uint32_t>(
      count_between(option, text, 1, std::numeric_limits<std::uint32_t>::max()));
}

void require_type(const Chapter& chapter, std::string_view source, ElementType type) {
  if (std::find(chapter.types.begin(), chapter.types.end(), type) != chapter.types.end()) return;
  std::string names;
  for (const ElementType one : chapter.types)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(one));
  throw UsageError(fmt::format("{}: chapter {} scans {} only; {} works from chapter 08 on", source,
                               short_name(chapter), names, name_of(type)));
}

std::variant<Options, int> parse_options(const Chapter& chapter, int argc, const char* const* argv) {
  const auto line = CommandLine::parse(chapter, argc, argv);
  if (!line) return 0;
  refuse_what_means_nothing(chapter, *line);
  Options options;
  options.apis_were_asked_for = line->has("--api");
  options.apis = asked_apis(chapter, line->value("--api").value_or("all"));
  read_problem(chapter, *line, options);
  read_method(*line, options);
  read_machine(*line, options);
  options.simulator = read_simulator(*line, options.apis);
  options.simulator.settings.seed = options.seed;
  refuse_one_file_twice(options);
  return options;
}

}  // namespace scan::harness
