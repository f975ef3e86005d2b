#version 450
// One invocation scans everything, item after item: slow on purpose, and right.
// Chapter 02.
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/items.glsl"

void main() {
  Element prefix = identity();
  for (uint item = 0; item < parameters.num_items; ++item) {
    const Element exclusive_prefix = prefix;
    prefix = combine(prefix, items_in[item]);
    items_out[item] = EXCLUSIVE == 1 ? exclusive_prefix : prefix;
  }
}
