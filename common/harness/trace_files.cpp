// From the one trace of a run to its files.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/trace_files.hpp"

#include <fmt/format.h>

namespace scan::harness {

std::string write_traces(const Session& session) {
  const SimulatorOptions& options = session.options.simulator;
  if (!options.traces()) return {};
  const std::string& file = options.trace_file.empty() ? options.draw_file : options.trace_file;
  const auto& results = session.report.results;
  const std::size_t num_traces =
      results.empty() || !results.front().simulation ? 0 : results.front().simulation->traces.size();
  if (num_traces == 0) return fmt::format("{}: was not written, for nothing was traced", file);
  if (num_traces > 1)
    return fmt::format(
        "{}: was not written, for the run has {} dispatches and a trace is of one; fewer items may need only "
        "one",
        file, num_traces);
  const simulator::Trace& trace = results.front().simulation->traces.front();
  if (!options.trace_file.empty()) write_file(options.trace_file, simulator::to_json(trace));
  if (!options.draw_file.empty()) write_file(options.draw_file, simulator::draw(trace));
  return {};
}

}  // namespace scan::harness
