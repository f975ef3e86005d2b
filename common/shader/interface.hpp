// shaders/lib/interface.h and parameters.h as C++ sees them: the same numbers and the same struct, from the
// same files.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#pragma once

#include "../../shaders/lib/interface.h"
#include "../../shaders/lib/parameters.h"
