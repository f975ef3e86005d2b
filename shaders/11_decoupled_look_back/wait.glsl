// The prefix of a tile by waiting: right wherever the workgroups that have started go on running.
// Chapter 11. The wait has a bound: an endless loop would hang the device.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/publish.glsl"

// It is not known where a tile before said nothing for too long.
TilePrefix exclusive_prefix_of_tile(Tile tile, Element aggregate) {
  if (is_looker()) {
    LookBack looking = start_look_back(parameters.first_tile + tile.index);
    if (tile.num_items > 0) {
      publish_aggregate(looking.tile, aggregate);
      look_back(looking);
      if (!looking.is_done) give_up();
    }
    share_prefix(looking, aggregate);
  }
  barrier();  // the looker stored the prefix; all read it
  return prefix_of_workgroup;
}
