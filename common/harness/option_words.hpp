// What a word of the command line can mean: one of some names, or a count between bounds.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "scan/errors.hpp"

namespace scan::harness {

/// "inclusive, exclusive"
template <class Values>
std::string all_names(const Values& values) {
  std::string names;
  for (const auto value : values) {
    names += names.empty() ? "" : ", ";
    names += name_of(value);
  }
  return names;
}

/// The value that `text` names, among those that the option has.
template <class Values>
auto choice(std::string_view option, std::string_view text, const Values& values) {
  for (const auto value : values) {
    if (name_of(value) == text) return value;
  }
  throw UsageError(fmt::format("{}: \"{}\" is none of {}", option, text, all_names(values)));
}

/// Throws UsageError for what is no count, and for one out of bounds.
std::uint64_t count_between(std::string_view option, std::string_view text, std::uint64_t least,
                            std::uint64_t most);
/// From 1 on.
std::uint32_t count32(std::string_view option, std::string_view text);

}  // namespace scan::harness
