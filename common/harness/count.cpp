// Counts on the command line: 1000003, 2^20, 2^24+1, 64Mi. In 64 bits, so that no size wraps.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/options.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

constexpr std::uint64_t kMaxCount = (std::uint64_t{1} << 63) - 1;

enum class Fault { not_a_count, too_large };

struct Term {
  std::uint64_t value = 0;
  std::optional<Fault> fault;
};

/// Decimal digits and nothing else: no sign, no space, no exponent, no 0x.
Term parse_digits(std::string_view text) {
  if (text.empty()) return {0, Fault::not_a_count};
  Term term;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return {0, Fault::not_a_count};
    const auto unit = static_cast<std::uint64_t>(digit - '0');
    if (term.value > (kMaxCount - unit) / 10)
      term.fault = Fault::too_large;  // and still read on: "99…9x" is no count
    if (!term.fault) term.value = term.value * 10 + unit;
  }
  return term;
}

Term times(Term term, std::uint64_t factor) {
  if (term.fault) return term;
  if (factor != 0 && term.value > kMaxCount / factor) return {0, Fault::too_large};
  return {term.value * factor, {}};
}

Term power(std::string_view base_text, std::string_view exponent_text) {
  const Term base = parse_digits(base_text);
  const Term exponent = parse_digits(exponent_text);
  if (base.fault == Fault::not_a_count || exponent.fault == Fault::not_a_count)
    return {0, Fault::not_a_count};
  if (base.fault) return base;
  if (base.value <= 1) return {exponent.value == 0 && !exponent.fault ? 1 : base.value, {}};
  if (exponent.fault || exponent.value > 63) return {0, Fault::too_large};
  Term result{1, {}};
  for (std::uint64_t i = 0; i < exponent.value; ++i) result = times(result, base.value);
  return result;
}

/// One term of a sum: digits, a power, or digits with a binary suffix.
Term parse_term(std::string_view text) {
  if (const auto caret = text.find('^'); caret != std::string_view::npos) {
    return power(text.substr(0, caret), text.substr(caret + 1));
  }
  if (text.ends_with("Ki"))
    return times(parse_digits(text.substr(0, text.size() - 2)), std::uint64_t{1} << 10);
  if (text.ends_with("Mi"))
    return times(parse_digits(text.substr(0, text.size() - 2)), std::uint64_t{1} << 20);
  if (text.ends_with("Gi"))
    return times(parse_digits(text.substr(0, text.size() - 2)), std::uint64_t{1} << 30);
  return parse_digits(text);
}

Term parse_sum(std::string_view text) {
  Term sum;
  while (true) {
    const auto plus = text.find('+');
    const Term term = parse_term(text.substr(0, plus));
    if (term.fault == Fault::not_a_count) return term;
    if (term.fault || sum.value > kMaxCount - term.value) sum.fault = Fault::too_large;
    if (!sum.fault) sum.value += term.value;
    if (plus == std::string_view::npos) return sum;
    text.remove_prefix(plus + 1);
  }
}

}  // namespace

std::uint64_t parse_count(std::string_view option, std::string_view text) {
  const Term term = parse_sum(text);
  if (term.fault == Fault::not_a_count) {
    throw UsageError(fmt::format("{}: \"{}\" is not a count; write 1000003, 2^20, 2^24+1, 64Ki, 64Mi or 2Gi",
                                 option, text));
  }
  if (term.fault) throw UsageError(fmt::format("{}: {} is too large; the most is 2^63 - 1", option, text));
  return term.value;
}

}  // namespace scan::harness
