// The report as JSON, for tools.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/inspect_json.hpp"
#include "harness/report.hpp"

namespace scan::harness {

namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json to_json(const DeviceInfo& device) {
  return {{"api", name_of(device.api)},
          {"name", device.name},
          {"driver", device.driver},
          {"software", device.software}};
}

/// The device that the chapter is about: the first of a GPU API, else the CPU.
Json main_device(const std::vector<DeviceInfo>& devices) {
  for (const DeviceInfo& device : devices) {
    if (device.api != Api::cpu) return to_json(device);
  }
  return devices.empty() ? Json(nullptr) : to_json(devices.front());
}

Json mismatch(const Finding& finding) {
  if (!finding.first_mismatch) return nullptr;
  return {{"index", finding.first_mismatch->index},
          {"expected", finding.first_mismatch->expected},
          {"got", finding.first_mismatch->got}};
}

Json milliseconds(const std::optional<Statistics>& time) {
  if (!time) return nullptr;
  return {{"median", time->median}, {"min", time->min}, {"max", time->max}, {"repeats", time->repeats}};
}

Json to_json(const simulator::Finding& finding) {
  return {{"fault", simulator::name_of(finding.fault)},
          {"file", text_or_null(finding.place.file)},
          {"line", finding.place.line},
          {"other_file", finding.other ? text_or_null(finding.other->file) : Json(nullptr)},
          {"other_line", finding.other ? Json(finding.other->line) : Json(nullptr)},
          {"message", finding.message}};
}

void add_simulation(const Simulation& simulation, Json& result) {
  Json findings = Json::array();
  for (const simulator::Finding& finding : simulation.findings) findings.push_back(to_json(finding));
  result["schedule"] = simulator::name_of(simulation.schedule);
  result["subgroup_width"] = simulation.subgroup_width;
  result["instructions"] = simulation.instructions();
  result["findings"] = findings;
  result["dispatches"] = dispatches_json(simulation.dispatches);
}

Json to_json(const Result& result) {
  const Request& request = result.request;
  const bool is_copy = result.expectation == Expectation::copy;
  Json json{
      {"stage", result.stage},
      {"api", name_of(result.api)},
      {"items", request.num_items},
      {"type", name_of(request.type)},
      {"operator", name_of(request.op)},
      {"kind", is_copy ? Json(nullptr) : Json(name_of(request.kind))},
      {"in_place", request.in_place},
      {"workgroup", or_null(request.configuration.workgroup_size)},
      {"grain", or_null(request.configuration.grain)},
      {"verdict", name_of(result.finding.verdict)},
      {"reason", text_or_null(result.finding.reason)},
      {"first_mismatch", mismatch(result.finding)},
      {"mismatches", result.finding.num_mismatches},
      {"milliseconds", milliseconds(result.device_time)},
      {"wall_clock", result.wall_clock},
      {"build_milliseconds", result.build_milliseconds},
      {"upload_milliseconds", result.upload_milliseconds},
      {"download_milliseconds", result.download_milliseconds},
      {"bytes_moved", result.bytes_moved},
      {"gigabytes_per_second",
       result.device_time ? or_null(gigabytes_per_second(result.bytes_moved, result.device_time->median))
                          : Json(nullptr)},
      {"share_of_copy", or_null(result.share_of_copy)},
      {"memory", result.memory ? Json(name_of(*result.memory)) : Json(nullptr)},
      {"total", text_or_null(result.finding.total)},
  };
  if (result.simulation) add_simulation(*result.simulation, json);
  return json;
}

}  // namespace

std::string to_json(const Report& report) {
  Json devices = Json::array();
  for (const DeviceInfo& device : report.devices) devices.push_back(to_json(device));
  Json results = Json::array();
  for (const Result& result : report.results) results.push_back(to_json(result));
  const Json whole{{"chapter", report.chapter}, {"title", report.title},
                   {"input", report.input},     {"device", main_device(report.devices)},
                   {"devices", devices},        {"results", results},
                   {"notes", report.notes}};
  // A driver's text may be no UTF-8: such bytes are replaced.
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scan::harness
