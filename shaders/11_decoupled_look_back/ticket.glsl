// What a ticket says: whose turn it is, whether a tile has waited in vain, and which number it is.
// Chapter 11. All of it is in one word, the counter: so a workgroup that starts asks the memory once.
// SPDX-License-Identifier: MIT
//
//   | turn 1 | mark of turn 1 | mark of turn 0 | number 29 |      the highest bit is on the left
//
// Two scans in a row have different turns (see CLEARS_AHEAD). Each has a mark of its own, so that one which is left behind when all
// tickets are drawn says nothing of the next scan.
const uint TURN_BIT = 31;
const uint FIRST_MARK_BIT = 29;

uint turn_of(uint ticket) { return ticket >> TURN_BIT; }
uint number_of(uint ticket) { return ticket & ((1u << FIRST_MARK_BIT) - 1); }
uint mark_of_turn(uint turn) { return 1u << (FIRST_MARK_BIT + turn); }
bool is_marked(uint ticket) { return (ticket & mark_of_turn(turn_of(ticket))) != 0; }

// All who draw a ticket from now on in this scan see it there.
void mark_tickets() { atomicOr(next_ticket, mark_of_turn(turn_of_scan)); }
