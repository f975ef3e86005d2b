// The same buffers as lib/items.glsl, four items at a time: one 16-byte access instead of four of 4 bytes.
// Room: shaders/lib. A shader that includes both uses one view or the other for a tile, never both.
// SPDX-License-Identifier: MIT
#ifdef IN_PLACE

layout(std430, binding = BINDING_ITEMS_OUT) buffer ItemVectors { ElementVector item_vectors[]; };
#define item_vectors_in item_vectors
#define item_vectors_out item_vectors

#else

layout(std430, binding = BINDING_ITEMS_IN) readonly buffer ItemVectorsIn { ElementVector item_vectors_in[]; };
layout(std430, binding = BINDING_ITEMS_OUT) writeonly buffer ItemVectorsOut { ElementVector item_vectors_out[]; };

#endif

// And 16 bytes at a time, whatever the type: the widest access there is.
#if ELEMENT_TYPE != ELEMENT_UINT64

#define ElementCell ElementVector
#define item_cells_in item_vectors_in
#define item_cells_out item_vectors_out

#else

#define ElementCell u64vec2
#ifdef IN_PLACE
layout(std430, binding = BINDING_ITEMS_OUT) buffer ItemCells { ElementCell item_cells[]; };
#define item_cells_in item_cells
#define item_cells_out item_cells
#else
layout(std430, binding = BINDING_ITEMS_IN) readonly buffer ItemCellsIn { ElementCell item_cells_in[]; };
layout(std430, binding = BINDING_ITEMS_OUT) writeonly buffer ItemCellsOut { ElementCell item_cells_out[]; };
#endif

#endif
