// Random numbers that are the same on every machine: the standard library's distributions differ, its engines do not.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace scan::test {

class Random {
 public:
  /// The seed is made of the name (Fowler, Noll and Vo's hash 1a).
  explicit Random(const std::string& name) : engine_(hash(name)) {}

  std::uint64_t bits() { return engine_(); }
  std::uint64_t below(std::uint64_t end) { return engine_() % end; }
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }

 private:
  static std::uint32_t hash(const std::string& name) {
    std::uint32_t hash = 2166136261u;
    for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
    return hash;
  }

  std::mt19937_64 engine_;
};

}  // namespace scan::test
