// The words of the command line, by option, before anything is known about what they mean.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "harness/stage.hpp"

namespace scan::harness {

/// Whether the chapter has a use for the option; else it is not in its help, and refused.
bool means_something(const Chapter& chapter, std::string_view option);

/// Whether the option steers the simulator and nothing else.
bool is_for_simulator(std::string_view option);

class CommandLine {
 public:
  /// Nothing when it asked for help, which has been printed. Throws UsageError with one line for an unknown
  /// option, an option without its value or given twice.
  static std::optional<CommandLine> parse(const Chapter& chapter, int argc, const char* const* argv);

  bool has(const std::string& option) const { return words_.contains(option); }
  /// The word after the option; empty text for a flag; nothing where it was not given.
  std::optional<std::string> value(const std::string& option) const;
  /// The options that were given, and their words.
  const std::map<std::string, std::string>& words() const { return words_; }

 private:
  std::map<std::string, std::string> words_;
};

}  // namespace scan::harness
