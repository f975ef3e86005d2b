// The peer CUB as a lineup: the library that has it is loaded while the program runs, where there is one.
// Room: tests/benchmarks.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "harness/lineup.hpp"

namespace scan::compare {

/// `file`: the library; empty: libscan_peer_cub.so beside this program. `device`: a name as Vulkan has it, or empty. Throws
/// Unavailable, with how to get it, where there is no such library or device; UsageError where a file that was named is none.
std::unique_ptr<harness::Lineup> open_cub(const std::string& file, const std::string& device);

/// Its stages: which one a stage is to be is told by its expectation, a copy or a scan.
harness::Stage cub_stage();
harness::Stage cub_copy_stage();

}  // namespace scan::compare
