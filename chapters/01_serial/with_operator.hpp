// From an operator known at run time to one known at compile time, so that no inner loop has to choose.
// Chapter 01.
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "scan/monoid.hpp"

namespace scan::serial {

/// Calls `function.template operator()<op>()` with `op` as a constant.
template <class Function>
decltype(auto) with_operator(Operator op, Function&& function) {
  switch (op) {
    case Operator::max: return std::forward<Function>(function).template operator()<Operator::max>();
    case Operator::last: return std::forward<Function>(function).template operator()<Operator::last>();
    case Operator::sum: break;
  }
  return std::forward<Function>(function).template operator()<Operator::sum>();
}

}  // namespace scan::serial
