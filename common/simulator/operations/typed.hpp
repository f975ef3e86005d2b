// Makes an operation on bits of a function on C++'s integers and floats, for either width.
// Room: common/simulator/operations. Only the files of this folder include it.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "simulator/operations/operations.hpp"

namespace scan::simulator {

template <std::size_t kBytes>
using UnsignedOf = std::conditional_t<kBytes == 8, std::uint64_t, std::uint32_t>;

template <typename Value>
constexpr Value from_bits(Bits bits) {
  if constexpr (std::is_same_v<Value, bool>) {
    return bits != 0;
  } else {
    return std::bit_cast<Value>(static_cast<UnsignedOf<sizeof(Value)>>(bits));
  }
}

template <typename Value>
constexpr Bits to_bits(Value value) {
  if constexpr (std::is_same_v<Value, bool>) {
    return value ? 1 : 0;
  } else {
    return std::bit_cast<UnsignedOf<sizeof(Value)>>(value);
  }
}

/// `Function` is a lambda without captures that takes kOperands values of type Value; what it returns is the result.
template <typename Value, std::size_t kOperands, typename Function>
ScalarOperation typed_operation(Function) {
  const auto apply = [](Bits a, Bits b, Bits c, Bits d) -> Bits {
    const std::array<Bits, 4> bits{a, b, c, d};
    return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      return to_bits(Function{}(from_bits<Value>(bits[kIndex])...));
    }
    (std::make_index_sequence<kOperands>{});
  };
  return {.apply = apply, .num_operands = kOperands};
}

/// The 32-bit or the 64-bit type's, by width; nothing for another width.
template <typename Value32, typename Value64, std::size_t kOperands, typename Function>
std::optional<ScalarOperation> operation_of_width(std::uint32_t width, Function function) {
  if (width == 32) return typed_operation<Value32, kOperands>(function);
  if (width == 64) return typed_operation<Value64, kOperands>(function);
  return std::nullopt;
}

template <std::size_t kOperands, typename Function>
std::optional<ScalarOperation> on_unsigned(std::uint32_t width, Function function) {
  return operation_of_width<std::uint32_t, std::uint64_t, kOperands>(width, function);
}

template <std::size_t kOperands, typename Function>
std::optional<ScalarOperation> on_signed(std::uint32_t width, Function function) {
  return operation_of_width<std::int32_t, std::int64_t, kOperands>(width, function);
}

template <std::size_t kOperands, typename Function>
std::optional<ScalarOperation> on_floats(std::uint32_t width, Function function) {
  return operation_of_width<float, double, kOperands>(width, function);
}

template <std::size_t kOperands, typename Function>
std::optional<ScalarOperation> on_booleans(Function function) {
  return typed_operation<bool, kOperands>(function);
}

/// Marks an operation as one that counts as an application of the operator.
inline std::optional<ScalarOperation> combining(std::optional<ScalarOperation> operation) {
  if (operation) operation->combines = true;
  return operation;
}

/// The parts of scalar_operation(), a family of opcodes each; nothing for an opcode of another family.
std::optional<ScalarOperation> integer_operation(spv::Op opcode, std::uint32_t width);
std::optional<ScalarOperation> bit_operation(spv::Op opcode, std::uint32_t width);
std::optional<ScalarOperation> float_operation(spv::Op opcode, std::uint32_t width);
std::optional<ScalarOperation> conversion(spv::Op opcode, std::uint32_t operand_width,
                                          std::uint32_t result_width);

}  // namespace scan::simulator
