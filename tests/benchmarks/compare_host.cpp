// The machine that the host makes.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#include "benchmarks/compare_host.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "harness/host.hpp"

namespace scan::compare {

namespace {

struct Range {
  std::span<std::byte> bytes;
  Range from(std::uint64_t offset, std::uint64_t max_size = ~std::uint64_t{0}) const {
    return {bytes.subspan(offset, std::min<std::uint64_t>(bytes.size() - offset, max_size))};
  }
};

struct Buffers {
  Range items_in, items_out;
};

class HostBuffer {
 public:
  explicit HostBuffer(std::uint64_t size_bytes)
      : words_(ElementType::uint32, size_bytes / sizeof(std::uint32_t)), bytes_(words_.bytes()) {}
  Range range() const { return {bytes_}; }

 private:
  Items words_;                 // guards and items are whole words
  std::span<std::byte> bytes_;  // of them; a move leaves them where they are
};

class HostMachine {
 public:
  static constexpr bool kSeesBounds = true;  // a scan on the host takes as many items as the spans have
  static constexpr bool kHasClockThatSinks = false;
  using Scan = harness::HostScan;
  using Buffer = HostBuffer;
  using ScanBuffers = Buffers;

  HostMachine() {
    limits_.max_buffer_bytes = limits_.memory_bytes = std::numeric_limits<std::uint64_t>::max();
  }

  static auto resident(const harness::Stage& stage) {
    return [build = stage.cpu](const HostMachine&, const Request& request) {
      return build(request);
    };
  }

  harness::DeviceInfo device_info() const {
    return {.api = harness::Api::cpu, .name = harness::cpu_name(), .driver = harness::describe_threads()};
  }
  const HostMachine& device() const { return *this; }
  const DeviceLimits& limits() const { return limits_; }
  bool is_software() const { return false; }

  Buffer make_buffer(std::uint64_t size) const {
    harness::require_free_memory(size, "the items and their guards");
    return Buffer(size);
  }
  void upload(Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes) const {
    std::memcpy(to.range().bytes.data() + offset, bytes.data(), bytes.size());
  }
  void download(const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes) const {
    std::memcpy(bytes.data(), from.range().bytes.data() + offset, bytes.size());
  }
  void fill(Buffer& buffer, std::uint64_t offset, std::uint64_t size, std::uint32_t word) const {
    const std::span<std::byte> bytes = buffer.range().bytes.subspan(offset, size);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof word)
      std::memcpy(bytes.data() + i, &word, sizeof word);
  }
  void copy(const Buffer& from, Buffer& to) const {
    std::ranges::copy(from.range().bytes, to.range().bytes.begin());
  }
  void settle() const {}

  harness::Elapsed run(const Scan& scan, const Buffers& buffers, std::uint32_t calls) const {
    const harness::Stopwatch watch;
    for (std::uint32_t call = 0; call < calls; ++call) scan(buffers.items_in.bytes, buffers.items_out.bytes);
    return harness::of_one_call({watch.milliseconds(), {}}, calls);
  }

 private:
  DeviceLimits limits_;
};

}  // namespace

std::unique_ptr<harness::Lineup> open_host() {
  return std::make_unique<harness::LineupOf<HostMachine>>();
}

}  // namespace scan::compare
