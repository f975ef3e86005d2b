// Chapter 11 on the simulator: a plan scans other items each time, and nothing of the scan before is left.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include <numeric>
#include <span>
#include <vector>

#include "11_decoupled_look_back/single_pass.hpp"
#include "catch.hpp"
#include "scan/serial.hpp"

namespace scan::test {
namespace {

using namespace scan::decoupled_look_back;

using Words = std::vector<std::uint32_t>;

/// A plan on a device, with memory for its items.
class Reused {
 public:
  Reused(std::uint64_t num_items, const LimitClamp& clamp, const Variant& variant)
      : device_({.settings = {.subgroup_width = 8}, .clamp = clamp}),
        scan_(device_, request_of(num_items), variant),
        items_in_(device_, 4 * num_items),
        items_out_(device_, 4 * num_items) {}

  /// What a scan of these items leaves. No run of it may have a finding.
  Words scan(const Words& items) {
    simulator::upload(items_in_.range(), std::as_bytes(std::span(items)));
    simulator::fill(items_out_.range(), 0);
    simulator::Commands commands(device_);
    scan_(commands, {items_in_.range(), items_out_.range()});
    Words result(items.size());
    simulator::download(items_out_.range(), std::as_writable_bytes(std::span(result)));
    for (const simulator::Finding& finding : device_.findings()) FAIL_CHECK(finding.message);
    return result;
  }
  bool gave_up() const { return !scan_.explain_stall().empty(); }

 private:
  static Request request_of(std::uint64_t num_items) {
    Request request{.num_items = num_items};
    request.configuration.workgroup_size = 16;
    request.configuration.grain = 4;  // tiles of 64 items
    return request;
  }

  simulator::Device device_;
  SimulatorScan scan_;
  simulator::Buffer items_in_, items_out_;
};

/// Other items in each scan, none of them 0.
Words items_of_scan(std::uint32_t number, std::uint64_t num_items) {
  Words items(num_items);
  std::iota(items.begin(), items.end(), 1 + 1000 * number);
  return items;
}

Words serial(const Words& items) {
  Words result(items.size());
  serial_scan<std::uint32_t>(items, result, Operator::sum, Kind::inclusive);
  return result;
}

constexpr StateWord kWords[] = {StateWord::bits64, StateWord::bits32};

}  // namespace

TEST_CASE("a plan that clears ahead scans other items each time, in one window of items and in several") {
  constexpr std::uint64_t kNumItems = 19 * 64 + 3;
  for (const std::uint64_t binding_bytes : {std::uint64_t{1} << 20, std::uint64_t{1024}}) {
    for (const StateWord word : kWords) {
      for (const SinglePassForm form : kSinglePassForms) {
        Reused plan(kNumItems, {.binding_bytes = binding_bytes},
                    {.word = word, .clears_ahead = true, .form = form});
        for (std::uint32_t number = 0; number < 5; ++number) {
          CAPTURE(binding_bytes, static_cast<int>(word), static_cast<int>(form), number);
          const Words items = items_of_scan(number, kNumItems);
          REQUIRE(plan.scan(items) == serial(items));
          REQUIRE_FALSE(plan.gave_up());
        }
      }
    }
  }
}

TEST_CASE("a scan that gave up leaves nothing to the next ones: they come as far as it did") {
  constexpr std::uint64_t kNumItems = 12 * 64;
  constexpr std::uint64_t kBeforeBlocked = 4 * 64;  // tile 3 is right itself, and says nothing
  for (const bool clears_ahead : {false, true}) {
    Reused plan(
        kNumItems, {},
        {.word = StateWord::bits32, .clears_ahead = clears_ahead, .max_rounds = 300, .block_every = 4});
    for (std::uint32_t number = 0; number < 5; ++number) {
      CAPTURE(clears_ahead, number);
      const Words items = items_of_scan(number, kNumItems);
      Words result = plan.scan(items), expected = serial(items);
      REQUIRE(plan.gave_up());
      REQUIRE(result[kBeforeBlocked] == 0);
      result.resize(kBeforeBlocked);
      expected.resize(kBeforeBlocked);
      REQUIRE(result == expected);
    }
  }
}

}  // namespace scan::test
