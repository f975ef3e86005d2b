// tune: tries every form, workgroup and grain of the methods on a device, and says which is right and which is fastest.
// Room: tests/tuning. ./ladder tune
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "harness/report.hpp"
#include "harness/run_program.hpp"
#include "harness/text.hpp"
#include "scan/errors.hpp"
#include "tuning/awkward_sizes.hpp"
#include "tuning/outcome.hpp"

namespace scan::tuning {

namespace {

std::vector<Problem> sweep_problems(const TuneOptions& options,
                                    const std::vector<Combination>& combinations) {
  std::vector<Problem> problems;
  for (const ElementType type : options.types) {
    for (const std::uint64_t num_items : options.sizes) {
      problems.push_back(
          {.type = type, .num_items = num_items, .kinds = options.kinds, .combinations = combinations});
    }
  }
  return problems;
}

std::string command_of(int argc, char** argv) {
  std::string command = "./ladder tune";
  for (int i = 1; i < argc; ++i) command += fmt::format(" {}", argv[i]);
  return command;
}

int tune(int argc, char** argv) {
  const auto options = parse_tune_options(argc, argv);
  if (!options) return 0;
  std::FILE* const out = options->json_file == "-" ? stderr : stdout;
  const std::vector<Combination> combinations =
      combinations_of(options->methods, options->forms, options->workgroup_sizes, options->vectors);
  const std::vector<Problem> problems = options->sizes.empty() ? check_problems(combinations, options->types)
                                                               : sweep_problems(*options, combinations);
  Trials all;
  for (const harness::Api api : options->apis) {
    run_problems(*options, api, problems, all, [&](std::span<const Trial> trials) {
      if (!options->is_check) print_trials(out, trials);
    });
  }
  harness::print_whole(out, [&] { options->is_check ? print_totals(out, all) : print_best(out, all); });
  if (!options->json_file.empty())
    harness::write_file(options->json_file, to_json(all, command_of(argc, argv)));
  return exit_code(all);
}

}  // namespace

}  // namespace scan::tuning

int main(int argc, char** argv) {
  return scan::harness::run_program([&] { return scan::tuning::tune(argc, argv); });
}
