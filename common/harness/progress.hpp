// One line on a terminal that says what runs at the moment, and is gone at the end.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "scan/request.hpp"

namespace scan::harness {

/// Silent where standard error is no terminal.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::string_view api, std::string_view stage, const Request& request);

 private:
  bool is_terminal_;
};

}  // namespace scan::harness
