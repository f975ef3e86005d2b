// scan_workgroup() by the algorithm that the host chose: the local scans of chapters 03 to 06.
// Room: shaders/lib.
// SPDX-License-Identifier: MIT
#if LOCAL_SCAN == LOCAL_HILLIS_STEELE
#include "03_hillis_steele/hillis_steele.glsl"
#elif LOCAL_SCAN == LOCAL_BLELLOCH
#define PADDED
#include "04_blelloch/tree.glsl"
#elif LOCAL_SCAN == LOCAL_RAKING
#include "05_raking/raking.glsl"
#elif LOCAL_SCAN == LOCAL_SUBGROUP
#include "06_subgroup/subgroup_scan.glsl"
#endif
