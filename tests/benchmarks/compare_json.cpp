// The comparison as JSON: what docs/measurements/plot.py draws.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "benchmarks/compare_report.hpp"

namespace scan::compare {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPeers[] = {kCub, "std scan", "std par", "TBB parallel_scan", "memcpy"};

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json milliseconds(const std::optional<harness::Statistics>& time) {
  if (!time) return nullptr;
  return {{"median", time->median}, {"min", time->min}, {"max", time->max}, {"repeats", time->repeats}};
}

Json ratios_of(const Row& row, const std::vector<Row>& rows) {
  Json ratios = Json::object();
  for (const std::string_view peer : kPeers) ratios[std::string(peer)] = or_null(ratio_to(peer, row, rows));
  return ratios;
}

Json to_json(const Row& row, const std::vector<Row>& rows) {
  const harness::Result& result = row.result;
  const bool is_copy = result.expectation == Expectation::copy;
  const auto& timing = row.timing;
  return {
      {"chapter", text_or_null(row.chapter)},
      {"stage", result.stage},
      {"api", api_of(row.field, row.opengl_memory)},
      {"memory", result.memory ? Json(opengl::name_of(*result.memory)) : Json(nullptr)},
      {"software", row.software},
      {"items", result.request.num_items},
      {"type", scan::name_of(result.request.type)},
      {"operator", scan::name_of(result.request.op)},
      {"kind", is_copy ? Json(nullptr) : Json(scan::name_of(result.request.kind))},
      {"verdict", scan::name_of(result.finding.verdict)},
      {"reason", text_or_null(result.finding.reason)},
      {"milliseconds", timing ? milliseconds(timing->time) : Json(nullptr)},
      {"calls", row.calls},
      {"wall_clock", timing ? Json(timing->wall_clock) : Json(nullptr)},
      {"items_per_second", or_null(items_per_second(row))},
      {"bytes_moved", result.bytes_moved},
      {"gigabytes_per_second",
       timing ? or_null(harness::gigabytes_per_second(result.bytes_moved, timing->time.median))
              : Json(nullptr)},
      {"share_of_copy", timing ? or_null(timing->share_of_copy) : Json(nullptr)},
      {"copy_before", timing ? milliseconds(timing->ruler_before) : Json(nullptr)},
      {"copy_after", timing ? milliseconds(timing->ruler_after) : Json(nullptr)},
      {"was_warm", row.was_warm},
      {"ratio_to", ratios_of(row, rows)},
      {"build_milliseconds", result.build_milliseconds},
  };
}

Json to_json(const Device& device) {
  return {{"api", name_of(device.field)},
          {"name", device.name},
          {"driver", device.driver},
          {"software", device.software}};
}

}  // namespace

std::string to_json(const Comparison& comparison) {
  Json devices = Json::array(), results = Json::array();
  for (const Device& device : comparison.devices) devices.push_back(to_json(device));
  for (const Row& row : comparison.rows) results.push_back(to_json(row, comparison.rows));
  const Json whole{{"command", comparison.command},
                   {"date", comparison.date},
                   {"input", comparison.input},
                   {"rounds", comparison.rounds},
                   {"repeats", comparison.repeats},
                   {"seconds", comparison.seconds},
                   {"devices", devices},
                   {"results", results}};
  // A driver's text may be no UTF-8: such bytes are replaced.
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scan::compare
