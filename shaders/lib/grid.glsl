// The number of a workgroup in a grid of one, two or three dimensions, counted along x, then y, then z.
// Room: shaders/lib. The host makes the grid (common/scan/plan.hpp); it may have more groups than there are tiles.
// SPDX-License-Identifier: MIT
uint group_index() {
  return (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
