// The header of a NumPy array file: what it says, as text in a Python dictionary.
// Room: common/harness (private). Source: NumPy's "NPY format" specification, versions 1.0 to 3.0.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scan::harness {

struct NpyHeader {
  std::string dtype;  // "<u4"; the text as it stands for a structured one
  std::vector<std::uint64_t> shape;
};

/// `text` is "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }" with blanks after it. Nothing when
/// it is no such dictionary or an extent is beyond 64 bits. The order of a one-dimensional array is the same
/// either way, so it is not kept.
std::optional<NpyHeader> parse_npy_header(std::string_view text);

}  // namespace scan::harness
