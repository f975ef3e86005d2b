// A host array of elements whose type is known at run time. It may be larger than 4 GiB.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "scan/element.hpp"

namespace scan {

class Items {
 public:
  /// `num_items` elements, uninitialised: large arrays are filled once, not twice. Throws Unavailable when
  /// memory is short.
  Items(ElementType type, std::uint64_t num_items);

  ElementType type() const { return type_; }
  std::uint64_t num_items() const { return num_items_; }
  std::uint64_t num_bytes() const { return num_items_ * bytes_of(type_); }

  std::span<const std::byte> bytes() const { return {storage_.get(), num_bytes()}; }
  std::span<std::byte> bytes() { return {storage_.get(), num_bytes()}; }

  /// The elements as T, which must be the type that type() names.
  template <class T>
  std::span<const T> as() const {
    return {reinterpret_cast<const T*>(storage_.get()), num_items_};
  }
  template <class T>
  std::span<T> as() {
    return {reinterpret_cast<T*>(storage_.get()), num_items_};
  }

 private:
  ElementType type_;
  std::uint64_t num_items_;
  std::unique_ptr<std::byte[]> storage_;
};

}  // namespace scan
