// main() of the one-workgroup chapters: one item an invocation, scanned by whichever scan_workgroup() was included before.
// Room: shaders/lib.
// SPDX-License-Identifier: MIT
#include "lib/items.glsl"

void main() {
  const uint item = place();
  const bool has_item = item < parameters.num_items;
  const WorkgroupScan scanned = scan_workgroup(has_item ? items_in[item] : identity());
  if (has_item) items_out[item] = EXCLUSIVE == 1 ? scanned.exclusive_prefix : scanned.inclusive_prefix;
}
