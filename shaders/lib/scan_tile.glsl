// load_tile(), scan_tile(), store_tile(): by the local scan that the host chose, in the order that suits it.
// Room: shaders/lib. Subgroup scans work on rows (strided), the others on runs of items (blocked).
// SPDX-License-Identifier: MIT
#if LOCAL_SCAN == LOCAL_SUBGROUP
#include "07_thread_grain/strided.glsl"
#else
#include "lib/local_scan.glsl"
#include "07_thread_grain/blocked.glsl"
#endif
