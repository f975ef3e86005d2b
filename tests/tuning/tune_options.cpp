// From the words of the command line to what is swept.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#include "tuning/tune_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "harness/option_words.hpp"
#include "harness/text.hpp"
#include "harness/whole_file.hpp"
#include "scan/errors.hpp"

namespace scan::tuning {

namespace {

constexpr harness::Api kApis[] = {harness::Api::opengl, harness::Api::vulkan};
constexpr std::uint32_t kMostVectors = 16;  // 64 items of 4 bytes; beyond, no device keeps them in registers

/// The words as they were given; what was not given has its default.
struct Words {
  std::string apis = "all", methods = "all", forms = "all", kinds = "inclusive", opengl_memory = "auto";
  std::string workgroups = "128,256,512,1024", vectors = "2,4,6,8,10,12,16";
  std::string sizes, types, repeats;  // empty: it depends on --check
};

/// The parts of a list, each of which `read` turns into a value. None may come twice: it would be tried twice.
template <class Read>
auto list_of(std::string_view option, std::string_view text, Read read) {
  std::vector<decltype(read(text))> values;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view word = rest.substr(0, comma);
    const auto value = read(word);
    if (std::find(values.begin(), values.end(), value) != values.end())
      throw UsageError(fmt::format("{}: {} is there twice", option, word));
    values.push_back(value);
    if (comma == std::string_view::npos) return values;
    rest.remove_prefix(comma + 1);
  }
}

template <class Values>
auto names_of(std::string_view option, std::string_view text, const Values& all) {
  using Value = std::remove_cvref_t<decltype(*std::begin(all))>;
  if (text == "all") return std::vector<Value>(std::begin(all), std::end(all));
  return list_of(option, text, [&](std::string_view word) { return harness::choice(option, word, all); });
}

std::vector<std::uint32_t> counts_of(std::string_view option, std::string_view text, std::uint32_t most) {
  return list_of(option, text, [&](std::string_view word) {
    return static_cast<std::uint32_t>(harness::count_between(option, word, 1, most));
  });
}

TuneOptions options_of(const Words& words, TuneOptions options) {
  options.apis = names_of("--api", words.apis, kApis);
  options.methods = names_of("--method", words.methods, kMethods);
  options.forms = names_of("--form", words.forms, kSinglePassForms);
  options.workgroup_sizes = counts_of("--workgroup", words.workgroups, UINT32_MAX);
  options.vectors = counts_of("--vectors", words.vectors, kMostVectors);
  const std::string sizes = words.sizes.empty() && !options.is_check ? "2^24" : words.sizes;
  if (!sizes.empty()) {
    options.sizes = list_of("--items", sizes, [](std::string_view word) {
      return harness::count_between("--items", word, 1, ~std::uint64_t{0} >> 8);
    });
  }
  const std::string types = !words.types.empty() ? words.types
                            : options.is_check   ? "uint32,float32,uint64"
                                                 : "uint32";
  options.types = names_of("--type", types, kElementTypes);
  options.kinds = names_of("--kind", words.kinds, kKinds);
  const std::string repeats = !words.repeats.empty() ? words.repeats : options.is_check ? "1" : "9";
  options.repeats = harness::count32("--repeat", repeats);
  options.opengl_memory = harness::choice("--gl-memory", words.opengl_memory, harness::kOpenGlMemories);
  return options;
}

}  // namespace

std::optional<TuneOptions> parse_tune_options(int argc, const char* const* argv) {
  CLI::App app{"Tries every form, workgroup and grain of the methods and says which is fastest", "tune"};
  Words words;
  TuneOptions options;
  app.add_flag("--check", options.is_check,
               "no times: every combination with 20 awkward sizes and 3 types, every element checked");
  const auto add = [&app](const char* name, std::string& word, const std::string& what) {
    return app.add_option(name, word, what)->type_name("LIST")->capture_default_str();
  };
  add("--api", words.apis, fmt::format("{}, all", harness::all_names(kApis)));
  add("--method", words.methods, fmt::format("{}, all", harness::all_names(kMethods)));
  add("--form", words.forms,
      fmt::format("of the single passes: {}, all", harness::all_names(kSinglePassForms)));
  add("--workgroup", words.workgroups, "invocations of a workgroup");
  add("--vectors", words.vectors, "accesses of 16 bytes by each invocation");
  add("--items", words.sizes, "how many items; default 2^24, with --check 20 awkward sizes");
  add("--type", words.types, fmt::format("{}, all", harness::all_names(kElementTypes)));
  add("--kind", words.kinds,
      fmt::format("{}, all; the awkward sizes take turns", harness::all_names(kKinds)));
  app.add_option("--repeat", words.repeats,
                 "timed runs of a combination, default 9; with --check runs that are checked, default 1");
  app.add_option(
         "--gl-memory", words.opengl_memory,
         fmt::format("OpenGL's memory for the items: {}", harness::all_names(harness::kOpenGlMemories)))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--device", options.device, "an index, or a part of a name")->type_name("NAME");
  app.add_option("--json", options.json_file, "all that was tried, as JSON")->type_name("FILE");
  app.add_flag("--validation", options.validation, "messages of the driver fail a combination");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    harness::print_whole(stdout, [&] { fmt::print("{}", app.help()); });
    return {};
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  if (!options.json_file.empty()) harness::require_writable(options.json_file);
  return options_of(words, options);
}

}  // namespace scan::tuning
