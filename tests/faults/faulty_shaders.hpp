// A copy of the shaders in a folder of its own, with a fault put in: for as long as it lives every kernel
// comes from there. Room: tests/faults. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace scan::test {

class FaultyShaders {
 public:
  FaultyShaders();
  ~FaultyShaders();
  FaultyShaders(const FaultyShaders&) = delete;
  FaultyShaders& operator=(const FaultyShaders&) = delete;

  /// Replaces the text's occurrence `index` (from 0) in shaders/<file>. Throws std::logic_error when there is
  /// none.
  void replace(const std::string& file, const std::string& text, const std::string& by,
               std::size_t index = 0);
  /// Takes the barrier `index` (from 0) of shaders/<file> away.
  void without_barrier(const std::string& file, std::size_t index) {
    replace(file, "  barrier();", "", index);
  }

 private:
  std::filesystem::path folder_;
  std::optional<std::string> old_variable_;
};

}  // namespace scan::test
