// The host: its processor and how much memory is free.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace scan::harness {

std::string cpu_name();
unsigned num_threads();          // those that this process may run on
std::string describe_threads();  // "2 threads"

std::uint64_t total_memory_bytes();
/// What may still be allocated without pushing others out, a container's limit included.
std::uint64_t free_memory_bytes();

/// "3.0 GiB"
std::string describe_bytes(std::uint64_t bytes);

/// Throws Unavailable when `bytes` are not free now: memory that was promised but does not exist would end
/// the process.
void require_free_memory(std::uint64_t bytes, const char* what);

}  // namespace scan::harness
