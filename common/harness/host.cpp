// Asks Linux about the processor and the memory.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/host.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <optional>
#include <thread>

#include "scan/errors.hpp"

namespace scan::harness {

namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

/// A number that is the whole of a small file; nothing where the file or the number is not there ("max").
std::optional<std::uint64_t> number_in(const char* path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return {};
}

/// The number after a word in a file such as /proc/meminfo.
std::optional<std::uint64_t> number_after(const std::string& key, const char* path) {
  std::ifstream file(path);
  std::string word;
  std::uint64_t number = 0;
  while (file >> word) {
    if (word == key && file >> number) return number;
  }
  return {};
}

/// A line "MemAvailable:  123 kB" of /proc/meminfo, in bytes.
std::uint64_t meminfo(const char* key) {
  const auto kibibytes = number_after(key, "/proc/meminfo");
  return kibibytes ? *kibibytes * 1024 : kUnknown;
}

/// Where a container's limit on memory and what it uses of it are told; versions 2 and 1 of Linux's control
/// groups.
struct Group {
  const char* limit;
  const char* used;
  const char* statistics;
  const char* reclaimable;  // the line of the statistics that counts cached files, which give way when memory
                            // is needed
};

constexpr Group kGroups[] = {
    {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat",
     "inactive_file"},
    {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes",
     "/sys/fs/cgroup/memory/memory.stat", "total_inactive_file"},
};

}  // namespace

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const auto value = line.find_first_not_of(" \t", line.find(':') + 1);
    if (value != std::string::npos) return line.substr(value);
  }
  return "CPU";
}

unsigned num_threads() {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

std::string describe_threads() {
  const unsigned threads = num_threads();
  return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
}

std::uint64_t total_memory_bytes() {
  std::uint64_t total = meminfo("MemTotal:");
  for (const Group& group : kGroups) total = std::min(total, number_in(group.limit).value_or(kUnknown));
  return total;
}

std::uint64_t free_memory_bytes() {
  std::uint64_t free = meminfo("MemAvailable:");
  for (const Group& group : kGroups) {
    const auto limit = number_in(group.limit);
    const auto used = number_in(group.used);
    if (!limit || !used) continue;
    const std::uint64_t held =
        *used - std::min(*used, number_after(group.reclaimable, group.statistics).value_or(0));
    free = std::min(free, *limit > held ? *limit - held : 0);
  }
  return free;
}

std::string describe_bytes(std::uint64_t bytes) {
  constexpr std::array kUnits{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

void require_free_memory(std::uint64_t bytes, const char* what) {
  const std::uint64_t free = free_memory_bytes();
  if (bytes <= free) return;
  throw Unavailable(fmt::format("{} need {} of the host's memory, and {} are free", what,
                                describe_bytes(bytes), describe_bytes(free)));
}

}  // namespace scan::harness
