// A kernel: which shader file, with which macros and constants. Plain data, compared and printed, compiled
// elsewhere.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scan/request.hpp"

namespace scan::shader {

struct Macro {
  std::string name;
  std::string value;
};

/// A specialization constant in Vulkan, a macro of the same name in OpenGL. Ids and meanings:
/// shaders/lib/interface.h.
struct Constant {
  std::uint32_t id;
  std::string name;
  std::uint32_t value;
};

struct Kernel {
  std::string key;  // "03_hillis_steele/double_buffered" is shaders/03_hillis_steele/double_buffered.comp
  std::vector<Macro> macros;
  std::vector<Constant> constants;
  bool uses_subgroups = false;      // needs subgroup operations and full subgroups
  bool uses_int64_atomics = false;  // needs atomic operations on 64-bit integers in buffers
  bool is_written_out =
      false;  // in Vulkan: the harness writes its marked loops out (write_out.hpp), not the driver
};

/// Its key, macros and constants, a line each: two kernels with one text are compiled to the same.
std::string text_of(const Kernel& kernel);

/// ELEMENT_TYPE, OPERATOR and, in place, IN_PLACE (one binding serves as input and output).
std::vector<Macro> request_macros(ElementType type, Operator op, bool in_place);

}  // namespace scan::shader
