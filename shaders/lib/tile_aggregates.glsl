// Where tiles leave their aggregates, for the level above.
// Room: shaders/lib.
// SPDX-License-Identifier: MIT
layout(std430, binding = BINDING_TILE_AGGREGATES) writeonly buffer TileAggregates { Element tile_aggregates[]; };
