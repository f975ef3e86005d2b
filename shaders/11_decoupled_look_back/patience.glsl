// For how many rounds a tile waits for one before it, and what it does when it has waited in vain.
// Chapter 11. The number comes from the host, for a compiler that is told to write loops out would try it with a constant.
// SPDX-License-Identifier: MIT

#ifdef FALLBACK

// Where so many tiles needed help, more of them will: from then on nobody is patient.
const uint MANY_HELPED = 8;
shared uint num_helped_before_start;

void learn_patience() { num_helped_before_start = atomicOr(num_helped, 0); }

// The tile right behind one that blocks helps it first. The others give it the time for that.
uint patience_with(uint blocking, uint tile) {
  if (blocking + 1 != tile) return 8 * parameters.max_rounds;
  return num_helped_before_start < MANY_HELPED ? parameters.max_rounds : 0;
}

void give_up() {}  // it helps instead

#else

void learn_patience() {}
uint patience_with(uint blocking, uint tile) { return parameters.max_rounds; }

// With one tile the scan gives up: workgroups that start later do nothing, and the host learns what happened.
void give_up() { atomicExchange(given_up, mark_of_turn(turn_of_scan)); }

#endif
