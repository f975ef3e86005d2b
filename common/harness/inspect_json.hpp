// What the simulator counted, as JSON, for tools.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "simulator/counters.hpp"

namespace scan::harness {

/// A list of objects, one for each dispatch: its geometry, its total, its lines and who was active.
nlohmann::ordered_json dispatches_json(const std::vector<simulator::DispatchCounters>& dispatches);

}  // namespace scan::harness
