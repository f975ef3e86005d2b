#version 450
// Subgroup scans, whose aggregates the first subgroup scans: two barriers for a workgroup of any size.
// Chapter 06.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#define USES_SUBGROUPS
#include "lib/prelude.glsl"
#include "06_subgroup/subgroup_scan.glsl"
#include "lib/scan_one_tile.glsl"
