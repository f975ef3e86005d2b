// The element types a scan works on, and how code moves from the name of a type to the type itself.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace scan {

enum class ElementType { uint32, int32, uint64, float32 };

inline constexpr ElementType kElementTypes[] = {ElementType::uint32, ElementType::int32, ElementType::uint64,
                                                ElementType::float32};

constexpr std::string_view name_of(ElementType type) {
  switch (type) {
    case ElementType::uint32: return "uint32";
    case ElementType::int32: return "int32";
    case ElementType::uint64: return "uint64";
    case ElementType::float32: return "float32";
  }
  return "";
}

/// Bytes of one element: 8 for uint64, 4 for the others.
constexpr std::size_t bytes_of(ElementType type) {
  return type == ElementType::uint64 ? 8 : 4;
}

/// Calls `function.template operator()<T>()` with the C++ type that `type` names.
template <class Function>
decltype(auto) with_type(ElementType type, Function&& function) {
  switch (type) {
    case ElementType::int32: return function.template operator()<std::int32_t>();
    case ElementType::uint64: return function.template operator()<std::uint64_t>();
    case ElementType::float32: return function.template operator()<float>();
    case ElementType::uint32: break;
  }
  return function.template operator()<std::uint32_t>();
}

}  // namespace scan
