// shaders/lib/interface.h as C++ sees it: the same numbers and the same struct, from the same file.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#pragma once

#include "../../shaders/lib/interface.h"
