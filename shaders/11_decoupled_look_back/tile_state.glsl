// What a tile tells the tiles after it: a status and a value, together in each word.
// Chapter 11. Every word is read and written by atomic operations alone, all of them relaxed.
// SPDX-License-Identifier: MIT
//
//   one word of 64 bits for an element of 32:    | status 32 |      value 32       |
//   two words of 32 bits for it:                 | status 2 | 14 | value, low 16   |  and  | status 2 | 14 | value, high 16 |
//   an element of 64 bits takes twice as many words.
//
// A word goes from invalid to aggregate to prefix and never back, and for a status it has one value. So words with the same
// status belong together, whatever the order in which they were written and read; with different ones they are of no use yet.
//
//   buffer: | ticket | … the rest of 128 bytes | state of tile 0 | state of tile 1 | …      STATE_STRIDE words each
//
// With CLEARS_AHEAD there are two such rows of states. One scan uses the first and clears the second, the next the other way round:
// whose turn it is, the highest bit of the ticket says. So no scan needs a fill before it.
const uint STATUS_INVALID = 0;    // nothing yet: the value that the host fills the buffer with
const uint STATUS_AGGREGATE = 1;  // the tile's own items
const uint STATUS_PREFIX = 2;     // everything up to and including the tile

#if STATE_BITS == 64

#define StateWord uint64_t
const uint PART_BITS = 32;
StateWord make_word(uint status, uint part) { return packUint2x32(uvec2(part, status)); }
uint status_of(StateWord word) { return unpackUint2x32(word).y; }
uint part_of(StateWord word) { return unpackUint2x32(word).x; }

#else

#define StateWord uint
const uint PART_BITS = 16;
StateWord make_word(uint status, uint part) { return status << 30 | part; }
uint status_of(StateWord word) { return word >> 30; }
uint part_of(StateWord word) { return word & 0xFFFFu; }

#endif

layout(std430, binding = BINDING_TILE_STATES) buffer TileStates {
  uint next_ticket;
  uint num_helped;        // tiles that had said nothing until another workgroup reduced them
  uint rest_of_line[30];  // so that those who poll do not meet those who take a ticket
  StateWord state_words[];
};

// The bits of an element, in as many parts as it has words.
#if ELEMENT_TYPE == ELEMENT_UINT64
uvec2 bits_of(Element value) { return unpackUint2x32(value); }
Element element_of(uvec2 bits) { return packUint2x32(bits); }
#elif ELEMENT_TYPE == ELEMENT_FLOAT32
uvec2 bits_of(Element value) { return uvec2(floatBitsToUint(value), 0); }
Element element_of(uvec2 bits) { return uintBitsToFloat(bits.x); }
#else
uvec2 bits_of(Element value) { return uvec2(uint(value), 0); }
Element element_of(uvec2 bits) { return Element(bits.x); }
#endif

const uint NUM_PARTS = ELEMENT_BYTES * 8 / PART_BITS;

uint get_part(uvec2 bits, uint part) {
#if STATE_BITS == 64
  return bits[part];
#else
  return (bits[part / 2] >> (part % 2 * 16)) & 0xFFFFu;
#endif
}

void set_part(inout uvec2 bits, uint part, uint value) {
#if STATE_BITS == 64
  bits[part] = value;
#else
  bits[part / 2] |= value << (part % 2 * 16);
#endif
}

// Asks for a word. A plain read might be answered from a cache for ever; these two are answered by the memory that all share.
StateWord poll(uint word) {
#ifdef POLL_BY_LOAD
  return atomicLoad(state_words[word], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
#else
  return atomicOr(state_words[word], StateWord(0));
#endif
}

// Returns whether the word had no status before, where that can be told.
bool publish_word(uint word, StateWord value) {
#ifdef PUBLISH_BY_STORE
  atomicStore(state_words[word], value, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
  return false;
#else
  // The status is in the highest bits: a later one wins, whoever writes it.
  return status_of(atomicMax(state_words[word], value)) == STATUS_INVALID;
#endif
}

#ifdef CLEARS_AHEAD
shared uint turn_of_scan;  // 0 or 1: the row of states that it uses
#else
const uint turn_of_scan = 0;
#endif

// `tile` counts the tiles of all windows.
uint word_in_row(uint turn, uint tile) { return (turn * parameters.all_tiles + tile) * STATE_STRIDE; }
uint word_of(uint tile, uint part) { return word_in_row(turn_of_scan, tile) + part; }

struct TileState {
  uint status;
  Element value;  // where the status is not invalid
};

// Returns whether nothing was known of the tile before.
bool publish(uint tile, TileState state) {
  const uvec2 bits = bits_of(state.value);
  bool is_first = true;
  UNROLL for (uint part = 0; part < NUM_PARTS; ++part) {
    const bool is_new = publish_word(word_of(tile, part), make_word(state.status, get_part(bits, part)));
    is_first = is_first && is_new;
  }
  return is_first;
}

TileState read_state(uint tile) {
  StateWord word = poll(word_of(tile, 0));
  uvec2 bits = uvec2(0);
  set_part(bits, 0, part_of(word));
  const uint status = status_of(word);
  bool is_whole = true;
  UNROLL for (uint part = 1; part < NUM_PARTS; ++part) {
    word = poll(word_of(tile, part));
    set_part(bits, part, part_of(word));
    is_whole = is_whole && status_of(word) == status;
  }
  return TileState(is_whole ? status : STATUS_INVALID, element_of(bits));
}
