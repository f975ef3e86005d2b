// Numbers, lines and colours.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/text.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "scan/errors.hpp"

namespace scan::harness {

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t place = digits.size(); place > 3;) digits.insert(place -= 3, 1, ',');
  return digits;
}

std::string significant(double value, int digits) {
  if (!(value > 0)) return fmt::format("{:.3f}", value);
  // The exponent of the rounded value: 0.9999 has none of its own left when it is rounded to 1.00.
  const std::string rounded = fmt::format("{:.{}e}", value, digits - 1);
  const int exponent = std::stoi(rounded.substr(rounded.find('e') + 1));
  return fmt::format("{:.{}f}", value, std::clamp(digits - 1 - exponent, 0, 6));
}

std::string decimal_bytes(std::uint64_t bytes) {
  constexpr std::array kUnits{"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < kUnits.size(); ++unit) value /= 1000;
  return fmt::format("{} {}", significant(value, 3), kUnits[unit]);
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xc0) != 0x80; }));
}

std::string wrapped(std::string_view text, std::size_t indent) {
  std::string page;
  std::size_t column = indent;
  while (!text.empty()) {
    const auto end = text.find_first_of(" \n");
    const std::string_view word = text.substr(0, end);
    if (column > indent && column + 1 + columns_of(word) > kPageColumns) {
      page += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent && !word.empty()) {
      page += ' ';
      ++column;
    }
    page += word;
    column += columns_of(word);
    if (end == std::string_view::npos) break;
    if (text[end] == '\n') {
      page += '\n' + std::string(indent, ' ');
      column = indent;
    }
    text.remove_prefix(end + 1);
  }
  return page;
}

void print_whole(std::FILE* out, const std::function<void()>& print) {
  const char* const name = out == stderr ? "standard error" : "standard output";
  try {
    print();
  } catch (const std::system_error& error) {  // as fmt::print throws
    throw UsageError(fmt::format("{}: cannot be written: {}", name, error.code().message()));
  }
  if (std::fflush(out) != 0 || std::ferror(out) != 0)
    throw UsageError(fmt::format("{}: cannot be written: {}", name, std::strerror(errno)));
}

Painter::Painter(std::FILE* out) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal && std::string_view(terminal) == "dumb";
  is_on_ = ::isatty(::fileno(out)) != 0 && !(no_colour && *no_colour) && !is_dumb;
}

std::string Painter::paint(Colour colour, std::string_view text) const {
  if (!is_on_ || colour == Colour::plain) return std::string(text);
  const int code = colour == Colour::green    ? 32
                   : colour == Colour::red    ? 31
                   : colour == Colour::yellow ? 33
                                              : 2;
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace scan::harness
