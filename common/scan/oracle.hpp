// The oracle's running prefixes: what an output should hold at each place, kept exactly or in a wider type.
// Room: common/scan; private to checker.cpp. It shares no arithmetic with what it judges.
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "scan/checker.hpp"

namespace scan::oracle {

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
constexpr Bits<T> bits_of(T item) {
  return std::bit_cast<Bits<T>>(item);
}

/// Whether every byte of the item is still what the output was filled with.
template <class T>
constexpr bool is_sentinel(T item) {
  constexpr std::uint64_t kTwice = std::uint64_t{kSentinel} << 32 | kSentinel;
  return bits_of(item) == static_cast<Bits<T>>(kTwice);
}

/// Devices may take a float below the smallest normal one for zero.
template <class T>
T flushed(T item) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::abs(item) < std::numeric_limits<T>::min()) return T{0};
  }
  return item;
}

/// Everything so far, where the result admits no error: integers, and floats under operators without
/// rounding.
template <class T, Operator op>
class ExactPrefix {
 public:
  void include(T item) {
    if constexpr (op == Operator::max) {
      value_ = item > value_ ? item : value_;
    } else if constexpr (op == Operator::last) {
      value_ = item != T{0} ? item : value_;
      flushed_value_ = flushed(item) != T{0} ? item : flushed_value_;
    } else {
      value_ = static_cast<T>(bits_of(value_) + bits_of(item));  // unsigned: wraps
    }
  }

  bool matches(T got) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(value_)) return std::isnan(got);
    }
    if constexpr (op == Operator::last) {
      if (flushed(got) == flushed_value_) return true;
    }
    return flushed(got) == flushed(value_);
  }

  std::string text() const { return fmt::format("{}", value_); }

 private:
  static constexpr T start() {
    if (op != Operator::max) return T{0};
    return std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::min();
  }

  T value_ = start();
  T flushed_value_ = T{0};  // of the operator last, where a float that counts as zero keeps the earlier item
};

/// The sum of floats so far, in double, with the sum of their magnitudes, which bounds the error of any order
/// of adding.
class FloatSumPrefix {
 public:
  void include(float item) {
    sum_ += static_cast<double>(item);
    magnitude_ += std::abs(static_cast<double>(item));
    ++num_items_;
  }

  bool matches(float got) const {
    // The bound of a sum of any length is at least this one: most items need no square root.
    constexpr double kLeastTolerance = 16 * 0x1p-24;
    const double error = std::abs(static_cast<double>(got) - sum_);
    if (error <= kLeastTolerance * magnitude_ && error <= std::numeric_limits<double>::max() &&
        !is_sentinel(got)) {
      return true;
    }
    return matches_in_full(got);
  }

  std::string text() const { return fmt::format("{}", sum_); }

 private:
  bool matches_in_full(float got) const {
    if (is_sentinel(got))
      return got == static_cast<float>(sum_);  // right by chance alone, so to the last bit
    if (std::isnan(sum_)) return std::isnan(got);
    if (std::isinf(sum_)) return static_cast<double>(got) == sum_;
    constexpr double kLargest = std::numeric_limits<float>::max();
    constexpr double kSmallestNormal = std::numeric_limits<float>::min();
    // Every addition may lose what a device takes for zero.
    const double bound =
        Checker::float_tolerance(num_items_) * magnitude_ + static_cast<double>(num_items_) * kSmallestNormal;
    // In some order the positive items come first, or the negative ones, and their sum may be beyond float32.
    const bool may_overflow = (magnitude_ + sum_) / 2 + bound > kLargest;
    const bool may_overflow_below = (magnitude_ - sum_) / 2 + bound > kLargest;
    if (std::isinf(got)) return got > 0 ? may_overflow : may_overflow_below;
    if (std::isnan(got)) return may_overflow && may_overflow_below;
    return std::abs(static_cast<double>(got) - sum_) <= bound;
  }

  double sum_ = 0;
  double magnitude_ = 0;
  std::uint64_t num_items_ = 0;
};

/// The prefix that judges operator `op` on elements T.
template <class T, Operator op>
using Prefix = std::conditional_t<std::is_floating_point_v<T> && op == Operator::sum, FloatSumPrefix,
                                  ExactPrefix<T, op>>;

}  // namespace scan::oracle
