// Reads words as the shader's results, and compares them.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#include "simulator/agreement/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace scan::test {
namespace {

std::uint64_t bits_at(const SmallShader& shader, const std::vector<std::uint32_t>& words, std::size_t i) {
  if (words_of(shader.out) == 1) return words[i];
  return words[2 * i] | std::uint64_t{words[2 * i + 1]} << 32;
}

double float_of(const SmallShader& shader, std::uint64_t bits) {
  if (shader.out == Scalar::float64) return std::bit_cast<double>(bits);
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

bool agree(const SmallShader& shader, std::uint64_t simulated, std::uint64_t driven) {
  if (simulated == driven) return true;
  if (!is_float(shader.out)) return false;
  const double a = float_of(shader, simulated), b = float_of(shader, driven);
  if (std::isnan(a) && std::isnan(b)) return true;
  return shader.tolerance > 0 && std::abs(a - b) <= shader.tolerance * std::max(1.0, std::abs(b));
}

std::string printed(const SmallShader& shader, std::uint64_t bits) {
  if (is_float(shader.out)) return fmt::format("{} ({:#x})", float_of(shader, bits), bits);
  return fmt::format("{:#x}", bits);
}

}  // namespace

std::string difference(const SmallShader& shader, const std::vector<std::uint32_t>& simulated,
                       const std::vector<std::uint32_t>& driven) {
  for (std::size_t i = 0; i < shader.num_results; ++i) {
    const std::uint64_t a = bits_at(shader, simulated, i), b = bits_at(shader, driven, i);
    if (agree(shader, a, b)) continue;
    const std::size_t num_of_items = shader.num_results - kCommonResults;
    const std::string place = i < num_of_items
                                  ? fmt::format("item {}, result {}", i / kResultsAnItem, i % kResultsAnItem)
                                  : fmt::format("common result {}", i - num_of_items);
    return fmt::format("{}: the simulator has {}, the driver {}", place, printed(shader, a),
                       printed(shader, b));
  }
  return "";
}

}  // namespace scan::test
