#version 450
// Raking with 32 rakers and a serial spine: nothing but shared memory and barriers.
// Chapter 05.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "05_raking/raking.glsl"
#include "lib/scan_one_tile.glsl"
