// Where tiles find their exclusive prefixes, from the level above.
// Room: shaders/lib.
// SPDX-License-Identifier: MIT
layout(std430, binding = BINDING_TILE_PREFIXES) readonly buffer TilePrefixes { Element tile_prefixes[]; };
