// What the looker publishes, to the tiles after this one and to the other invocations of its workgroup.
// Chapter 11.
// SPDX-License-Identifier: MIT
struct TilePrefix {
  Element value;
  bool is_known;
};

shared TilePrefix prefix_of_workgroup;

// The invocation that has the tile's aggregate, and speaks for the looker.
bool is_speaker() { return place() == WORKGROUP_SIZE - 1; }

#ifdef BLOCK_EVERY  // some tiles never say anything, to see what happens then
bool is_blocked(uint tile) { return tile % BLOCK_EVERY == BLOCK_EVERY - 1; }
#else
bool is_blocked(uint tile) { return false; }
#endif

void publish_state(uint tile, TileState state) {
  if (is_speaker() && !is_blocked(tile)) publish(tile, state);
}

// For the tiles after this one, as early as can be. In a chained scan nobody looks further back than one tile.
void publish_aggregate(uint tile, Element aggregate) {
#ifndef CHAINED
  publish_state(tile, TileState(STATUS_AGGREGATE, aggregate));
#endif
}

void share_prefix(LookBack looking, Element aggregate) {
  if (looking.is_done) publish_state(looking.tile, TileState(STATUS_PREFIX, combine(looking.prefix, aggregate)));
  if (is_speaker()) prefix_of_workgroup = TilePrefix(looking.prefix, looking.is_done);
}
