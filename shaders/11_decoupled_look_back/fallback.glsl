// The prefix of a tile where no progress is promised: whoever is out of patience reduces the blocking tile itself.
// Chapter 11. It reads the items of other tiles: so the output must not take their place.
// SPDX-License-Identifier: MIT
#ifdef IN_PLACE
#error "the fallback reads items that another workgroup may have overwritten"
#endif
#include "11_decoupled_look_back/reduce_tile.glsl"

const uint NO_PATIENCE = 0x80000000u;  // as if it had waited so many rounds
const uint NO_TILE = 0xFFFFFFFFu;

shared uint blocking_tile;  // NO_TILE: the prefix is known

// The tile right before this one, if it blocks: so nobody else begins with it. Else workgroups choose different ones, and share
// the work. All lanes of the looker call together.
uint find_blocking_tile(LookBack looking) {
  const bool nearest_blocks = any_lane(looking.waits && tile_of_lane(looking) + 1 == looking.tile);
  const uint lane = lane_of_choice_where(looking.waits, looking.tile);
  if (looking.is_done) return NO_TILE;
  return nearest_blocks ? looking.tile - 1 : looking.end + lane - window_width();
}

// The aggregate that the workgroup found itself, for this lane, and for the tiles after the blocking one.
void fill_in(inout LookBack looking, uint blocking, Element aggregate) {
  const TileState found = TileState(STATUS_AGGREGATE, aggregate);
  if (tile_of_lane(looking) == blocking) looking.seen = found;
  if (is_speaker() && publish(blocking, found)) count_helped();
  looking.rounds = 0;
}

// Looks back from the beginning, at first without patience. Every turn but the last reduces another of the tiles before: so there
// are never more turns than tiles. The tile's own items are put down meanwhile and loaded again after it, for they are in the
// registers that the other tiles need.
TilePrefix prefix_by_helping(Tile tile, Element aggregate) {
  LookBack looking = start_look_back(parameters.first_tile + tile.index);
  looking.rounds = NO_PATIENCE;
  for (uint turn = 0; turn <= parameters.num_tiles; ++turn) {
    uint found_blocking = NO_TILE;
    if (is_looker()) {
      look_back(looking);
      found_blocking = find_blocking_tile(looking);
    }
    if (is_speaker()) blocking_tile = found_blocking;
    barrier();  // the looker stored which tile blocks; all read it, and so all go on or stop together
    const uint blocking = blocking_tile;
    if (blocking == NO_TILE) break;
    const Element found = reduce_tile(tile_at(blocking - parameters.first_tile));
    if (is_looker()) fill_in(looking, blocking, found);
  }
  if (is_looker()) share_prefix(looking, aggregate);
  load_tile(tile);
  scan_tile_alone();
  barrier();  // the looker stored the prefix; all read it
  return prefix_of_workgroup;
}
