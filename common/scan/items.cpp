// Where a host array of elements gets its memory.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#include "scan/items.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <new>

#include "scan/errors.hpp"

namespace scan {
namespace {

std::unique_ptr<std::byte[]> allocate(ElementType type, std::uint64_t num_items) {
  // Beyond what a pointer difference can hold the number of bytes would wrap, or no allocator would serve it.
  constexpr std::uint64_t kMostBytes = std::numeric_limits<std::ptrdiff_t>::max();
  if (num_items > kMostBytes / bytes_of(type)) {
    throw Unavailable(
        fmt::format("no memory for {} items of {} bytes on the host, which can address {} bytes", num_items,
                    bytes_of(type), kMostBytes));
  }
  try {
    return std::make_unique_for_overwrite<std::byte[]>(num_items * bytes_of(type));
  } catch (const std::bad_alloc&) {
    throw Unavailable(fmt::format("no memory for {} bytes on the host ({} items of {} bytes)",
                                  num_items * bytes_of(type), num_items, bytes_of(type)));
  }
}

}  // namespace

Items::Items(ElementType type, std::uint64_t num_items)
    : type_(type), num_items_(num_items), storage_(allocate(type, num_items)) {}

}  // namespace scan
