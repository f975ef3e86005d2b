#version 450
// Blelloch's tree scan, padded: one unused word after every 32 keeps the strides of the tree apart.
// Chapter 04.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#define PADDED
#include "lib/prelude.glsl"
#include "04_blelloch/tree.glsl"
#include "lib/scan_one_tile.glsl"
