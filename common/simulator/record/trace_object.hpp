// Reads the members of one JSON object strictly: each has to be there, of its type, and no others may be.
// Room: common/simulator/record, for trace_from_json.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scan/errors.hpp"

namespace scan::simulator {

/// Every message has the path of what is wrong: "the file.intervals[2].events[5].kind".
class TraceObject {
 public:
  using Json = nlohmann::json;

  [[noreturn]] static void refuse(const std::string& path, const std::string& problem) {
    throw Error(fmt::format("not a trace: {} {}", path, problem));
  }

  /// `json` outlives this object.
  TraceObject(const Json& json, std::string path) : json_(&json), path_(std::move(path)) {
    if (!json.is_object()) refuse(path_, "is not an object");
  }

  std::string path_of(const std::string& member) const { return path_ + "." + member; }

  const Json& member(const std::string& name) {
    const auto found = json_->find(name);
    if (found == json_->end()) refuse(path_, fmt::format("has no member {}", name));
    known_.insert(name);
    return *found;
  }

  std::string text(const std::string& name) { return text_of(member(name), path_of(name)); }
  std::uint32_t number(const std::string& name) { return number_of(member(name), path_of(name)); }
  bool truth(const std::string& name) {
    const Json& json = member(name);
    if (!json.is_boolean()) refuse(path_of(name), "is neither true nor false");
    return json.get<bool>();
  }

  /// That of `kinds` which name_of() gives this name.
  template <typename Kinds>
  auto one_of(const std::string& name, const Kinds& kinds) {
    const std::string given = text(name);
    std::vector<std::string_view> allowed;
    for (const auto kind : kinds) {
      if (name_of(kind) == given) return kind;
      allowed.push_back(name_of(kind));
    }
    refuse(path_of(name), fmt::format("is {}; allowed: {}", Json(given).dump(), fmt::join(allowed, ", ")));
  }

  template <typename Read>
  auto list(const std::string& name, Read read) {
    return list_of(member(name), path_of(name), read);
  }

  /// All members were asked for; there may be no others.
  void finish() const {
    for (const auto& [name, value] : json_->items()) {
      if (!known_.contains(name))
        refuse(path_, fmt::format("has a member {} that is not known", Json(name).dump()));
    }
  }

  static std::string text_of(const Json& json, const std::string& path) {
    if (!json.is_string()) refuse(path, "is not a string");
    return json.get<std::string>();
  }

  static std::uint32_t number_of(const Json& json, const std::string& path) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() > kMost) {
      refuse(path, fmt::format("is not a whole number from 0 to {}", kMost));
    }
    return json.get<std::uint32_t>();
  }

  /// What `read(json, path)` makes of each.
  template <typename Read>
  static auto list_of(const Json& json, const std::string& path, Read read) {
    if (!json.is_array()) refuse(path, "is not a list");
    std::vector<decltype(read(json, path))> things;
    for (std::size_t i = 0; i < json.size(); ++i) {
      things.push_back(read(json[i], fmt::format("{}[{}]", path, i)));
    }
    return things;
  }

 private:
  const Json* json_;
  std::string path_;
  std::set<std::string> known_;
};

}  // namespace scan::simulator
