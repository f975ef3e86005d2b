// Writes a trace as JSON.
// Room: common/simulator/record. docs/simulator.md has the schema; trace_from_json.cpp reads it.
// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "simulator/record/trace_names.hpp"
#include "simulator/trace.hpp"

namespace scan::simulator {
namespace {

using Json = nlohmann::ordered_json;

Json place_json(const SourcePlace& place) {
  return {{"file", place.file}, {"line", place.line}};
}

Json word_json(const WordOf& word) {
  return {{"array", word.array}, {"index", word.index}};
}

Json words_json(const std::vector<WordOf>& words) {
  Json list = Json::array();
  for (const WordOf& word : words) list.push_back(word_json(word));
  return list;
}

/// Only what an event of its kind has.
Json event_json(const Event& event) {
  Json json = {{"kind", name_of(event.kind)}, {"invocation", event.invocation}, {"step", event.step}};
  const bool is_access = has_word(event.kind);
  if (is_access) json["word"] = word_json(event.word);
  if (event.kind == EventKind::subgroup) json["name"] = event.name;
  json["value"] = event.value;
  if (event.kind != EventKind::load) json["sources"] = words_json(event.sources);
  if (event.kind == EventKind::subgroup) json["lanes"] = event.lanes;
  json["place"] = place_json(event.place);
  if (is_access) json["conflict_degree"] = event.conflict_degree;
  if (is_access) json["race"] = event.race;
  return json;
}

Json interval_json(const Interval& interval) {
  Json events = Json::array();
  for (const Event& event : interval.events) events.push_back(event_json(event));
  return {{"workgroup", interval.workgroup},
          {"number", interval.number},
          {"barrier", interval.barrier ? place_json(*interval.barrier) : Json()},
          {"idle", interval.idle},
          {"events", std::move(events)},
          {"shared_after", interval.shared_after}};
}

Json array_json(const Array& array) {
  return {{"name", array.name},
          {"is_shared", array.is_shared},
          {"num_elements", array.num_elements},
          {"element_bytes", array.element_bytes},
          {"element_type", array.element_type}};
}

Json finding_json(const Finding& finding) {
  return {{"fault", name_of(finding.fault)},
          {"place", place_json(finding.place)},
          {"other", finding.other ? place_json(*finding.other) : Json()},
          {"message", finding.message}};
}

template <typename Things, typename ToJson>
Json list_json(const Things& things, ToJson to_json) {
  Json list = Json::array();
  for (const auto& thing : things) list.push_back(to_json(thing));
  return list;
}

}  // namespace

std::string to_json(const Trace& trace) {
  const Json json = {{"trace_version", kTraceVersion},
                     {"kernel", trace.kernel},
                     {"num_items", trace.num_items},
                     {"num_workgroups", trace.num_workgroups},
                     {"workgroup_size", trace.workgroup_size},
                     {"subgroup_width", trace.subgroup_width},
                     {"schedule", trace.schedule},
                     {"arrays", list_json(trace.arrays, array_json)},
                     {"intervals", list_json(trace.intervals, interval_json)},
                     {"findings", list_json(trace.findings, finding_json)}};
  return json.dump() + "\n";
}

}  // namespace scan::simulator
