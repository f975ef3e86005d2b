// What the simulator counted, as JSON, for tools.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/inspect_json.hpp"

namespace scan::harness {

namespace {

using Json = nlohmann::ordered_json;

Json counters_json(const simulator::Counters& counters) {
  return {{"instructions", counters.instructions},
          {"work", counters.work},
          {"depth", counters.depth},
          {"barriers", counters.barriers},
          {"subgroup_operations", counters.subgroup_operations},
          {"shared_reads", counters.shared_reads},
          {"shared_writes", counters.shared_writes},
          {"shared_accesses", counters.shared_accesses},
          {"shared_passes", counters.shared_passes},
          {"worst_conflict", counters.worst_conflict},
          {"bytes_read", counters.bytes_read},
          {"bytes_written", counters.bytes_written},
          {"buffer_accesses", counters.buffer_accesses},
          {"sectors", counters.sectors},
          {"atomics", counters.atomics},
          {"spins", counters.spins}};
}

Json dispatch_json(const simulator::DispatchCounters& dispatch) {
  Json active = Json::array();
  for (const simulator::Activity& interval : dispatch.activity) active.push_back(interval.active);
  Json lines = Json::array();
  for (const auto& [place, counters] : dispatch.by_line) {
    Json line{{"file", place.first}, {"line", place.second}};
    line.update(counters_json(counters));
    lines.push_back(std::move(line));
  }
  return {{"kernel", dispatch.kernel},
          {"workgroups", dispatch.num_workgroups},
          {"workgroup_size", dispatch.workgroup_size},
          {"subgroup_width", dispatch.subgroup_width},
          {"active_by_interval", std::move(active)},
          {"total", counters_json(dispatch.total)},
          {"lines", std::move(lines)}};
}

}  // namespace

Json dispatches_json(const std::vector<simulator::DispatchCounters>& dispatches) {
  Json list = Json::array();
  for (const simulator::DispatchCounters& dispatch : dispatches) list.push_back(dispatch_json(dispatch));
  return list;
}

}  // namespace scan::harness
