#version 450
// Upsweep of reduce-then-scan, on every level: each workgroup reduces its tile and writes nothing but the aggregate.
// Chapter 09.
// SPDX-License-Identifier: MIT
//
// An operator that commutes may take the items in any order: then neighbouring invocations read neighbouring memory, 16
// bytes an access. Otherwise each invocation reduces items that follow each other (blocked order).
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/items.glsl"
#include "lib/item_vectors.glsl"
#include "lib/tile.glsl"
#include "lib/tile_aggregates.glsl"
#include "09_reduce_then_scan/reduce_workgroup.glsl"

const bool COMMUTES = OPERATOR != OPERATOR_LAST;

Element reduce_vectors(Tile tile) {
  Element aggregate = identity();
  for (uint i = 0; i < GRAIN / VECTOR_ITEMS; ++i) {
    const ElementVector vector = item_vectors_in[tile.first_item / VECTOR_ITEMS + i * WORKGROUP_SIZE + place()];
    Element of_vector = vector[0];
    UNROLL for (uint k = 1; k < VECTOR_ITEMS; ++k) of_vector = combine(of_vector, vector[k]);
    aggregate = combine(aggregate, of_vector);
  }
  return aggregate;
}

Element reduce_items(Tile tile) {
  Element aggregate = identity();
  for (uint i = 0; i < GRAIN; ++i) {
    const uint item = COMMUTES ? i * WORKGROUP_SIZE + place() : place() * GRAIN + i;
    if (item < tile.num_items) aggregate = combine(aggregate, items_in[tile.first_item + item]);
  }
  return aggregate;
}

void main() {
  const Tile tile = this_tile();
  const bool by_vectors = COMMUTES && GRAIN % VECTOR_ITEMS == 0 && is_full(tile);
  const Element aggregate = reduce_workgroup(by_vectors ? reduce_vectors(tile) : reduce_items(tile));
  if (tile.num_items > 0 && place() == 0) tile_aggregates[tile.index] = aggregate;
}
