// Looking back: the prefix of a tile from the states of the tiles before it, a window of them at a time.
// Chapter 11. One subgroup looks, and each lane asks for one tile; where there are no subgroup operations, one invocation does.
// SPDX-License-Identifier: MIT
//
//   tiles      …  P   P   A   P  |  A   A   X   A  | this tile        P prefix, A aggregate, X invalid
//   lanes         0   1   2   3     0   1   2   3                     the window looked at second, the one looked at first
//
// In the first window lane 2 asks again until its tile has a status. Then all four aggregates are combined, and the next window
// comes. There the last prefix is in lane 3: nothing before it counts.
//
// A rule, because a driver compiles such code wrongly: the window is reduced by a scan and a shuffle of the last lane. No
// subgroupAdd(), subgroupMin() or subgroupMax() of integers stands in a branch like `if (is_looker())`.
#if defined(USES_SUBGROUPS) && !defined(CHAINED)

bool is_looker() { return gl_SubgroupID == gl_NumSubgroups - 1; }  // the subgroup that has the tile's aggregate
uint window_lane() { return gl_SubgroupInvocationID; }
uint window_width() { return gl_SubgroupSize; }
Element reduce_window(Element value) { return subgroup_last(subgroup_inclusive_scan(value)); }
bool any_lane(bool holds) { return subgroupBallot(holds) != uvec4(0); }
uint last_lane_where(bool holds) {  // 0 where it holds in none
  const uvec4 lanes = subgroupBallot(holds);
  return lanes == uvec4(0) ? 0 : subgroupBallotFindMSB(lanes);
}
uint lane_of_choice_where(bool holds, uint choice) {  // numbers that follow each other choose different lanes
  const uvec4 lanes = subgroupBallot(holds);
  const uint count = max(subgroupBallotBitCount(lanes), 1);
  return last_lane_where(holds && subgroupBallotExclusiveBitCount(lanes) == choice % count);
}

#else  // a window of one tile

bool is_looker() { return place() == WORKGROUP_SIZE - 1; }
uint window_lane() { return 0; }
uint window_width() { return 1; }
Element reduce_window(Element value) { return value; }
bool any_lane(bool holds) { return holds; }
uint last_lane_where(bool holds) { return 0; }
uint lane_of_choice_where(bool holds, uint choice) { return 0; }

#endif

struct LookBack {
  uint tile;       // that looks back
  uint end;        // the tiles from here up to the tile itself are in `prefix`
  Element prefix;
  TileState seen;  // of this lane's tile in the window that ends at `end`
  bool waits;      // this lane's tile is needed and has no status yet
  bool is_done;    // `prefix` has everything
  uint rounds;     // that it has waited
};

LookBack start_look_back(uint tile) {
  return LookBack(tile, tile, identity(), TileState(STATUS_INVALID, identity()), true, false, 0);
}

uint tile_of_lane(LookBack looking) { return looking.end + window_lane() - window_width(); }

// Before the first tile there is nothing: its prefix is the identity.
TileState ask_for_tile_of_lane(LookBack looking) {
  const bool has_tile = looking.end + window_lane() >= window_width();
  if (!has_tile) return TileState(STATUS_PREFIX, identity());
  return read_state(tile_of_lane(looking));
}

// A lane whose tile is before the last prefix of the window is not needed. All lanes call together: behind && or in a branch
// only some would, and the ballot would count those alone.
bool is_needed(LookBack looking) {
  return window_lane() >= last_lane_where(looking.seen.status == STATUS_PREFIX);
}

// Asks for the tiles of the window that have no status yet. Returns whether all have one that are needed.
bool ask(inout LookBack looking) {
  if (looking.seen.status == STATUS_INVALID) looking.seen = ask_for_tile_of_lane(looking);
  const bool needed = is_needed(looking);
  looking.waits = needed && looking.seen.status == STATUS_INVALID;
  return !any_lane(looking.waits);
}

// A software driver may end a shader's loops after 65,535 rounds in all, without a word. So that the rounds last for as long as
// the host may suspend a workgroup, they must be slow there: atomic operations on a word that nobody needs are.
#ifdef SLOW_ROUNDS
#define EIGHT_TIMES(statement) statement statement statement statement statement statement statement statement
void pause() { EIGHT_TIMES(EIGHT_TIMES(atomicOr(rest_of_line[28], 0);)) }
#else
void pause() {}
#endif

bool is_out_of_patience(LookBack looking) {
  return any_lane(looking.waits && looking.rounds >= patience_with(tile_of_lane(looking), looking.tile));
}

// Asks once, and again as long as there is patience with every tile that has no status.
bool wait_for_window(inout LookBack looking) {
  bool is_usable = ask(looking);
  while (!is_usable && !is_out_of_patience(looking)) {
    pause();
    is_usable = ask(looking);
    ++looking.rounds;
  }
  return is_usable;
}

void take_window(inout LookBack looking) {
  const Element of_window = reduce_window(is_needed(looking) ? looking.seen.value : identity());
  looking.prefix = combine(of_window, looking.prefix);
  looking.is_done = any_lane(looking.seen.status == STATUS_PREFIX);
  looking.end -= window_width();
  looking.seen.status = STATUS_INVALID;
}

// Until the prefix is known, or a window cannot be had. All lanes of the looker loop together.
void look_back(inout LookBack looking) {
  while (!looking.is_done && wait_for_window(looking)) take_window(looking);
}
