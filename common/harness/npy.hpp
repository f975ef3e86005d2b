// One-dimensional NumPy arrays as files, so that numpy.cumsum can check us and real data can come in.
// Room: common/harness. Source: NumPy's "NPY format" specification, versions 1.0 to 3.0.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "scan/items.hpp"

namespace scan::harness {

/// uint32, int32, uint64 and float32, little-endian, one dimension; an empty array has 0 items. Throws
/// UsageError with one line that names the file and what is wrong with it: not an array, truncated, another
/// dtype, byte order or dimension, or larger than the memory that is free.
Items read_npy(const std::string& path);

/// The file appears whole or not at all. Throws UsageError when it cannot be written.
void write_npy(const std::string& path, const Items& items);

}  // namespace scan::harness
