// The prefix of a tile where no progress is promised: whoever has waited long enough reduces the blocking tile itself.
// Chapter 11. It reads the items of other tiles: so the output must not take their place.
// SPDX-License-Identifier: MIT
#ifdef IN_PLACE
#error "the fallback reads items that another workgroup may have overwritten"
#endif
#include "11_decoupled_look_back/publish.glsl"
#include "11_decoupled_look_back/reduce_tile.glsl"

const uint NO_TILE = 0xFFFFFFFFu;

shared uint blocking_tile;  // NO_TILE: the prefix is known

// A tile that is needed and has no status; NO_TILE once the prefix is known. Workgroups choose different ones where several
// block, and share the work so. All lanes of the looker call together.
uint find_blocking_tile(LookBack looking, uint number) {
  const bool needed = is_needed(looking);
  const uint lane = lane_of_choice_where(needed && looking.seen.status == STATUS_INVALID, number);
  return looking.is_done ? NO_TILE : looking.end + lane - window_width();
}

// The aggregate that the workgroup found itself, for this lane, and for the tiles after the blocking one.
void fill_in(inout LookBack looking, uint blocking, Element aggregate) {
  const TileState found = TileState(STATUS_AGGREGATE, aggregate);
  if (tile_of_lane(looking) == blocking) looking.seen = found;
  if (is_speaker()) publish(blocking, found);
}

// Every turn but the last reduces another of the tiles before: so there are never more turns than tiles.
TilePrefix exclusive_prefix_of_tile(Tile tile, Element aggregate) {
  const uint number = parameters.first_tile + tile.index;
  const bool looks = is_looker() && tile.num_items > 0;
  LookBack looking = start_look_back(number);
  if (looks) publish_aggregate(number, aggregate);
  for (uint turn = 0; turn <= parameters.num_tiles; ++turn) {
    uint found_blocking = NO_TILE;
    if (looks) {
      look_back(looking);
      found_blocking = find_blocking_tile(looking, number);
    }
    if (is_speaker()) blocking_tile = found_blocking;
    barrier();  // the looker stored which tile blocks; all read it, and so all go on or stop together
    const uint blocking = blocking_tile;
    if (blocking == NO_TILE) break;
    const Element found = reduce_tile(tile_at(blocking - parameters.first_tile));
    if (looks) fill_in(looking, blocking, found);
  }
  if (is_looker()) share_prefix(number, looking, aggregate);
  barrier();  // the looker stored the prefix; all read it
  return prefix_of_workgroup;
}
