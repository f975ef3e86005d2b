// Fills host arrays with the input patterns, each element from its index alone.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#include "scan/pattern.hpp"

#include <limits>
#include <type_traits>

namespace scan {
namespace {

/// The output function of SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators",
/// 2014).
constexpr std::uint64_t mix(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
  return bits ^ (bits >> 31);
}

constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;  // 2^64 / phi, odd: the steps of SplitMix64

template <class T>
T random_item(std::uint64_t hash) {
  if constexpr (std::is_floating_point_v<T>) {
    const auto step =
        static_cast<std::int32_t>(hash >> 40) - (1 << 23);  // 24 bits, which a float holds exactly
    return static_cast<T>(step) * T{0x1p-23};
  } else {
    return static_cast<T>(hash >> (64 - 8 * sizeof(T)));
  }
}

template <class T>
constexpr T largest_item() {
  if constexpr (std::is_floating_point_v<T>) return T{1e30F};  // so that 2^28 of them still add up to a float
  return std::numeric_limits<T>::max();
}

template <class T, class Function>
void fill(Items& items, Function item_at) {
  std::uint64_t index = 0;
  for (T& item : items.as<T>()) item = item_at(index++);
}

}  // namespace

void fill_items(Items& items, Pattern pattern, std::uint64_t seed) {
  with_type(items.type(), [&]<class T>() {
    switch (pattern) {
      case Pattern::ones: return fill<T>(items, [](std::uint64_t) { return T{1}; });
      case Pattern::iota: return fill<T>(items, [](std::uint64_t index) { return static_cast<T>(index); });
      case Pattern::max: return fill<T>(items, [](std::uint64_t) { return largest_item<T>(); });
      case Pattern::alternating:
        return fill<T>(items, [](std::uint64_t index) { return index % 2 == 0 ? T{1} : static_cast<T>(-1); });
      case Pattern::random:
      case Pattern::sparse: break;
    }
    const std::uint64_t start = mix(seed + kGoldenRatio);  // mixed, so that near seeds give unrelated streams
    const std::uint64_t zero_bit = pattern == Pattern::sparse ? 1 : 0;
    fill<T>(items, [start, zero_bit](std::uint64_t index) {
      const std::uint64_t hash = mix(start + index * kGoldenRatio);
      return (hash & zero_bit) != 0 ? T{0} : random_item<T>(hash);
    });
  });
}

Items make_items(ElementType type, Pattern pattern, std::uint64_t num_items, std::uint64_t seed) {
  Items items(type, num_items);
  fill_items(items, pattern, seed);
  return items;
}

}  // namespace scan
