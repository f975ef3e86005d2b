#version 450
// The copy kernel: every item is read once and written once. Nothing that scans can be faster: it is the ruler.
// Chapter 02.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/grid.glsl"
#include "lib/items.glsl"
#include "lib/item_vectors.glsl"

void main() {
  const uint vector = group_index() * WORKGROUP_SIZE + gl_LocalInvocationID.x;
  const uint first_item = vector * VECTOR_ITEMS;
  if (first_item + VECTOR_ITEMS <= parameters.num_items) {
    item_vectors_out[vector] = item_vectors_in[vector];
  } else {
    for (uint item = first_item; item < parameters.num_items; ++item) items_out[item] = items_in[item];
  }
}
