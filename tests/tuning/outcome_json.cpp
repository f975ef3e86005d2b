// The trials as JSON, for tools.
// Room: tests/tuning.
// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "tuning/best.hpp"
#include "tuning/outcome.hpp"

namespace scan::tuning {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const harness::DeviceInfo& device) {
  return {{"api", name_of(device.api)},
          {"name", device.name},
          {"driver", device.driver},
          {"software", device.software}};
}

Json json_of(const Trial& trial) {
  const harness::Result& result = trial.result;
  Json json{{"method", name_of(trial.combination.method)},
            {"form", name_of(trial.combination.form)},
            {"workgroup", trial.combination.workgroup_size},
            {"vectors", trial.combination.vectors},
            {"api", name_of(result.api)},
            {"items", result.request.num_items},
            {"type", name_of(result.request.type)},
            {"kind", name_of(result.request.kind)},
            {"verdict", name_of(result.finding.verdict)},
            {"reason", result.finding.reason.empty() ? Json(nullptr) : Json(result.finding.reason)},
            {"milliseconds", nullptr},
            {"wall_clock", result.wall_clock},
            {"memory", result.memory ? Json(name_of(*result.memory)) : Json(nullptr)},
            {"share_of_copy", result.share_of_copy ? Json(*result.share_of_copy) : Json(nullptr)}};
  if (const auto& time = result.device_time) {
    json["milliseconds"] = {
        {"median", time->median}, {"min", time->min}, {"max", time->max}, {"repeats", time->repeats}};
  }
  return json;
}

}  // namespace

std::string to_json(const Trials& all, const std::string& command) {
  Json whole{{"command", command},
             {"devices", Json::array()},
             {"trials", Json::array()},
             {"best", Json::array()},
             {"notes", all.notes}};
  for (const harness::DeviceInfo& device : all.devices) whole["devices"].push_back(json_of(device));
  for (const Trial& trial : all.trials) whole["trials"].push_back(json_of(trial));
  for (const Best& best : best_of(all.trials)) whole["best"].push_back(json_of(best.trial));
  // A driver's text may be no UTF-8: such bytes are replaced.
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scan::tuning
