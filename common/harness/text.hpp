// Text for a person's eyes: numbers, lines that fit the page, colours on a terminal.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

namespace scan::harness {

inline constexpr std::size_t kPageColumns = 110;

/// 1000003 as "1,000,003".
std::string grouped(std::uint64_t number);

/// So many significant digits, and no exponent: 0.01234, 1.234, 12.34, 123.4, 12345.
std::string significant(double value, int digits = 4);

/// Decimal units, as those of a throughput: 8000024 as "8.00 MB".
std::string decimal_bytes(std::uint64_t bytes);

/// `text` broken at blanks, so that no line is longer than the page; each line but the first starts with
/// `indent` blanks. The first is taken to start in column `indent` already.
std::string wrapped(std::string_view text, std::size_t indent);

/// Columns that UTF-8 text takes: its code points.
std::size_t columns_of(std::string_view text);

/// Calls `print`, which prints to `out`, and brings all of it there. Throws UsageError when that fails: a full
/// disk must not look like success.
void print_whole(std::FILE* out, const std::function<void()>& print);

enum class Colour { plain, green, red, yellow, dim };

/// Colours only a terminal, and only where NO_COLOR is not set.
class Painter {
 public:
  explicit Painter(std::FILE* out);
  std::string paint(Colour colour, std::string_view text) const;

 private:
  bool is_on_;
};

}  // namespace scan::harness
