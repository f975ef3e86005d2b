// The library of the peer, and the machine that it makes.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#include "benchmarks/compare_cub.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include "benchmarks/peers/device_peer.h"
#include "scan/errors.hpp"

namespace scan::compare {

namespace {

constexpr const char* kLibrary = "libscan_peer_cub.so";

/// The functions of the library, found by name.
class Library {
 public:
  explicit Library(const std::string& file) : handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!handle_) throw Unavailable(fmt::format("CUB: {}", ::dlerror()));
    find("scan_peer_interface", interface);
    if (interface() != SCAN_PEER_INTERFACE) {
      throw Unavailable(fmt::format("CUB: {} has interface {}, and this program needs {}: build it again",
                                    file, interface(), SCAN_PEER_INTERFACE));
    }
    find("scan_peer_error", error);
    find("scan_peer_open", open);
    find("scan_peer_device", device);
    find("scan_peer_version", version);
    find("scan_peer_memory", memory);
    find("scan_peer_allocate", allocate);
    find("scan_peer_free", free);
    find("scan_peer_upload", upload);
    find("scan_peer_download", download);
    find("scan_peer_fill", fill);
    find("scan_peer_prepare", prepare);
    find("scan_peer_scan", scan);
    find("scan_peer_copy", copy);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  void require(int code) const {
    if (code != 0) throw Error(error());
  }

  // What CUDA registers in a process is not meant to be unloaded: the library stays until the process ends.
  decltype(&scan_peer_interface) interface = nullptr;
  decltype(&scan_peer_error) error = nullptr;
  decltype(&scan_peer_open) open = nullptr;
  decltype(&scan_peer_device) device = nullptr;
  decltype(&scan_peer_version) version = nullptr;
  decltype(&scan_peer_memory) memory = nullptr;
  decltype(&scan_peer_allocate) allocate = nullptr;
  decltype(&scan_peer_free) free = nullptr;
  decltype(&scan_peer_upload) upload = nullptr;
  decltype(&scan_peer_download) download = nullptr;
  decltype(&scan_peer_fill) fill = nullptr;
  decltype(&scan_peer_prepare) prepare = nullptr;
  decltype(&scan_peer_scan) scan = nullptr;
  decltype(&scan_peer_copy) copy = nullptr;

 private:
  template <class Function>
  void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(::dlsym(handle_, name));
    if (!function) throw Unavailable(fmt::format("CUB: the library has no function {}", name));
  }

  void* handle_;
};

struct Range {
  std::byte* memory = nullptr;
  std::uint64_t size = 0;
  Range from(std::uint64_t bytes, std::uint64_t max_size = ~std::uint64_t{0}) const {
    return {memory + bytes, std::min(size - bytes, max_size)};
  }
};

struct Buffers {
  Range items_in, items_out;
};

class CubBuffer {
 public:
  CubBuffer(const Library& library, std::uint64_t size_bytes) : library_(&library), size_(size_bytes) {
    void* memory = nullptr;
    if (library.allocate(size_bytes, &memory) != 0) throw Unavailable(library.error());
    memory_ = static_cast<std::byte*>(memory);
  }
  ~CubBuffer() {
    if (memory_) library_->free(memory_);
  }
  CubBuffer(CubBuffer&& other) noexcept
      : library_(other.library_), memory_(std::exchange(other.memory_, nullptr)), size_(other.size_) {}
  CubBuffer& operator=(CubBuffer&&) = delete;

  Range range() const { return {memory_, size_}; }

 private:
  const Library* library_;
  std::byte* memory_ = nullptr;
  std::uint64_t size_;
};

ScanPeerType peer_type(ElementType type) {
  switch (type) {
    case ElementType::int32: return SCAN_PEER_INT32;
    case ElementType::uint64: return SCAN_PEER_UINT64;
    case ElementType::float32: return SCAN_PEER_FLOAT32;
    case ElementType::uint32: break;
  }
  return SCAN_PEER_UINT32;
}

