#version 450
// Decoupled look-back: one pass over the items. Each workgroup scans a tile and asks the tiles before it for what came before.
// Chapter 11. In place: each tile is loaded whole before it is stored, and nobody else reads it (but see fallback.glsl).
// SPDX-License-Identifier: MIT
#extension GL_GOOGLE_include_directive : require
#include "lib/prelude.glsl"
#include "lib/scan_tile.glsl"
#include "11_decoupled_look_back/tile_state.glsl"
#include "11_decoupled_look_back/ticket.glsl"
#include "11_decoupled_look_back/patience.glsl"
#include "11_decoupled_look_back/take_tile.glsl"
#include "11_decoupled_look_back/look_back.glsl"
#include "11_decoupled_look_back/wait.glsl"
#ifdef FALLBACK
#include "11_decoupled_look_back/fallback.glsl"
#endif

void main() {
  const Tile tile = take_tile();
  load_tile(tile);
  learn_turn();
  const Element aggregate = scan_tile_alone();
  TilePrefix before = exclusive_prefix_of_tile(tile, aggregate);
#ifdef FALLBACK
  if (UNIFORM(!before.is_known && tile.num_items > 0)) before = prefix_by_helping(tile, aggregate);
#endif
  add_to_tile(before.value);
  store_tile(before.is_known ? tile : no_tile());
}
