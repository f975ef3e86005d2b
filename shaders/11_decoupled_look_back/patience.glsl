// For how many rounds a tile waits for one before it, and what it does when it has waited in vain.
// Chapter 11. The number comes from the host, for a compiler that is told to write loops out would try it with a constant.
// SPDX-License-Identifier: MIT

#ifdef FALLBACK

// Where so many tiles needed help, more of them will: whoever draws a ticket from then on is not patient.
const uint MANY_HELPED = 8;
shared bool is_patient;

void learn_patience(uint ticket) { is_patient = !is_marked(ticket); }
void count_helped() {
  if (atomicAdd(num_helped, 1) + 1 == MANY_HELPED) mark_tickets();
}

// The tile right behind one that blocks helps it first. The others give it the time for that.
uint patience_with(uint blocking, uint tile) {
  if (blocking + 1 != tile) return 8 * parameters.max_rounds;
  return is_patient ? parameters.max_rounds : 0;
}

// It helps instead.
void give_up() {}
bool is_too_late(uint ticket) { return false; }

#else

void learn_patience(uint ticket) {}
uint patience_with(uint blocking, uint tile) { return parameters.max_rounds; }

// With one tile the scan gives up: workgroups that start later do nothing, and the host learns what happened.
void give_up() { mark_tickets(); }
bool is_too_late(uint ticket) { return is_marked(ticket); }

#endif
