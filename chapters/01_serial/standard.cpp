// Calls the standard library with the operator as a constant.
// Chapter 01.
// SPDX-License-Identifier: MIT
#include "01_serial/standard.hpp"

#include <cstdint>
#include <execution>
#include <numeric>

#include "01_serial/with_operator.hpp"

namespace scan::serial {
namespace {

/// `policy` is nothing, or an execution policy.
template <class T, class... Policy>
void scan_by_library(std::span<const T> input, std::span<T> output, Operator op, Kind kind,
                     Policy&&... policy) {
  with_operator(op, [&]<Operator constant>() {
    const auto combine_two = [](T earlier, T later) {
      return combine(constant, earlier, later);
    };
    const T start = identity<T>(constant);
    if (kind == Kind::inclusive) {
      std::inclusive_scan(policy..., input.begin(), input.end(), output.begin(), combine_two, start);
    } else {
      std::exclusive_scan(policy..., input.begin(), input.end(), output.begin(), start, combine_two);
    }
  });
}

}  // namespace

template <class T>
void standard_scan(std::span<const T> input, std::span<T> output, Operator op, Kind kind) {
  scan_by_library(input, output, op, kind);
}

template <class T>
void standard_parallel_scan(std::span<const T> input, std::span<T> output, Operator op, Kind kind) {
  scan_by_library(input, output, op, kind, std::execution::par);
}

template void standard_scan(std::span<const std::uint32_t>, std::span<std::uint32_t>, Operator, Kind);
template void standard_scan(std::span<const std::int32_t>, std::span<std::int32_t>, Operator, Kind);
template void standard_scan(std::span<const std::uint64_t>, std::span<std::uint64_t>, Operator, Kind);
template void standard_scan(std::span<const float>, std::span<float>, Operator, Kind);
template void standard_parallel_scan(std::span<const std::uint32_t>, std::span<std::uint32_t>, Operator,
                                     Kind);
template void standard_parallel_scan(std::span<const std::int32_t>, std::span<std::int32_t>, Operator, Kind);
template void standard_parallel_scan(std::span<const std::uint64_t>, std::span<std::uint64_t>, Operator,
                                     Kind);
template void standard_parallel_scan(std::span<const float>, std::span<float>, Operator, Kind);

}  // namespace scan::serial
