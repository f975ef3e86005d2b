#version 450
// Blelloch's tree scan, as in the textbook: the strides of the tree collide in the banks of shared memory.
// Chapter 04.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "04_blelloch/tree.glsl"
#include "lib/scan_one_tile.glsl"
