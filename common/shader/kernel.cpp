// A kernel as text, and the macros that every kernel gets from what was asked for.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#include "shader/kernel.hpp"

#include <fmt/format.h>

#include <string>

#include "shader/interface.hpp"

namespace scan::shader {
namespace {

// The enumerations and the macros' values count alike: checked here, so that a new type or operator cannot
// slip past.
static_assert(static_cast<int>(ElementType::uint32) == ELEMENT_UINT32);
static_assert(static_cast<int>(ElementType::int32) == ELEMENT_INT32);
static_assert(static_cast<int>(ElementType::uint64) == ELEMENT_UINT64);
static_assert(static_cast<int>(ElementType::float32) == ELEMENT_FLOAT32);
static_assert(static_cast<int>(Operator::sum) == OPERATOR_SUM);
static_assert(static_cast<int>(Operator::max) == OPERATOR_MAX);
static_assert(static_cast<int>(Operator::last) == OPERATOR_LAST);
static_assert(static_cast<int>(LocalScan::subgroup) == LOCAL_SUBGROUP);
static_assert(static_cast<int>(Reduction::subgroup) == REDUCTION_SUBGROUP);

}  // namespace

std::string text_of(const Kernel& kernel) {
  std::string text = kernel.key + "\n";
  for (const Macro& macro : kernel.macros) text += fmt::format("{}={}\n", macro.name, macro.value);
  for (const Constant& constant : kernel.constants)
    text += fmt::format("{} {}={}\n", constant.id, constant.name, constant.value);
  return text;
}

std::vector<Macro> request_macros(ElementType type, Operator op, bool in_place) {
  std::vector<Macro> macros{{"ELEMENT_TYPE", std::to_string(static_cast<int>(type))},
                            {"OPERATOR", std::to_string(static_cast<int>(op))}};
  if (in_place) macros.push_back({"IN_PLACE", "1"});
  return macros;
}

}  // namespace scan::shader
