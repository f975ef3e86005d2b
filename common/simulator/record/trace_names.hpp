// How the JSON of a trace names kinds of events, and which kind has which members.
// Room: common/simulator/record, for trace_json.cpp and trace_from_json.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "simulator/trace.hpp"

namespace scan::simulator {

inline constexpr EventKind kEventKinds[] = {EventKind::load, EventKind::store, EventKind::atomic,
                                            EventKind::combine, EventKind::subgroup};

constexpr std::string_view name_of(EventKind kind) {
  switch (kind) {
    case EventKind::load: return "load";
    case EventKind::store: return "store";
    case EventKind::atomic: return "atomic";
    case EventKind::combine: return "combine";
    case EventKind::subgroup: return "subgroup";
  }
  return "";
}

inline constexpr Fault kFaults[] = {Fault::race,          Fault::divergent_barrier, Fault::out_of_bounds,
                                    Fault::uninitialised, Fault::stalled,           Fault::budget};

/// Whether an event is an access to memory.
constexpr bool has_word(EventKind kind) {
  return kind == EventKind::load || kind == EventKind::store || kind == EventKind::atomic;
}

}  // namespace scan::simulator
