// The peer TBB: its parallel_scan, as its manual has it, for an inclusive sum.
// Room: tests/benchmarks/peers.
// SPDX-License-Identifier: MIT
#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>

#include "benchmarks/compare_host.hpp"
#include "scan/monoid.hpp"

namespace scan::compare {

namespace {

template <class T>
void scan_by_tbb(std::span<const T> input, std::span<T> output) {
  tbb::parallel_scan(
      tbb::blocked_range<std::size_t>(0, input.size()), T{0},
      [input, output](const tbb::blocked_range<std::size_t>& items, T prefix, bool is_final) {
        for (std::size_t i = items.begin(); i < items.end(); ++i) {
          prefix = combine(Operator::sum, prefix, input[i]);
          if (is_final) output[i] = prefix;
        }
        return prefix;
      },
      [](T earlier, T later) { return combine(Operator::sum, earlier, later); });
}

}  // namespace

harness::Stage tbb_stage() {
  harness::Stage stage;
  stage.name = "TBB parallel_scan";
  stage.cpu = [](const Request& request) -> harness::HostScan {
    return with_type(request.type, []<class T>() -> harness::HostScan {
      return [](std::span<const std::byte> input, std::span<std::byte> output) {
        scan_by_tbb<T>({reinterpret_cast<const T*>(input.data()), input.size() / sizeof(T)},
                       {reinterpret_cast<T*>(output.data()), output.size() / sizeof(T)});
      };
    });
  };
  // What a thread has to scan a second time may have left its cache: three passes at most.
  stage.bytes_moved = [](const Request& request) {
    return harness::pass_bytes(request, 3);
  };
  return stage;
}

}  // namespace scan::compare
