#version 450
// Hillis–Steele with two arrays: one barrier a step.
// Chapter 03.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "03_hillis_steele/hillis_steele.glsl"
#include "lib/scan_one_tile.glsl"
