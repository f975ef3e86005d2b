// Bitwise operations, shifts and bit fields.
// Room: common/simulator/operations.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "simulator/operations/typed.hpp"

namespace scan::simulator {
namespace {

template <typename Integer>
constexpr unsigned kWidth = std::numeric_limits<std::make_unsigned_t<Integer>>::digits;

// A shift by the width or more is undefined in SPIR-V; machines take the amount modulo the width, and so does llvmpipe.
template <typename Integer>
constexpr unsigned shift_amount(Integer amount) {
  return static_cast<unsigned>(amount) & (kWidth<Integer> - 1);
}

// Ones from bit `offset` on, `count` of them, as far as there are bits.
template <typename Unsigned>
constexpr Unsigned field_mask(Unsigned offset, Unsigned count) {
  if (offset >= kWidth<Unsigned> || count == 0) return 0;
  const Unsigned ones = count >= kWidth<Unsigned> ? ~Unsigned{0} : (Unsigned{1} << count) - 1;
  return ones << offset;
}

template <typename Unsigned>
constexpr Unsigned insert(Unsigned base, Unsigned insertion, Unsigned offset, Unsigned count) {
  const Unsigned mask = field_mask(offset, count);
  return mask == 0 ? base : (base & ~mask) | ((insertion << offset) & mask);
}

template <typename Unsigned>
constexpr Unsigned extract(Unsigned base, Unsigned offset, Unsigned count) {
  const Unsigned mask = field_mask(offset, count);
  return mask == 0 ? 0 : (base & mask) >> offset;
}

template <typename Unsigned>
constexpr Unsigned extract_signed(Unsigned base, Unsigned offset, Unsigned count) {
  const Unsigned field = extract(base, offset, count);
  if (count == 0 || count >= kWidth<Unsigned>) return field;
  const Unsigned sign = Unsigned{1} << (count - 1);
  return (field ^ sign) - sign;
}

template <typename Unsigned>
constexpr Unsigned reverse(Unsigned value) {
  Unsigned reversed = 0;
  for (unsigned bit = 0; bit < kWidth<Unsigned>; ++bit) {
    reversed = (reversed << 1) | ((value >> bit) & 1);
  }
  return reversed;
}

}  // namespace

std::optional<ScalarOperation> bit_operation(spv::Op opcode, std::uint32_t width) {
  switch (opcode) {
    case spv::OpNot: return on_unsigned<1>(width, [](auto a) { return ~a; });
    case spv::OpBitwiseAnd: return combining(on_unsigned<2>(width, [](auto a, auto b) { return a & b; }));
    case spv::OpBitwiseOr: return combining(on_unsigned<2>(width, [](auto a, auto b) { return a | b; }));
    case spv::OpBitwiseXor: return combining(on_unsigned<2>(width, [](auto a, auto b) { return a ^ b; }));
    case spv::OpShiftLeftLogical:
      return on_unsigned<2>(width, [](auto a, auto b) { return a << shift_amount(b); });
    case spv::OpShiftRightLogical:
      return on_unsigned<2>(width, [](auto a, auto b) { return a >> shift_amount(b); });
    case spv::OpShiftRightArithmetic:
      return on_signed<2>(width, [](auto a, auto b) { return a >> shift_amount(b); });
    case spv::OpBitFieldInsert:
      return on_unsigned<4>(width, [](auto a, auto b, auto c, auto d) { return insert(a, b, c, d); });
    case spv::OpBitFieldUExtract:
      return on_unsigned<3>(width, [](auto a, auto b, auto c) { return extract(a, b, c); });
    case spv::OpBitFieldSExtract:
      return on_unsigned<3>(width, [](auto a, auto b, auto c) { return extract_signed(a, b, c); });
    case spv::OpBitReverse: return on_unsigned<1>(width, [](auto a) { return reverse(a); });
    case spv::OpBitCount:
      return on_unsigned<1>(width, [](auto a) { return static_cast<decltype(a)>(std::popcount(a)); });
    default: return std::nullopt;
  }
}

}  // namespace scan::simulator
