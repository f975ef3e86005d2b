// The operator of a scan: a monoid, that is an identity and an associative combine(earlier, later).
// Room: common/scan. The GLSL twin is shaders/lib/monoid.glsl; the tests compare the two.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>
#include <string_view>
#include <type_traits>

namespace scan {

/// `sum` wraps modulo 2^bits for integers, signed ones too. `max` has an identity that is not zero. `last`
/// keeps the later item unless that is zero: it is associative but does not commute, so it shows operands in
/// the wrong order.
enum class Operator { sum, max, last };

inline constexpr Operator kOperators[] = {Operator::sum, Operator::max, Operator::last};

constexpr std::string_view name_of(Operator op) {
  switch (op) {
    case Operator::sum: return "sum";
    case Operator::max: return "max";
    case Operator::last: return "last";
  }
  return "";
}

/// Whether position i holds everything before it (exclusive) or everything up to and including it
/// (inclusive).
enum class Kind { inclusive, exclusive };

inline constexpr Kind kKinds[] = {Kind::inclusive, Kind::exclusive};

constexpr std::string_view name_of(Kind kind) {
  return kind == Kind::inclusive ? "inclusive" : "exclusive";
}

/// combine(identity, x) == combine(x, identity) == x.
template <class T>
constexpr T identity(Operator op) {
  if (op != Operator::max) return T{0};
  if constexpr (std::is_floating_point_v<T>) return -std::numeric_limits<T>::infinity();
  return std::numeric_limits<T>::lowest();
}

template <class T>
constexpr T combine(Operator op, T earlier, T later) {
  switch (op) {
    case Operator::max: return std::max(earlier, later);
    case Operator::last: return later != T{0} ? later : earlier;
    case Operator::sum: break;
  }
  if constexpr (std::is_signed_v<T> && std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;  // wraps where signed overflow would be undefined
    return static_cast<T>(static_cast<Unsigned>(earlier) + static_cast<Unsigned>(later));
  } else {
    return static_cast<T>(earlier + later);
  }
}

}  // namespace scan
