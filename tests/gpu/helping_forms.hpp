// The forms of the single pass that help: whoever has waited in vain reduces the other tile itself.
// Room: tests/gpu.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <iterator>
#include <string>

#include "11_decoupled_look_back/variant.hpp"
#include "harness/result.hpp"

namespace scan::test {

struct HelpingForm {
  const char* stage;  // of chapter 11, and of the tests' own with this form
  SinglePassForm form;
};

inline constexpr HelpingForm kHelpingForms[] = {{"fallback", SinglePassForm::fallback},
                                                {"no ticket", SinglePassForm::no_ticket},
                                                {"turn first", SinglePassForm::turn_first}};

inline bool helps(const std::string& stage) {
  return std::any_of(std::begin(kHelpingForms), std::end(kHelpingForms),
                     [&](const HelpingForm& helping) { return stage == helping.stage; });
}

/// They read the items of other tiles, which in place may be overwritten by then.
inline bool is_refused_in_place(const harness::Result& result) {
  return result.request.in_place && helps(result.stage);
}

}  // namespace scan::test
