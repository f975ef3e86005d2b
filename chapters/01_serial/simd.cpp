// Chooses, at run time, the widest instructions that the processor has.
// Chapter 01.
// SPDX-License-Identifier: MIT
#include "01_serial/simd.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "01_serial/with_operator.hpp"

namespace scan::serial {
namespace {

namespace baseline {
#define SCAN_TARGET
#define VECTOR_BYTES 16
#include "01_serial/simd_kernel.inl"
#undef VECTOR_BYTES
#undef SCAN_TARGET
}  // namespace baseline

#if defined(__x86_64__)
namespace avx2 {
#define SCAN_TARGET __attribute__((target("avx2")))
#define VECTOR_BYTES 32
#include "01_serial/simd_kernel.inl"
#undef VECTOR_BYTES
#undef SCAN_TARGET
}  // namespace avx2

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
}
#endif

template <class T, Operator op>
T scan_with(std::span<const T> input, std::span<T> output, Kind kind, T prefix) {
  const bool inclusive = kind == Kind::inclusive;
#if defined(__x86_64__)
  if (has_avx2()) {
    return inclusive ? avx2::scan_items<T, op, Kind::inclusive>(input, output, prefix)
                     : avx2::scan_items<T, op, Kind::exclusive>(input, output, prefix);
  }
#endif
  return inclusive ? baseline::scan_items<T, op, Kind::inclusive>(input, output, prefix)
                   : baseline::scan_items<T, op, Kind::exclusive>(input, output, prefix);
}

template <class T, Operator op>
T reduce_with(std::span<const T> input) {
#if defined(__x86_64__)
  if (has_avx2()) return avx2::reduce_items<T, op>(input);
#endif
  return baseline::reduce_items<T, op>(input);
}

}  // namespace

template <class T>
T simd_scan(std::span<const T> input, std::span<T> output, Operator op, Kind kind, T prefix) {
  return with_operator(
      op, [&]<Operator constant>() -> T { return scan_with<T, constant>(input, output, kind, prefix); });
}

template <class T>
T simd_reduce(std::span<const T> input, Operator op) {
  return with_operator(op, [&]<Operator constant>() -> T { return reduce_with<T, constant>(input); });
}

std::string_view simd_instructions() {
#if defined(__x86_64__)
  if (has_avx2()) return "AVX2";
#endif
  return "baseline";
}

template std::uint32_t simd_scan(std::span<const std::uint32_t>, std::span<std::uint32_t>, Operator, Kind,
                                 std::uint32_t);
template std::int32_t simd_scan(std::span<const std::int32_t>, std::span<std::int32_t>, Operator, Kind,
                                std::int32_t);
template std::uint64_t simd_scan(std::span<const std::uint64_t>, std::span<std::uint64_t>, Operator, Kind,
                                 std::uint64_t);
template float simd_scan(std::span<const float>, std::span<float>, Operator, Kind, float);
template std::uint32_t simd_reduce(std::span<const std::uint32_t>, Operator);
template std::int32_t simd_reduce(std::span<const std::int32_t>, Operator);
template std::uint64_t simd_reduce(std::span<const std::uint64_t>, Operator);
template float simd_reduce(std::span<const float>, Operator);

}  // namespace scan::serial
