// The judge's loop over the items, made for each type, operator and kind, and its verdict.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#include "scan/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "scan/errors.hpp"
#include "scan/oracle.hpp"
#include "scan/tally.hpp"

namespace scan {
namespace {

/// What the output at a place is compared with.
enum class Expected { inclusive_prefix, exclusive_prefix, input };

class Judge {
 public:
  virtual ~Judge() = default;
  virtual void feed(std::span<const std::byte> outputs) = 0;
  virtual std::string total() const = 0;
  virtual std::uint64_t num_items() const = 0;
  const oracle::Tally& tally() const { return tally_; }

 protected:
  oracle::Tally tally_;
};

template <class T, class Prefix, Expected expected>
class TypedJudge final : public Judge {
 public:
  explicit TypedJudge(std::span<const T> input) : input_(input) {}

  void feed(std::span<const std::byte> outputs) override {
    if (outputs.size() % sizeof(T) != 0) {
      throw Error(
          fmt::format("the checker was given {} bytes, which are no whole number of items of {} bytes",
                      outputs.size(), sizeof(T)));
    }
    const std::uint64_t num_given = outputs.size() / sizeof(T);
    const std::uint64_t first = std::min<std::uint64_t>(tally_.num_read_back, input_.size());
    const std::span<const T> items = input_.subspan(first, std::min(num_given, input_.size() - first));
    Prefix prefix = prefix_;  // a local, so that the loop keeps it in registers
    for (std::size_t i = 0; i < items.size(); ++i) {
      T got;
      std::memcpy(&got, outputs.data() + i * sizeof(T), sizeof(T));  // a piece may start at any byte
      if constexpr (expected == Expected::inclusive_prefix) prefix.include(items[i]);
      if (!matches(prefix, items[i], got)) [[unlikely]]
        record(first + i, prefix, items[i], got);
      if constexpr (expected != Expected::inclusive_prefix) prefix.include(items[i]);
    }
    prefix_ = prefix;
    tally_.num_read_back += num_given;
  }

  std::string total() const override {
    Prefix prefix = prefix_;
    const std::uint64_t num_judged = std::min<std::uint64_t>(tally_.num_read_back, input_.size());
    for (const T item : input_.subspan(num_judged)) prefix.include(item);
    return prefix.text();
  }

  std::uint64_t num_items() const override { return input_.size(); }

 private:
  static bool matches(const Prefix& prefix, T item, T got) {
    if constexpr (expected == Expected::input) return oracle::bits_of(got) == oracle::bits_of(item);
    return prefix.matches(got);
  }

  // By value and out of line: the loop's prefix need not have an address.
  [[gnu::noinline]] void record(std::uint64_t index, Prefix prefix, T item, T got) {
    const bool unwritten = oracle::is_sentinel(got);
    if (tally_.num_mismatches == 0) {
      const std::string wanted = expected == Expected::input ? fmt::format("{}", item) : prefix.text();
      tally_.first_mismatch = Mismatch{.index = index, .expected = wanted, .got = fmt::format("{}", got)};
      tally_.first_is_unwritten = unwritten;
    }
    ++tally_.num_mismatches;
    tally_.num_unwritten += unwritten;
  }

  std::span<const T> input_;
  Prefix prefix_;
};

template <class T, Operator op>
std::unique_ptr<Judge> make_judge(std::span<const T> input, Kind kind, Expectation expectation) {
  using Prefix = oracle::Prefix<T, op>;
  if (expectation == Expectation::copy)
    return std::make_unique<TypedJudge<T, Prefix, Expected::input>>(input);
  if (kind == Kind::inclusive)
    return std::make_unique<TypedJudge<T, Prefix, Expected::inclusive_prefix>>(input);
  return std::make_unique<TypedJudge<T, Prefix, Expected::exclusive_prefix>>(input);
}

std::unique_ptr<Judge> make_judge(const Problem& problem, Expectation expectation) {
  return with_type(problem.input.type(), [&]<class T>() {
    const std::span<const T> input = problem.input.as<T>();
    const Kind kind = problem.request.kind;
    switch (problem.request.op) {
      case Operator::max: return make_judge<T, Operator::max>(input, kind, expectation);
      case Operator::last: return make_judge<T, Operator::last>(input, kind, expectation);
      case Operator::sum: break;
    }
    return make_judge<T, Operator::sum>(input, kind, expectation);
  });
}

}  // namespace

struct Checker::State {
  std::unique_ptr<Judge> judge;
};

Checker::Checker(const Problem& problem, Expectation expectation) {
  const Request& request = problem.request;
  if (request.num_items != problem.input.num_items() || request.type != problem.input.type()) {
    throw Error(fmt::format("the request is for {} items of {}, but the input has {} of {}",
                            request.num_items, name_of(request.type), problem.input.num_items(),
                            name_of(problem.input.type())));
  }
  state_ = std::make_unique<State>(State{make_judge(problem, expectation)});
}

Checker::~Checker() = default;
Checker::Checker(Checker&&) noexcept = default;
Checker& Checker::operator=(Checker&&) noexcept = default;

void Checker::feed(std::span<const std::byte> outputs) {
  state_->judge->feed(outputs);
}

Finding Checker::finish(std::span<const std::byte> guards) const {
  const Judge& judge = *state_->judge;
  const oracle::Tally& tally = judge.tally();
  const std::string count_reason = oracle::describe_count(tally, judge.num_items());
  const std::string guard_reason = oracle::describe_guards(guards);

  Finding finding{
      .first_mismatch = tally.first_mismatch, .num_mismatches = tally.num_mismatches, .total = judge.total()};
  if (tally.num_mismatches > tally.num_unwritten || !count_reason.empty()) {
    finding.verdict = Verdict::wrong;
  } else if (tally.num_unwritten > 0) {
    finding.verdict = Verdict::unwritten;
  } else if (!guard_reason.empty()) {
    finding.verdict = Verdict::overrun;
  }
  for (const std::string& part :
       {oracle::describe_items(tally, judge.num_items()), count_reason, guard_reason}) {
    if (!part.empty()) finding.reason += (finding.reason.empty() ? "" : "; ") + part;
  }
  return finding;
}

double Checker::float_tolerance(std::uint64_t num_items) {
  return (16 + 4 * std::sqrt(static_cast<double>(num_items))) * 0x1p-24;
}

}  // namespace scan
