// Which tile a workgroup scans: the next one that nobody has. So the tiles before it are all in hands of workgroups that run.
// Chapter 11. The number of a workgroup would not do: nothing says that workgroup 0 starts before workgroup 1.
// SPDX-License-Identifier: MIT
const uint NO_NUMBER = 0xFFFFFFFFu;

shared uint number_of_tile;  // among those of all windows

Tile no_tile() { return Tile(parameters.num_tiles, 0, 0); }

#ifdef CLEARS_AHEAD

// Whoever takes the last ticket turns the number back to 0, and the turn over. Nobody asks for another one in this scan.
uint draw_ticket() {
  const uint ticket = atomicAdd(next_ticket, 1);
  if (number_of(ticket) == parameters.all_tiles - 1) atomicAdd(next_ticket, (1u << TURN_BIT) - parameters.all_tiles);
  return ticket;
}

void start_turn(uint turn) { turn_of_scan = turn; }

// What the scan before left is not about this one: its first tile takes it away.
void forget_scan_before(uint ticket) {
  if (number_of(ticket) > 0) return;
  atomicAnd(next_ticket, ~mark_of_turn(1 - turn_of(ticket)));
  atomicExchange(num_helped, 0);
}

// The state of the same tile in the other row, which nobody reads before the next scan.
void clear_for_next_scan(uint ticket) {
  const uint word = word_in_row(1 - turn_of(ticket), number_of(ticket));
  for (uint part = 0; part < NUM_PARTS; ++part) state_words[word + part] = StateWord(0);
}

#else

uint draw_ticket() { return atomicAdd(next_ticket, 1); }
void start_turn(uint turn) {}
void forget_scan_before(uint ticket) {}
void clear_for_next_scan(uint ticket) {}

#endif

// By one invocation. Returns no number where the scan has given up.
uint draw_number() {
  const uint ticket = draw_ticket();
  start_turn(turn_of(ticket));
  learn_patience(ticket);
  forget_scan_before(ticket);
  clear_for_next_scan(ticket);
  return is_too_late(ticket) ? NO_NUMBER : number_of(ticket);
}

#ifdef TILE_BY_GROUP

// Where nobody depends on the tiles before being in hands of workgroups that run, each has the tile of its own number, and loads
// it before the ticket is there: the ticket says whose turn it is, and no more. Spare workgroups take none.
Tile take_tile() { return this_tile(); }
void learn_turn() {
  if (gl_LocalInvocationIndex == 0 && group_index() < parameters.num_tiles) draw_number();
  barrier();  // the first invocation stored the turn; all read it
}

#else

// Spare workgroups take no ticket: so the windows of a scan count on, from parameters.first_tile.
Tile take_tile() {
  const bool is_spare = group_index() >= parameters.num_tiles;
  if (gl_LocalInvocationIndex == 0) number_of_tile = is_spare ? NO_NUMBER : draw_number();
  barrier();  // the first invocation stored the number and the turn; all read them
  return tile_at(number_of_tile - parameters.first_tile);
}
void learn_turn() {}  // it came with the number

#endif
