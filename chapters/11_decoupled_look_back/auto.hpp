// One entry for any number of items: the method that is the fastest for it, on the device at hand.
// Chapter 11.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/stage.hpp"
#include "scan/tuning.hpp"

namespace scan::decoupled_look_back {

struct Choice {
  Method method = Method::single_pass;
  SinglePassForm form = SinglePassForm::plain;  // of a single pass
};

/// By the borders of the table in common/scan/tuning.cpp, and by what the device and the request allow: what does not fit
/// one workgroup or two dispatches goes to the single pass; and to reduce-then-scan where the single pass cannot run.
Choice choose_method(const Request& request, const DeviceLimits& limits);

harness::Stage auto_stage(std::string name);

}  // namespace scan::decoupled_look_back
