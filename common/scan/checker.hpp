// The judge: compares an output, piece by piece, with a serial scan of its own, and says what is wrong with
// it.
// Room: common/scan. It shares no code with what it judges.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "scan/request.hpp"

namespace scan {

/// What an output is filled with before a run, as 32-bit words: an element that still holds it was not
/// written.
inline constexpr std::uint32_t kSentinel = 0xDEADBEEF;
/// Words before and after the items that nobody may touch.
inline constexpr std::uint32_t kGuardWord = 0xFEEDFACE;
/// Bytes of each guard; a multiple of every offset alignment that Vulkan allows.
inline constexpr std::uint64_t kGuardBytes = 256;

/// The last six are the simulator's, for what it sees while a shader runs; the others are of any API.
enum class Verdict {
  ok,
  wrong,
  unwritten,
  overrun,
  skipped,
  failed,
  race,
  divergent_barrier,
  out_of_bounds,
  uninitialised,
  stalled,
  budget
};

constexpr std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok: return "ok";
    case Verdict::wrong: return "wrong";
    case Verdict::unwritten: return "unwritten";
    case Verdict::overrun: return "overrun";
    case Verdict::skipped: return "skipped";
    case Verdict::failed: return "failed";
    case Verdict::race: return "race";
    case Verdict::divergent_barrier: return "divergent barrier";
    case Verdict::out_of_bounds: return "out of bounds";
    case Verdict::uninitialised: return "uninitialised";
    case Verdict::stalled: return "stalled";
    case Verdict::budget: return "budget";
  }
  return "";
}

/// What the output of a stage should be: the scan of its input, or its input (the copy kernel).
enum class Expectation { scan, copy };

struct Mismatch {
  std::uint64_t index = 0;
  std::string expected;  // as decimal text, so that every type fits
  std::string got;
};

struct Finding {
  Verdict verdict = Verdict::ok;  // ok, wrong, unwritten or overrun
  std::string reason;             // empty when ok; else one line
  std::optional<Mismatch> first_mismatch;
  std::uint64_t num_mismatches = 0;
  std::string total;  // the reduction of all inputs, as decimal text
};

/// Fed the output in order, in pieces of any number of whole elements; so an output of 2^33 items needs no
/// second array. Integers must be equal. Floats are judged against a sum in a wider type: |got - exact| <=
/// tolerance(N) * sum of |inputs|, over the N inputs that the item sums. NaN is right only where the exact
/// sum is NaN. `problem` must outlive the checker.
class Checker {
 public:
  Checker(const Problem& problem, Expectation expectation);
  ~Checker();
  Checker(Checker&&) noexcept;
  Checker& operator=(Checker&&) noexcept;

  void feed(std::span<const std::byte> outputs);
  /// `guards`: the guard bytes read back. A finding is ok only if every item was fed.
  Finding finish(std::span<const std::byte> guards = {}) const;

  /// The bound, relative to the sum of magnitudes, on a float32 scan of num_items: (16 + 4 sqrt(N)) * 2^-24; FLT_MIN an item
  /// comes on top, as devices may flush denormals. A scan that adds in tiles stays far below it; one long chain of N
  /// additions of equal items does not.
  static double float_tolerance(std::uint64_t num_items);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace scan
