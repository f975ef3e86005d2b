// Which tile a workgroup scans: the next one that nobody has. So the tiles before it are all in hands of workgroups that run.
// Chapter 11. The number of a workgroup would not do: nothing says that workgroup 0 starts before workgroup 1.
// SPDX-License-Identifier: MIT
Tile no_tile() { return Tile(parameters.num_tiles, 0, 0); }

uint draw_ticket() { return atomicAdd(next_ticket, 1); }

#ifdef CLEARS_AHEAD

// Whoever has the last ticket turns the number back to 0, and the turn over. Nobody draws another one in this scan.
void end_turn(uint ticket) {
  if (number_of(ticket) == parameters.all_tiles - 1) atomicAdd(next_ticket, (1u << TURN_BIT) - parameters.all_tiles);
}

void start_turn(uint turn) { turn_of_scan = turn; }

// What the scan before left is not about this one: whoever has the first ticket takes it away.
void forget_scan_before(uint ticket) {
  if (number_of(ticket) > 0) return;
  atomicAnd(next_ticket, ~mark_of_turn(1 - turn_of(ticket)));
  atomicExchange(num_helped, 0);
}

// The state with the ticket's number in the other row, which nobody reads before the next scan.
void clear_for_next_scan(uint ticket) {
  const uint word = word_in_row(1 - turn_of(ticket), number_of(ticket));
  for (uint part = 0; part < NUM_PARTS; ++part) state_words[word + part] = StateWord(0);
}

#else

void end_turn(uint ticket) {}
void start_turn(uint turn) {}
void forget_scan_before(uint ticket) {}
void clear_for_next_scan(uint ticket) {}

#endif

// By the invocation that drew it.
void read_ticket(uint ticket) {
  end_turn(ticket);
  start_turn(turn_of(ticket));
  learn_patience(ticket);
  forget_scan_before(ticket);
  clear_for_next_scan(ticket);
}

#ifdef TILE_BY_GROUP

// Where nobody depends on the tiles before being in hands of workgroups that run, each has the tile of its own number, and its
// items wait for no ticket. The ticket still says whose turn it is, whether to be patient, and which state to clear. Nobody
// reads the turn before scan_tile_alone() is done, and every local scan has a barrier: so none stands here. Spare workgroups
// draw no ticket.
bool draws_ticket() { return gl_LocalInvocationIndex == 0 && group_index() < parameters.num_tiles; }

#ifdef TURN_FIRST  // the ticket is asked for before the items, and read after they are asked for

uint drawn_ticket;

Tile take_tile() {
  if (draws_ticket()) drawn_ticket = draw_ticket();
  return this_tile();
}
void learn_turn() {
  if (draws_ticket()) read_ticket(drawn_ticket);
}

#else

Tile take_tile() { return this_tile(); }
void learn_turn() {
  if (draws_ticket()) read_ticket(draw_ticket());
}

#endif

#else

const uint NO_NUMBER = 0xFFFFFFFFu;

shared uint number_of_tile;  // among those of all windows

// Returns no number where the scan has given up.
uint draw_number() {
  const uint ticket = draw_ticket();
  read_ticket(ticket);
  return is_too_late(ticket) ? NO_NUMBER : number_of(ticket);
}

// Spare workgroups take no ticket: so the windows of a scan count on, from parameters.first_tile.
Tile take_tile() {
  const bool is_spare = group_index() >= parameters.num_tiles;
  if (gl_LocalInvocationIndex == 0) number_of_tile = is_spare ? NO_NUMBER : draw_number();
  barrier();  // the first invocation stored the number and the turn; all read them
  return tile_at(number_of_tile - parameters.first_tile);
}
void learn_turn() {}  // it came with the number

#endif
