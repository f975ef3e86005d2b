// The stages of chapter 01: one way to scan on the CPU each, and memcpy as their ruler.
// Chapter 01.
// SPDX-License-Identifier: MIT
#include "01_serial/chapter.hpp"

#include <cstring>
#include <utility>

#include "01_serial/simd.hpp"
#include "01_serial/standard.hpp"
#include "01_serial/threaded.hpp"
#include "scan/errors.hpp"
#include "scan/items.hpp"
#include "scan/serial.hpp"

namespace scan::serial {
namespace {

using harness::HostScan;
using harness::Stage;

/// The bytes of a host scan as elements. The harness aligns them for every type.
template <class T>
std::span<const T> as(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}
template <class T>
std::span<T> as(std::span<std::byte> bytes) {
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

/// A stage from scan_items.template operator()<T>(input, output, operator, kind). `num_passes`: how often it
/// must read or write each item in memory.
template <class ScanItems>
Stage scan_stage(std::string name, std::uint64_t num_passes, ScanItems scan_items) {
  return {.name = std::move(name),
          .cpu = [scan_items](const Request& request) -> HostScan {
            return with_type(request.type, [&]<class T>() -> HostScan {
              return [scan_items, op = request.op, kind = request.kind](std::span<const std::byte> input,
                                                                        std::span<std::byte> output) {
                scan_items.template operator()<T>(as<T>(input), as<T>(output), op, kind);
              };
            });
          },
          .bytes_moved =
              [num_passes](const Request& request) {
                return harness::pass_bytes(request, num_passes);
              }};
}

/// In place the copy goes to memory of its own, so that the ruler is as long as it is out of place.
Stage memcpy_stage() {
  return {.name = "memcpy",
          .expectation = Expectation::copy,
          .cpu = [](const Request& request) -> HostScan {
            Items spare(request.type, request.in_place ? request.num_items : 0);
            return [spare = std::move(spare)](std::span<const std::byte> input,
                                              std::span<std::byte> output) mutable {
              const std::span<std::byte> to = input.data() == output.data() ? spare.bytes() : output;
              if (!to.empty()) std::memcpy(to.data(), input.data(), to.size());
            };
          },
          .bytes_moved =
              [](const Request& request) {
                return harness::pass_bytes(request, 2);
              }};
}

/// Two faults of GCC's library (seen in version 12) are refused by name rather than reported as our wrong
/// results.
Stage standard_parallel_stage() {
  Stage stage =
      scan_stage("std par", 3, []<class T>(auto... arguments) { standard_parallel_scan<T>(arguments...); });
  stage.cpu = [build = std::move(stage.cpu)](const Request& request) {
    if (request.in_place && request.kind == Kind::exclusive) {
      throw Unavailable(
          "GCC's std::exclusive_scan(std::execution::par) is wrong in place: it writes an output before it "
          "reads the input at its place; use --kind inclusive, or leave --in-place out");
    }
    if (request.type == ElementType::float32 && request.op == Operator::max) {
      throw Unavailable(
          "GCC's parallel scans of float32 start every part from 0, not from the identity: wrong for the "
          "maximum of negative items; use --type int32, or the stage std scan");
    }
    return build(request);
  };
  return stage;
}

std::vector<Stage> stages(const harness::Selection&) {
  return {memcpy_stage(),
          scan_stage("loop", 2, []<class T>(auto... arguments) { serial_scan<T>(arguments...); }),
          scan_stage("std scan", 2, []<class T>(auto... arguments) { standard_scan<T>(arguments...); }),
          scan_stage("simd", 2,
                     []<class T>(std::span<const T> input, std::span<T> output, Operator op, Kind kind) {
                       simd_scan<T>(input, output, op, kind, identity<T>(op));
                     }),
          standard_parallel_stage(),
          // Each tile is read twice, but the second time from the core's own cache.
          scan_stage("threaded", 2, []<class T>(auto... arguments) { threaded_scan<T>(arguments...); })};
}

}  // namespace

harness::Chapter chapter() {
  return {.name = "01_serial",
          .title = "what a scan is",
          .default_items = std::uint64_t{1} << 22,
          .uses_gpu = false,
          .has_workgroup = false,
          .stages = stages};
}

}  // namespace scan::serial
