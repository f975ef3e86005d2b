// Reads a trace from JSON, and takes nothing that is not one: of each wrong member, the message has the path.
// Room: common/simulator/record. docs/simulator.md has the schema; trace_json.cpp writes it.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdint>

#include "simulator/record/trace_names.hpp"
#include "simulator/record/trace_object.hpp"
#include "simulator/trace.hpp"

namespace scan::simulator {
namespace {

using Json = TraceObject::Json;

SourcePlace place_of(const Json& json, const std::string& path) {
  TraceObject object(json, path);
  SourcePlace place{.file = object.text("file"), .line = object.number("line")};
  object.finish();
  return place;
}

std::optional<SourcePlace> optional_place_of(const Json& json, const std::string& path) {
  if (json.is_null()) return std::nullopt;
  return place_of(json, path);
}

Array array_of(const Json& json, const std::string& path) {
  TraceObject object(json, path);
  Array array{.name = object.text("name"),
              .is_shared = object.truth("is_shared"),
              .num_elements = object.number("num_elements"),
              .element_bytes = object.number("element_bytes"),
              .element_type = object.text("element_type")};
  object.finish();
  return array;
}

Finding finding_of(const Json& json, const std::string& path) {
  TraceObject object(json, path);
  Finding finding{.fault = object.one_of("fault", kFaults),
                  .place = place_of(object.member("place"), object.path_of("place")),
                  .other = optional_place_of(object.member("other"), object.path_of("other")),
                  .message = object.text("message")};
  object.finish();
  return finding;
}

/// What the rest of a trace has to fit.
struct Reader {
  const Trace& trace;

  void check_below(std::uint32_t number, std::uint32_t end, const std::string& path) const {
    if (number >= end) TraceObject::refuse(path, fmt::format("is {}; allowed: less than {}", number, end));
  }

  WordOf word_of(const Json& json, const std::string& path) const {
    TraceObject object(json, path);
    const WordOf word{.array = object.number("array"), .index = object.number("index")};
    check_below(word.array, static_cast<std::uint32_t>(trace.arrays.size()), object.path_of("array"));
    check_below(word.index, trace.arrays[word.array].num_elements, object.path_of("index"));
    object.finish();
    return word;
  }

  std::uint32_t invocation_of(const Json& json, const std::string& path) const {
    const auto invocation = TraceObject::number_of(json, path);
    check_below(invocation, trace.workgroup_size, path);
    return invocation;
  }

  std::vector<std::uint32_t> invocations_of(const Json& json, const std::string& path) const {
    return TraceObject::list_of(
        json, path, [&](const Json& one, const std::string& at) { return invocation_of(one, at); });
  }

  Event event_of(const Json& json, const std::string& path) const {
    TraceObject object(json, path);
    Event event{.kind = object.one_of("kind", kEventKinds),
                .invocation = invocation_of(object.member("invocation"), object.path_of("invocation")),
                .step = object.number("step"),
                .value = object.text("value"),
                .place = place_of(object.member("place"), object.path_of("place"))};
    if (has_word(event.kind)) {
      event.word = word_of(object.member("word"), object.path_of("word"));
      event.conflict_degree = object.number("conflict_degree");
      event.race = object.truth("race");
    }
    if (event.kind == EventKind::subgroup) {
      event.name = object.text("name");
      event.lanes = invocations_of(object.member("lanes"), object.path_of("lanes"));
    }
    if (event.kind != EventKind::load) {
      event.sources =
          object.list("sources", [&](const Json& one, const std::string& at) { return word_of(one, at); });
    }
    object.finish();
    return event;
  }

  std::vector<std::vector<std::string>> shared_of(const Json& json, const std::string& path) const {
    auto shared = TraceObject::list_of(json, path, [](const Json& array, const std::string& at) {
      return TraceObject::list_of(array, at, TraceObject::text_of);
    });
    if (!shared.empty() && shared.size() != trace.arrays.size()) {
      TraceObject::refuse(path, fmt::format("has {} lists; allowed: 0, or one for each of {} arrays",
                                            shared.size(), trace.arrays.size()));
    }
    for (std::size_t i = 0; i < shared.size(); ++i) {
      const std::size_t expected = trace.arrays[i].is_shared ? trace.arrays[i].num_elements : 0;
      if (shared[i].size() == expected) continue;
      TraceObject::refuse(fmt::format("{}[{}]", path, i),
                          fmt::format("has {} elements; allowed: {}", shared[i].size(), expected));
    }
    return shared;
  }

  Interval interval_of(const Json& json, const std::string& path) const {
    TraceObject object(json, path);
    Interval interval{
        .workgroup = object.number("workgroup"),
        .number = object.number("number"),
        .events =
            object.list("events", [&](const Json& one, const std::string& at) { return event_of(one, at); }),
        .shared_after = shared_of(object.member("shared_after"), object.path_of("shared_after")),
        .barrier = optional_place_of(object.member("barrier"), object.path_of("barrier")),
        .idle = invocations_of(object.member("idle"), object.path_of("idle"))};
    check_below(interval.workgroup, trace.num_workgroups, object.path_of("workgroup"));
    for (Event& event : interval.events) event.workgroup = interval.workgroup;
    object.finish();
    return interval;
  }
};

Json parsed(const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw Error(fmt::format("not a trace: no JSON from byte {} on", error.byte));
  }
}

}  // namespace

Trace trace_from_json(const std::string& text) {
  const Json json = parsed(text);
  TraceObject object(json, "the file");
  const auto version = object.number("trace_version");
  if (version != kTraceVersion) {
    TraceObject::refuse(object.path_of("trace_version"),
                        fmt::format("is {}; allowed: {}", version, kTraceVersion));
  }
  Trace trace{.kernel = object.text("kernel"),
              .num_items = object.number("num_items"),
              .num_workgroups = object.number("num_workgroups"),
              .workgroup_size = object.number("workgroup_size"),
              .subgroup_width = object.number("subgroup_width"),
              .schedule = object.text("schedule"),
              .arrays = object.list("arrays", array_of),
              .findings = object.list("findings", finding_of)};
  const Reader reader{trace};
  trace.intervals = object.list(
      "intervals", [&](const Json& one, const std::string& at) { return reader.interval_of(one, at); });
  object.finish();
  return trace;
}

}  // namespace scan::simulator