class CubMachine {
 public:
  static constexpr bool kSeesBounds =
      true;  // the copy copies what it is handed: the items, without the guards
  static constexpr bool kHasClockThatSinks = true;
  using Scan = harness::UniqueFunction<float(const Buffers&, std::uint32_t calls)>;
  using Buffer = CubBuffer;
  using ScanBuffers = Buffers;

  CubMachine(const std::string& file, const std::string& device) : library_(file) {
    if (library_.open(device.c_str()) != 0) throw Unavailable(library_.error());
    limits_.max_buffer_bytes = limits_.memory_bytes = library_.memory();
  }

  /// The scan, or the copy.
  static auto resident(const harness::Stage& stage) {
    return [expectation = stage.expectation](const Library& library, const Request& request) -> Scan {
      if (expectation == Expectation::copy) {
        return [&library](const Buffers& buffers, std::uint32_t calls) {
          float milliseconds = 0;
          library.require(library.copy(buffers.items_in.memory, buffers.items_out.memory,
                                       buffers.items_in.size, calls, &milliseconds));
          return milliseconds;
        };
      }
      library.require(library.prepare(peer_type(request.type), request.num_items));
      return [&library](const Buffers& buffers, std::uint32_t calls) {
        float milliseconds = 0;
        library.require(
            library.scan(buffers.items_in.memory, buffers.items_out.memory, calls, &milliseconds));
        return milliseconds;
      };
    };
  }

  harness::DeviceInfo device_info() const {
    return {.api = harness::Api::cpu, .name = library_.device(), .driver = library_.version()};
  }
  const Library& device() const { return library_; }
  const DeviceLimits& limits() const { return limits_; }
  bool is_software() const { return false; }

  Buffer make_buffer(std::uint64_t size) const { return Buffer(library_, size); }
  void upload(Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes) const {
    library_.require(library_.upload(to.range().memory + offset, bytes.data(), bytes.size()));
  }
  void download(const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes) const {
    library_.require(library_.download(bytes.data(), from.range().memory + offset, bytes.size()));
  }
  void fill(Buffer& buffer, std::uint64_t offset, std::uint64_t size, std::uint32_t word) const {
    library_.require(library_.fill(buffer.range().memory + offset, size / sizeof word, word));
  }
  void copy(const Buffer& from, Buffer& to) const {
    float milliseconds = 0;
    library_.require(
        library_.copy(from.range().memory, to.range().memory, from.range().size, 1, &milliseconds));
  }
  void settle() const {}  // all of the above returns when it is done

  harness::Elapsed run(const Scan& scan, const Buffers& buffers, std::uint32_t calls) const {
    const harness::Stopwatch watch;
    const float milliseconds = scan(buffers, calls);
    return harness::of_one_call({watch.milliseconds(), milliseconds}, calls);
  }

 private:
  Library library_;
  DeviceLimits limits_;
};

harness::Stage stage_of_peer(const char* name, Expectation expectation) {
  return {.name = name, .expectation = expectation, .bytes_moved = [](const Request& request) {
            return harness::pass_bytes(request, 2);
          }};
}

std::string beside_this_program() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return (error ? std::filesystem::path(".") : program.parent_path()) / kLibrary;
}

}  // namespace

std::unique_ptr<harness::Lineup> open_cub(const std::string& file, const std::string& device) {
  std::error_code error;
  if (!file.empty()) {
    if (!std::filesystem::exists(file, error))
      throw UsageError(fmt::format("--cub: {}: there is no such file", file));
    return std::make_unique<harness::LineupOf<CubMachine>>(std::filesystem::absolute(file).string(), device);
  }
  const std::string found = beside_this_program();
  if (!std::filesystem::exists(found, error)) {
    throw Unavailable(fmt::format(
        "there is no {} beside this program: docs/measuring.md has the command that builds it", kLibrary));
  }
  return std::make_unique<harness::LineupOf<CubMachine>>(found, device);
}

harness::Stage cub_stage() {
  return stage_of_peer("CUB", Expectation::scan);
}

harness::Stage cub_copy_stage() {
  return stage_of_peer("copy", Expectation::copy);
}

}  // namespace scan::compare
