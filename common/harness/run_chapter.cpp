// The one way through: options, problem, each stage on each API, report.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>

#include "harness/guards.hpp"
#include "harness/host.hpp"
#include "harness/inspect.hpp"
#include "harness/measure.hpp"
#include "harness/npy.hpp"
#include "harness/run_program.hpp"
#include "harness/stage.hpp"

#include "harness/text.hpp"
#include "harness/trace_files.hpp"
#include "harness/whole_file.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

void measure_apis(Session& session) {
  for (const Api api : session.options.apis) {
    switch (api) {
      case Api::cpu: measure_cpu(session); break;
      case Api::opengl: measure_opengl(session); break;
      case Api::vulkan: measure_vulkan(session); break;
      case Api::simulator: measure_simulator(session); break;
    }
  }
}

namespace {

constexpr int kWrong = 1;

/// Not filled yet.
Items items_of_pattern(const Chapter& chapter, const Options& options) {
  const bool is_simulated = options.apis == std::vector{Api::simulator};
  const std::uint64_t default_items =
      is_simulated ? std::min(chapter.default_items, kMostSimulatedItems) : chapter.default_items;
  const std::uint64_t num_items = options.num_items.value_or(default_items);
  constexpr std::uint64_t kMostBytes =
      std::numeric_limits<std::int64_t>::max() / 4;  // room for guards and copies
  const std::uint64_t element_bytes = bytes_of(options.type);
  try {
    if (num_items > kMostBytes / element_bytes) throw Unavailable("no memory has so many bytes");
    require_free_memory(num_items * element_bytes, "the items");
    return {options.type, num_items};
  } catch (const Unavailable& error) {
    throw UsageError(
        fmt::format("--items: {} {} items are too many: {}", num_items, name_of(options.type), error.what()));
  }
}

Items items_of_file(const Chapter& chapter, const Options& options) {
  Items items = read_npy(options.input_file);
  require_type(chapter, options.input_file, items.type());
  return items;
}

Problem make_problem(const Chapter& chapter, const Options& options) {
  Items items =
      options.input_file.empty() ? items_of_pattern(chapter, options) : items_of_file(chapter, options);
  const Request request{.num_items = items.num_items(),
                        .type = items.type(),
                        .op = options.op,
                        .in_place = options.in_place,
                        .configuration = options.configuration};
  return {request, std::move(items)};
}

std::vector<Stage> selected_stages(const Chapter& chapter, const Options& options) {
  std::vector<Stage> stages = chapter.stages(options.selection);
  if (options.stage.empty()) return stages;
  std::string names;
  for (const Stage& stage : stages) {
    if (stage.name == options.stage) return {stage};
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", stage.name);
  }
  throw UsageError(
      fmt::format("--stage: chapter {} has no stage \"{}\"; it has {}", chapter.name, options.stage, names));
}

std::string describe_input(const Options& options) {
  if (!options.input_file.empty()) return options.input_file;
  if (options.pattern == Pattern::random) return fmt::format("pattern random (seed {})", options.seed);
  return fmt::format("pattern {}", name_of(options.pattern));
}

/// The code of a run that left out a file that was asked for.
int without_file(int code, const std::string& reason) {
  fmt::print(stderr, "error: {}\n", reason);
  return code == 0 ? kWrong : code;
}

/// Prints and writes all that was asked for; returns the exit code.
int publish(const Session& session) {
  const Options& options = session.options;
  const bool json_is_output = options.json_file == "-";
  std::optional<UsageError> unprinted;  // the files are to be written all the same
  try {
    std::FILE* const out = json_is_output ? stderr : stdout;
    print_whole(out, [&] {
      print_table(out, session.report);
      if (options.simulator.inspect) print_inspection(out, session.report, options.simulator.by_line);
    });
  } catch (const UsageError& error) {
    unprinted = error;
  }
  if (!options.json_file.empty()) write_file(options.json_file, to_json(session.report));
  int code = exit_code(session.report);
  if (const std::string reason = write_traces(session); !reason.empty()) code = without_file(code, reason);
  if (!options.output_file.empty() && session.output) write_npy(options.output_file, *session.output);
  if (unprinted) throw *unprinted;
  if (options.output_file.empty() || session.output) return code;
  return without_file(code, fmt::format("{}: was not written, for no scan was ok", options.output_file));
}

int run(const Chapter& chapter, int argc, char** argv) {
  const auto parsed = parse_options(chapter, argc, argv);
  if (const int* code = std::get_if<int>(&parsed)) return *code;
  const Options& options = std::get<Options>(parsed);
  for (const std::string& file :
       {options.output_file, options.json_file, options.simulator.trace_file, options.simulator.draw_file}) {
    if (!file.empty()) require_writable(file);
  }
  const std::vector<Stage> stages = selected_stages(chapter, options);
  require_one_run(options, stages);
  Problem problem = make_problem(chapter, options);
  Report report{.chapter = chapter.name,
                .title = chapter.title,
                .input = describe_input(options),
                .opengl_memory = options.opengl_memory};
  Session session{chapter, options, stages, problem, report};
  if (options.input_file.empty()) {
    session.fill_input = [&] {
      fill_items(problem.input, options.pattern, options.seed);
    };
  }
  measure_apis(session);
  const int code = publish(session);
  // What a lost device still holds would wait for it at the end of the process, perhaps for ever.
  if (session.device_lost) {
    std::fflush(nullptr);
    std::_Exit(code);
  }
  return code;
}

}  // namespace

int run_chapter(const Chapter& chapter, int argc, char** argv) {
  return run_program([&] { return run(chapter, argc, argv); });
}

}  // namespace scan::harness
