// The prefix of a tile by waiting: right wherever the workgroups that have started go on running.
// Chapter 11. The wait has a bound, after which the scan gives up: an endless loop would hang the device.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/publish.glsl"

TilePrefix exclusive_prefix_of_tile(Tile tile, Element aggregate) {
  if (is_looker()) {
    const uint number = parameters.first_tile + tile.index;
    LookBack looking = start_look_back(number);
    if (tile.num_items > 0) {
      publish_aggregate(number, aggregate);
      look_back(looking);
      if (!looking.is_done) give_up();
    }
    share_prefix(number, looking, aggregate);
  }
  barrier();  // the looker stored the prefix; all read it
  return prefix_of_workgroup;
}
